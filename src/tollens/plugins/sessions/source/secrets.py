"""What secrets look like: typed rules, each with screens (`screens.py`) that cost next to nothing where there is none.

A rule is a pattern whose group `secret` is what is replaced. Patterns are slow; a text in which no screen of a rule
finds anything holds nothing that its pattern would find. The time that a pattern takes grows with the text, not with
its square.
"""

import re
from typing import NamedTuple

from tollens.plugins.sessions.source.tokens import TOKENS

ON_REQUEST = ("home", "email")
"""Kinds that are replaced only where that is asked for."""


class Rule(NamedTuple):
    """A kind of secret.

    Attributes:
        kind: What it is called.
        screens: Of which one must find something.
        source: Of the pattern that tells the secret.
        needs: What a text must hold as well, in lower case: it is found much faster than the pattern.
    """

    kind: str
    screens: tuple[str, ...]
    source: str
    needs: str = ""

    @property
    def pattern(self) -> re.Pattern[str]:
        """The pattern; `re` keeps what it compiled, and most sessions need none."""
        return re.compile(self.source, re.ASCII)


def _rule(kind: str, screens: str, *parts: str, needs: str = "") -> Rule:
    return Rule(kind, tuple(screens.split()), "".join(parts), needs)


_EDGE = r"(?:(?<![A-Za-z0-9_-])|(?<=[0-9\[]m)|(?<=\[K))"
"""Where a key begins: behind no letter, but for those that colour a text."""

_NAMED = (
    r"(?:password|passwd|passphrase|secret|(?:api|secret|private|access|signing|encryption)[_-]?key"
    r"|(?:auth|access|refresh|session|bot|id)[_-]?token|(?<![a-z])token)"
)
_MIXED = r"(?=[^\s\"']{0,200}[0-9])(?=[^\s\"']{0,200}[A-Za-z])"
"""Letters and digits: what people choose as a secret, and words of code rarely are."""

_ANY = r"(?:[^\s\"'$<`(){}\[\]\\]|\\(?![\"'\\])){8,500}"
"""What is no code."""

_BRIEF = r"(?:(?<![A-Za-z0-9])|(?<=[a-z])(?=[PC]))(?i:pwd|pass|credentials?|bearer)"
"""Names that are used for other things as well: a folder is no password."""

_WORDS = r"[^\n|;&]{0,300}?"
_WORD = r"[^\s\"'$<`|;&\\]"
"""Words of a command up to an option, and what its value is made of: no variable, and no end of the command."""

_NO_PATH = r"(?![/~.]|[A-Za-z]:[\\/])"

KEY_BODY = r"[\w\s+/=:,.\\\"'|>→-]"
"""What stands between the first and the last line of a private key, as it is shown: numbered, quoted, in a patch."""

