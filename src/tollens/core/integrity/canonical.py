"""§12.4 The content hash: over the JSON value as read, so that nothing that the model leaves aside escapes it.

The text names no canonical form. This is the one in use: members sorted by code point, no blanks, non-ASCII as it is,
UTF-8, numbers as Python prints them.
"""

import hashlib
import json

HASH_EXCLUDE = frozenset({"timestamp", "content_hash", "repo", "branch", "commit_sha", "signatures"})
"""The top-level members that are transport and binding, no reasoning content (§12.4)."""


def canonical_bytes(value: dict[str, object]) -> bytes:
    """The bytes that the content hash is taken over.

    Raises:
        ValueError: A string holds half of a surrogate pair, which has no UTF-8 form.
    """
    content = {name: member for name, member in value.items() if name not in HASH_EXCLUDE}
    return json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def content_hash(value: dict[str, object]) -> str:
    """`sha256:` and 64 hexadecimal digits.

    >>> content_hash({"trace_id": "t1", "timestamp": "now"})
    'sha256:64b1bd8f72877500dcc53db721b90abf5558b9159d701d085bab6fc5b2bc5586'
    """
    return f"sha256:{hashlib.sha256(canonical_bytes(value)).hexdigest()}"
