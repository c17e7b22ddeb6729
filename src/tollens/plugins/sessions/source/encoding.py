"""The text of a session file as UTF-8, whatever a redirection on Windows made of it."""

_MARKS = {
    b"\xef\xbb\xbf": "",
    b"\xff\xfe\0\0": "utf-32-le",
    b"\0\0\xfe\xff": "utf-32-be",
    b"\xff\xfe": "utf-16-le",
    b"\xfe\xff": "utf-16-be",
}
"""How a file begins that says its encoding, the longer marks first; UTF-8 needs no change."""

_ZEROS: dict[tuple[int, ...], str] = {
    (0, 1, 1, 1): "utf-32-le",
    (1, 1, 1, 0): "utf-32-be",
    (0, 1, 0, 1): "utf-16-le",
    (1, 0, 1, 0): "utf-16-be",
}
"""Where zero bytes are in the first four of a file that begins with plain letters and says nothing."""


def decoded(data: bytes) -> tuple[bytes, str]:
    r"""The bytes as UTF-8 without a byte order mark, and the encoding that they were in; empty for UTF-8.

    >>> decoded(b'{\0"\0a\0"\0')
    (b'{"a"', 'UTF-16-LE')
    """
    mark = next((mark for mark in _MARKS if data.startswith(mark)), b"")
    wide = _MARKS[mark] if mark else _ZEROS.get(tuple(int(not byte) for byte in data[:4]), "")
    data = data[len(mark) :] if mark else data
    return (data.decode(wide, "replace").encode("utf-8", "replace"), wide.upper()) if wide else (data, "")
