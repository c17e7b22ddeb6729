"""RFC 8785 (JCS), the named second scheme of the content hash: what other languages have libraries for."""

from typing import Any

from tollens.core.errors import MissingExtraError, MisuseError
from tollens.core.integrity.canonical import digest, hashed_content


def jcs_hash(value: dict[str, Any]) -> str:
    """The content hash of a trace over its RFC 8785 form.

    Raises:
        MissingExtraError: The extra `jcs` is not installed.
        MisuseError: The value has no such form: an integer past 53 bits, NaN, half of a surrogate pair.
    """
    try:
        import rfc8785
    except ModuleNotFoundError:
        raise MissingExtraError("the scheme 'jcs'", "jcs") from None
    try:
        return digest(rfc8785.dumps(hashed_content(value)))
    except (rfc8785.CanonicalizationError, UnicodeEncodeError) as error:
        raise MisuseError(f"the trace has no RFC 8785 form: {error}", "Use the scheme canonical.") from None
