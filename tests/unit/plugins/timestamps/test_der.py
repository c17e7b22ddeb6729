import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tollens.plugins.timestamps.rfc3161 import der
from tollens.plugins.timestamps.rfc3161.asking import query


@given(st.binary(max_size=300))
@settings(max_examples=20)
def test_what_is_written_is_read(body: bytes) -> None:
    assert der.read(der.write(der.OCTET_STRING, body)).body == body


@pytest.mark.parametrize("length", [0, 127, 128, 255, 256, 65535, 65536])
def test_lengths_around_the_edges_of_their_forms(length: int) -> None:
    value = der.read(der.write(der.SET, bytes(length)))
    assert (value.tag, len(value.body)) == (der.SET, length)


@pytest.mark.parametrize("number", [0, 1, 127, 128, 255, 256, 2**64 - 1, 2**64])
def test_numbers(number: int) -> None:
    assert der.number(der.read(der.write_number(number))) == number


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "end within"),
        ("30", "end within"),
        ("3001", "end within"),
        ("0500 00", "1 bytes follow"),
        ("3080 0000", "indefinite"),
        ("3085 0000000000", "beyond all bounds"),
        ("3081 01 00", "short as it can"),
        ("3082 0080", "short as it can"),
        ("1f81 00", "beyond 30"),
    ],
)
def test_what_is_no_der(text: str, reason: str) -> None:
    with pytest.raises(der.DerError, match=reason):
        der.read(bytes.fromhex(text))


@pytest.mark.parametrize("text", ["0200", "02020001", "0202ffff", "040101"])
def test_what_is_no_integer(text: str) -> None:
    with pytest.raises(der.DerError):
        der.number(der.read(bytes.fromhex(text)))


def test_object_identifiers() -> None:
    assert der.dotted(der.read(bytes.fromhex("06 0960864801 65030402 01"))) == "2.16.840.1.101.3.4.2.1"
    assert der.dotted(der.read(bytes.fromhex("0602 8837"))) == "2.999"
    for wrong in ("0600", "060188", "06028888", "0641" + "01" * 65):
        with pytest.raises(der.DerError):
            der.dotted(der.read(bytes.fromhex(wrong)))


def test_only_what_is_constructed_has_members() -> None:
    with pytest.raises(der.DerError, match="no members"):
        der.members(der.read(b"\x04\x00"))


def test_a_query_is_the_bytes_that_openssl_writes() -> None:
    # openssl ts -query -digest 0101…01 -sha256 -cert
    digest = "01" * 32
    written = f"30430201013031300d060960864801650304020105000420{digest}02087d1936170833fbe00101ff"
    assert query(b"\x01" * 32, 0x7D1936170833FBE0).hex() == written


def test_numbers_and_names_have_bounds() -> None:
    for tag, read in ((der.INTEGER, der.number), (der.OID, der.dotted)):
        with pytest.raises(der.DerError, match="bounds"):
            read(der.read(der.write(tag, b"\x7f" * 65)))
