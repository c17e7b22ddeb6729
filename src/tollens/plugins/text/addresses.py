"""Text in addresses (RFC 3986): what they cannot hold is written as the bytes of its UTF-8."""

import string

_PLAIN = string.ascii_letters + string.digits + "-._~"
PARTS = "/!$&'()*+,;=@"
"""What a path may hold besides as it is; without the colon, since in its first part that would end a scheme."""

WHOLE = f"{PARTS}:?#%[]"
"""What an address may hold besides as it is."""


def percent(text: str, kept: str = "") -> str:
    """The text with everything but letters, digits, `-._~` and what is kept written as `%XX`.

    >>> percent("a b/ü"), percent("a b/ü", "/")
    ('a%20b%2F%C3%BC', 'a%20b/%C3%BC')
    """
    plain = frozenset(f"{_PLAIN}{kept}".encode())
    return "".join(chr(byte) if byte in plain else f"%{byte:02X}" for byte in text.encode("utf-8", "surrogatepass"))
