"""The statement that binds what a signature by the text leaves open (§12.4, decision 0066).

By the text a signature is over the content hash alone, so that anybody can turn `rejected` into `approved` beside it.
The statement says what the record says, and is signed with the same key.
"""

from collections.abc import Mapping

from tollens.core.integrity.canonical import canonical_json

MEMBER = "statement_signature"
"""The member of a signature record that holds the signature over its statement."""

KIND = "tollens-statement-1"
"""What the statement calls itself, so that nothing else that is signed can be taken for one."""

BOUND = ("content_hash", "signer", "role", "disposition", "signed_at", "key_id")
"""The members of a record that it binds; absent ones as null."""


def statement(record: Mapping[str, object]) -> bytes:
    """The bytes that are signed beside the content hash.

    Args:
        record: A signature record, complete but for the statement's signature.

    Raises:
        UnicodeEncodeError: A member holds half of a surrogate pair.

    >>> statement({"content_hash": "sha256:00", "signer": "s", "algo": "ssh", "role": "auditor"})[:60]
    b'{"algorithm":"ssh","content_hash":"sha256:00","disposition":'
    """
    bound = {name: record.get(name) for name in BOUND}
    return canonical_json({"statement": KIND, "algorithm": record.get("algo"), **bound})
