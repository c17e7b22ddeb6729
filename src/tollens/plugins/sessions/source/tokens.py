"""Keys of services that begin with letters of their own: a screen that finds them, those letters, and what follows."""

TOKENS: tuple[tuple[str, str, str], ...] = (
    # GitLab
    ("g", "gldt-", r"[\w-]{20,}"),
    ("g", "glrt-", r"[\w-]{20,}"),
    ("g", "glptt-", r"[\w-]{20,}"),
    ("g", "glsoat-", r"[\w-]{20,}"),
    ("g", "glft-", r"[\w-]{20,}"),
    ("g", "glcbt-", r"[\w-]{20,}"),
    # models
    ("k", "gsk_", r"[A-Za-z0-9]{40,}"),
    ("x", "xai-", r"[A-Za-z0-9]{60,}"),
    ("x", "pplx-", r"[A-Za-z0-9]{40,}"),
    ("_", "r8_", r"[A-Za-z0-9]{37,}"),
    # watching
    ("k", "hcaik_", r"[a-z0-9]{50,}"),
    ("k", "NRAK-", r"[A-Z0-9]{27,}"),
    ("g", "glsa_", r"\w{32,}"),
    ("g", "glc_", r"[\w+/=]{32,}"),
    ("y", "sntrys_", r"[\w+/=-]{40,}"),
    ("y", "sntryu_", r"[\w+/=-]{40,}"),
    # places to run in, and to store in
    ("k", "HRKU-", r"[A-Za-z0-9-]{27,}"),
    ("y", "fm2_", r"[\w+/=-]{40,}"),
    ("p", "nfp_", r"[A-Za-z0-9]{36,}"),
    ("p", "sbp_", r"[a-f0-9]{40}"),
    ("p", "pscale_", r"(?:pw|tkn|oauth)_[\w.-]{32,}"),
    ("p", "napi_", r"[a-z0-9]{60,}"),
    ("p", "dapi", r"[a-f0-9]{32}(?![a-z0-9])"),
    ("p", "pul-", r"[a-f0-9]{40}"),
    ("A", "LTAI", r"[A-Za-z0-9]{16,24}(?![A-Za-z0-9])"),
    ("v", "hvb.", r"[\w-]{20,}"),
    ("v", "hvr.", r"[\w-]{20,}"),
    ("p", "ops_eyJ", r"[\w-]{60,}"),
    # the rest
    ("y", "rubygems_", r"[a-f0-9]{48}"),
    ("g", "figd_", r"[\w-]{36,}"),
    ("_", "ntn_", r"[A-Za-z0-9]{40,}"),
    ("c", "secret_", r"[A-Za-z0-9]{43}(?![A-Za-z0-9])"),
    ("A", "ATATT3", r"[\w=-]{60,}"),
    ("b", "ATBB", r"[A-Za-z0-9]{32}"),
    ("k", "PMAK-", r"[a-f0-9]{24}-[a-f0-9]{34}"),
    ("k", "key-", r"[a-f0-9]{32}(?![a-f0-9])"),
)