RULES: tuple[Rule, ...] = (
    _rule(
        "private key",
        "v",
        rf"(?P<secret>-----? ?BEGIN [A-Z0-9 ]{{0,30}}PRIVATE KEY(?: BLOCK)? ?-----?{KEY_BODY}*?"
        rf"(?:-----? ?END [A-Z0-9 ]{{0,30}}PRIVATE KEY(?: BLOCK)? ?-----?|(?!{KEY_BODY})))",
    ),
    _rule(
        "private key",
        "v",
        r"\A(?P<secret>(?:[ \t+-]*(?:\d{1,6}[\t→])?[A-Za-z0-9+/=]{1,80}[ \t\r]*\n){1,200}"
        r"[ \t+]*(?:\d{1,6}[\t→])?-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)",
    ),
    _rule(
        "AWS secret",
        "c k",
        r"(?i)aws[_ ]?(?:secret[_ ]?(?:access[_ ]?)?key|session[_ ]?token)[\"']?(?:\s{0,3}\[[^\]\n]{0,40}\])?"
        r"\s{0,9}[:=]\s{0,9}[\"']?(?P<secret>[A-Za-z0-9/+=]{30,})",
        needs="aws",
    ),
    _rule(
        "API key",
        "A J c g k p v x y _",
        r"(?P<secret>(?:(?<![A-Za-z0-9])|(?<=[0-9\[]m)|(?<=\[K))(?:(?<![\w-])sk-(?:(?=[A-Za-z_-]{0,200}[0-9])|(?=(?:ant|proj|or|svcacct|admin)-))[A-Za-z0-9_-]{20,}"
        r"|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{22,}"
        r"|glpat-[\w-]{20,}|xox[abposr]-[A-Za-z0-9-]{10,}|AIza[\w-]{35}|(?:AKIA|ASIA)[0-9A-Z]{16}"
        r"|npm_[A-Za-z0-9]{36}|pypi-[\w-]{40,}|hf_[A-Za-z0-9]{30,}|[srp]k_(?:live|test)_[A-Za-z0-9]{16,}"
        r"|xapp-[A-Za-z0-9-]{10,}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}|whsec_[A-Za-z0-9+/=]{20,}|do[op]_v1_[a-f0-9]{40,}"
        r"|shp(?:at|ca|pa|ss)_[A-Za-z0-9]{20,}|hvs\.[\w-]{20,}|dckr_pat_[\w-]{20,}|lin_api_[A-Za-z0-9]{30,}"
        r"|AGE-SECRET-KEY-1[A-Z0-9]{40,}|\d{8,10}:AA[\w-]{32,34}(?![\w-])"
        r"|hooks\.slack\.com/services/T\w{6,}/B\w{6,}/\w{16,}"
        r"|SG\.[\w-]{16,}\.[\w-]{16,}|(?<![\w-])eyJ[\w-]{10,2000}+\.eyJ[\w-]{10,4000}+\.[\w-]{10,}))",
    ),
    *(
        _rule("API key", screen, rf"{_EDGE}(?P<secret>{re.escape(begins)}{rest})", needs=begins.lower())
        for screen, begins, rest in TOKENS
    ),
    _rule("API key", "v", r"(?P<secret>[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,})", needs=".atlasv1."),
    _rule("API key", "c", r"discord(?:app)?\.com/api/webhooks/\d{16,20}/(?P<secret>[\w-]{60,})", needs="discord"),
    _rule(
        "API key",
        "J",
        r"(?P<secret>(?<![\w-])eyJ[\w-]{10,2000}+\.[\w-]{10,2000}+\.[\w-]{10,100}+"
        r"\.[\w-]{10,8000}+\.[\w-]{10,100}+)",
        needs="eyj",
    ),
    _rule("API key", "x", r"\"auth\"\s{0,3}:\s{0,3}\"(?P<secret>[A-Za-z0-9+/]{16,2000}={0,2})\"", needs="docker.io"),
    _rule("API key", "k", r"[?&]key=(?P<secret>(?=[^\s&]{0,200}[0-9])[A-Za-z0-9_-]{20,500})", needs="key="),
    _rule(
        "private key",
        "k v",
        r"(?i)private[_ -]?key[\"']?\s{0,3}[:=]\s{0,3}[\"']?"
        r"(?P<secret>(?:0x)?[0-9a-f]{64}(?![0-9a-f])|[A-Za-z0-9+/]{43}=)",
        needs="private",
    ),
    _rule("private key", "k", r"(?i)\bpresharedkey\s{0,3}=\s{0,3}(?P<secret>[A-Za-z0-9+/]{43}=)", needs="presharedkey"),
    _rule("private key", "k", r"\"d\"\s{0,3}:\s{0,3}\"(?P<secret>[\w-]{43,800})\"", needs="kty"),
    _rule(
        "private key",
        "v",
        r"Private-Lines: \d{1,4}\r?\n(?P<secret>(?:[A-Za-z0-9+/=]{1,80}\r?(?:\n|\Z)){1,200})",
        needs="private-lines",
    ),
    _rule(
        "private key",
        "p",
        r"(?i)seed[ _-]phrase[\"']?\s{0,3}[:=]\s{0,3}[\"']?"
        r"(?P<secret>(?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![a-z])",
        needs="phrase",
    ),
    _rule(
        "bearer token",
        "b k",
        r"(?i)\b(?:bearer|authorization[\"']?\s{0,9}:\s{0,9}[\"']?(?:basic|token))\s{1,9}"
        r"(?P<secret>[A-Za-z0-9._~+/=-]{12,})",
    ),
    _rule(
        "password in a URL",
        "url",
        r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@\"']{0,200}:(?P<secret>[^\s/\"']{1,500})@",
    ),
    _rule(
        "token in a URL",
        "c k w",
        r"(?i)[?&](?:[a-z0-9_.-]{0,40}(?:token|api[_-]?key|secret|passw(?:or)?d))="
        r"(?P<secret>[^\s&\"'<>#`$(){}\[\]\\]{8,500})",
    ),
    _rule(
        "signature of a URL",
        "g",
        r"(?i)[?&;](?:sig|signature|x-(?:amz|goog)-signature)=(?P<secret>[A-Za-z0-9%+/=_.~-]{16,2000})",
        needs="sig",
    ),
    _rule("token in a URL", "url", r"://(?P<secret>[A-Za-z0-9_-]{20,500})(?=(?::[^\s/@\"']{0,500})?@)"),
    _rule(
        "header with a secret",
        "z",
        r"(?i)\bauthorization[\"']?\s{0,3}:\s{0,3}[\"']?(?:[a-z][a-z0-9-]{1,20}\s{1,3})?"
        rf"(?P<secret>{_MIXED}[A-Za-z0-9._~+/=:-]{{16,4000}})(?![\w(])",
        needs="authorization",
    ),
    _rule(
        "header with a secret",
        "k",
        r"(?i)\b(?:(?:x-api-key|api-key|[\w-]{1,40}-token)[\"']?\s{0,3}:\s{0,3}[\"']?"
        r"(?P<secret>[^\s\"'$<]{12,}))",
    ),
    _rule(
        "header with a secret",
        "k",
        r"(?i)\b(?:set-)?cookie[\"']?\s{0,3}:\s{0,3}[\"']?(?P<secret>(?=[^\s\"'$<]{12})[^\n\"'$<]+)",
        needs="cookie",
    ),
    _rule(
        "assigned secret",
        "c k w",
        r"\b[A-Z0-9_]*(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|(?:SECRET|PRIVATE|ACCESS|SIGNING|ENCRYPTION)_KEY)"
        r"(?:_(?:BASE|PROD|DEV|TEST|STAGING|OLD|NEW|\d))?"
        r"(?:=|\s{0,3}=\s{0,3}(?=[\"']))(?:\"(?=[^\"\n$`]{6,}\")|'(?=[^'\n]{6,}'))?"
        r"(?P<secret>(?<=\")[^\"\n]+|(?<=')[^'\n]+|[^\s\"'$<`,;(){}\[\]]{6,}(?![\w([.]))",
    ),
    _rule(
        "assigned secret",
        "c k p w",
        rf"(?i){_NAMED}(?:\\{{0,3}}[\"'])?\s{{0,3}}[:=]\s{{0,3}}\\{{0,3}}[\"']"
        rf"(?P<secret>{_MIXED}{_ANY})\\{{0,3}}[\"']",
    ),
    _rule(
        "assigned secret",
        "b c p w",
        rf"{_BRIEF}(?:\\{{0,3}}[\"'])?\s{{0,3}}[:=]\s{{0,3}}\\{{0,3}}[\"']"
        rf"(?P<secret>{_NO_PATH}{_MIXED}{_ANY})\\{{0,3}}[\"']",
    ),
    _rule(
        "assigned secret",
        "p w",
        rf"\b[A-Z0-9_]{{1,60}}_(?:PASS|PWD|PASSPHRASE|PAT)=[\"']?(?P<secret>{_NO_PATH}[^\s\"'$<`,;(){{}}\[\]]{{6,500}}"
        r"(?![\w([.]))",
    ),
    _rule(
        "assigned secret",
        "_",
        rf"(?:(?<![\w.])_auth|\b[A-Z0-9_]{{1,60}}_AUTH)\s{{0,2}}=\s{{0,2}}[\"']?(?P<secret>{_MIXED}[A-Za-z0-9+/=]{{12,500}})(?![\w.(\[])",
    ),
    _rule(
        "assigned secret",
        "c k w",
        r"(?:(?i:passw(?:or)?d|secret)\s{0,1}[:=]\s{0,1}|_authToken=|AccountKey=|SharedAccessKey=|(?<=;)(?i:pwd)=)"
        rf"(?P<secret>{_MIXED}[A-Za-z0-9_~+/=!@#%^&*-]{{7,500}})(?![.(\[\w])",
    ),
    _rule(
        "assigned secret",
        "p",
        rf"\b[a-z_]{{2,40}}_pass(?:wd)?\s?[:=]\s?[\"']?"
        rf"(?P<secret>{_NO_PATH}{_MIXED}[A-Za-z0-9_~+=!@#%^&*-]{{8,500}})(?![.(\[\w/])",
    ),
    _rule(
        "assigned secret",
        "k",
        r"\b[A-Z0-9_]{0,60}(?:APP|MASTER|JWT|AUTH|SERVICE|ROLE|CLIENT|SESSION|COOKIE|HMAC|WEBHOOK|LICENSE|DEPLOY|ADMIN)_KEY="
        rf"[\"']?(?P<secret>{_NO_PATH}{_MIXED}[^\s\"'$<`,;(){{}}\[\]]{{12,500}}(?![\w([.]))",
        needs="_key=",
    ),
    _rule(
        "assigned secret",
        "c",
        rf"\b[A-Z0-9_]{{0,60}}CREDENTIALS?=[\"']?(?P<secret>{_NO_PATH}{_MIXED}[A-Za-z0-9_~+=!@#%^&*-]{{8,500}})(?![.(\[\w/])",
    ),
    _rule(
        "assigned secret",
        "k",
        rf"(?m)^[ \t-]{{0,40}}[\"']?[\w-]{{0,40}}token[\"']?[ \t]{{0,3}}:[ \t]{{0,3}}"
        rf"(?P<secret>{_MIXED}[\w.~+/=-]{{20,2000}})[ \t\r]*$",
        needs="token",
    ),
    _rule(
        "secret on a command line",
        "c",
        rf"\bcurl\b{_WORDS}\s(?:-b|--cookie)[=\s]{{0,3}}[\"']?(?P<secret>[\w.-]{{1,60}}=[^\n\"'$<`|;&]{{6,2000}})",
        needs="curl",
    ),
    _rule(
        "secret on a command line",
        "c",
        rf"\bredis-cli\b{_WORDS}\s(?:-a|--pass)\s{{1,3}}[\"']?(?P<secret>(?!-){_WORD}{{4,500}})",
        needs="redis-cli",
    ),
    _rule(
        "secret on a command line",
        "w",
        rf"\b(?:echo|printf)(?:\s{{1,3}}-[neE]{{1,3}})?(?:\s{{1,3}}[\"']?%s(?:\\+n)?[\"']?)?\s{{1,3}}[\"']?"
        rf"(?P<secret>(?!-){_WORD}{{4,500}}?)[\"']?\s{{0,3}}\|"
        rf"\s{{0,3}}[a-z][\w./-]{{0,40}}\s[^|;&\n]{{0,200}}?--password-stdin\b",
        needs="--password-stdin",
    ),
    _rule(
        "secret on a command line",
        "w",
        rf"\bhtpasswd\s{{1,3}}-[a-zA-Z]{{0,4}}b[a-zA-Z]{{0,4}}\s{_WORDS}[^\s|;&]{{1,200}}\s{{1,3}}"
        rf"(?P<secret>{_WORD}{{4,200}})(?=\s*(?:$|[|;&\n\\\"']))",
        needs="htpasswd",
    ),
    _rule(
        "password in a URL",
        "b",
        r"\bjdbc:oracle:[a-z]{1,10}:[^\s/@:]{1,100}/(?P<secret>[^\s@/\"']{1,200})@",
        needs="jdbc:oracle",
    ),
    _rule(
        "secret on a command line",
        "c k p w",
        r"(?:--(?:password|passwd|token|api-?key|secret|client-secret|auth-token|access-token)(?:=|\s{1,3})[\"']?"
        r"|\bsshpass\s{1,3}-p\s{0,3}[\"']?"
        r"|\bcurl\b[^\n|;&]{0,300}?\s(?:-u|--user)\s{0,3}[\"']?[^\s:\"']{1,100}:"
        r"|\bmachine\s{1,3}\S{1,200}\s{1,3}login\s{1,3}\S{1,200}\s{1,3}password\s{1,3})"
        r"(?P<secret>[^\s\"'$<`-][^\s\"'$<`]{5,500})",
    ),
    _rule(
        "secret on a command line",
        "b y",
        rf"\b(?:mysql|mariadb)[a-z-]{{0,20}}\b{_WORDS}\s-p[\"']?(?![\d.]{{1,40}}:\d)(?P<secret>{_WORD}{{3,500}})",
        needs="-p",
    ),
    _rule(
        "secret on a command line",
        "g",
        rf"\b(?:docker|podman|nerdctl|buildah|skopeo|helm registry|az|az acr|oc|cf)\s{{1,3}}login\b{_WORDS}"
        rf"\s-p[=\s]{{1,3}}[\"']?(?P<secret>(?!-){_WORD}{{4,500}})",
        needs="login",
    ),
    _rule(
        "secret on a command line",
        "p",
        rf"\s--?pass(?:in|out)?[=\s]{{1,3}}[\"']?(?:pass:(?P<secret>{_WORD}{{4,500}}))",
        needs="pass:",
    ),
    _rule(
        "secret on a command line",
        "p",
        rf"\s--pass[=\s]{{1,3}}[\"']?(?P<secret>(?!-){_NO_PATH}{_MIXED}{_WORD}{{6,500}})",
        needs="--pass",
    ),
    _rule(
        "secret on a command line",
        "S",
        rf"\b(?:echo|printf)(?:\s{{1,3}}-[neE]{{1,3}})?(?:\s{{1,3}}[\"']?%s(?:\\+n)?[\"']?)?\s{{1,3}}[\"']?"
        rf"(?P<secret>(?!-){_WORD}{{3,200}}?)[\"']?\s{{0,3}}\|\s{{0,3}}sudo\s[^|;&\n]{{0,80}}?-[a-z]{{0,3}}S\b",
        needs="sudo",
    ),
    _rule(
        "secret on a command line",
        "S",
        rf"\bsudo\s[^|;&\n]{{0,80}}?-[a-z]{{0,3}}S\b[^|;&\n]{{0,200}}?<<<\s{{0,3}}[\"']?(?P<secret>{_WORD}{{3,200}})",
        needs="sudo",
    ),
    _rule(
        "assigned secret",
        "c k w",
        r"(?i)<(?P<member>[\w:.-]{0,40}(?:password|passwd|secret|token|api[_-]?key))>"
        r"(?P<secret>[^\s<>$`{}]{8,500})</(?P=member)>",
        needs="</",
    ),
    _rule(
        "home",
        "home",
        r"(?:(?:/home|/Users|\b[A-Za-z]:[\\/]{1,2}Users)[\\/]{1,2}|[\\/]projects[\\/]{1,2}-(?:home|Users)-)"
        r"(?P<secret>(?<=-)[\w.]{1,64}|(?<![-])[^\s\\/\"'`:;,<>|*?()\[\]{}]{1,64})",
    ),
    _rule(
        "email",
        "email",
        r"(?<![\w.+-])(?!git@)(?P<secret>[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[A-Za-z]{2,24})\b",
    ),
)

SECRET_NAME = rf"(?a)(?i:{_NAMED}|cookie|authorization|x-api-key)|{_BRIEF}(?![A-Za-z])"
"""Names of members whose strings are judged together with the name."""
