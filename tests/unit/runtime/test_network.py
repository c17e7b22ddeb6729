import threading
from http.server import BaseHTTPRequestHandler

import pytest

from tests.integration.loopback import send, served
from tollens.core.errors import MisuseError, WorldError
from tollens.core.ports import Request
from tollens.runtime import network


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


def request(url: str) -> Request:
    return Request(url, b"body", "text/x-asked", "text/x-answer")


def test_what_is_posted_arrives_with_its_types_and_the_answer_comes_back() -> None:
    def respond(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        seen = (handler.path, handler.headers["Content-Type"], handler.headers["Accept"], body)
        send(handler, repr(seen).encode())

    with served(respond) as address:
        answer = network.fetch(request(f"{address}/a?b=c"))
    assert answer == b"('/a?b=c', 'text/x-asked', 'text/x-answer', b'body')"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_an_answer_that_points_elsewhere_is_not_followed(status: int) -> None:
    for where in ("http://127.0.0.1:1/x", "file:///etc/passwd"):
        with (
            served(lambda handler, _, where=where: send(handler, b"", status, Location=where)) as address,
            pytest.raises(WorldError, match=f"answered {status}") as caught,
        ):
            network.fetch(request(address))
        assert where in caught.value.advice


def test_an_answer_that_says_no_is_an_error_with_its_number() -> None:
    with (
        served(lambda handler, _: send(handler, b"busy", 503)) as address,
        pytest.raises(WorldError, match="answered 503"),
    ):
        network.fetch(request(address))


def test_an_answer_past_the_limit_is_not_taken() -> None:
    with served(lambda handler, _: send(handler, bytes(1001))) as address:
        assert len(network.fetch(request(address), limit=1001)) == 1001
        with pytest.raises(WorldError, match="more than 1,000 bytes"):
            network.fetch(request(address), limit=1000)


def test_a_server_that_does_not_answer_in_time_is_left() -> None:
    def silent(handler: BaseHTTPRequestHandler, _: bytes) -> None:
        handler.rfile.read(1)  # until the client goes away

    def dripping(handler: BaseHTTPRequestHandler, _: bytes) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            while True:
                handler.wfile.write(b"x" * 9999)
        except OSError:
            pass

    for respond in (silent, dripping):
        with served(respond) as address, pytest.raises(WorldError, match="in time"):
            network.fetch(request(address), seconds=0.1, limit=1 << 40)


def test_a_server_that_never_ends_the_head_of_its_answer_is_left() -> None:
    left = threading.Event()

    def trickling(handler: BaseHTTPRequestHandler, _: bytes) -> None:
        handler.wfile.write(b"HTTP/1.0 200 OK\r\n")
        while not left.wait(0.02):
            handler.wfile.write(b"x")

    with served(trickling) as address:
        with pytest.raises(WorldError, match="in time"):
            network.fetch(request(address), seconds=0.1)
        left.set()


def test_an_answer_that_is_cut_short_or_no_http_is_an_error() -> None:
    def cut(handler: BaseHTTPRequestHandler, _: bytes) -> None:
        handler.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nabc")

    def junk(handler: BaseHTTPRequestHandler, _: bytes) -> None:
        handler.wfile.write(b"\x00\xff junk\r\n\r\n")

    for respond in (cut, junk):
        with served(respond) as address, pytest.raises(WorldError, match=r"cannot reach|ends early"):
            network.fetch(request(address))


def test_nobody_there_is_an_error_with_advice() -> None:
    with served(lambda handler, _: None) as address:
        pass
    with pytest.raises(WorldError, match="cannot reach") as caught:
        network.fetch(request(address))
    assert "network" in caught.value.advice


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://host/x",
        "host/x",
        "http://",
        "http://[::1",
        "http://host:port/",
        "https://me:secret@host/",
        "http://host/ x",
        "http://host/\r\nX: y",
        "http://hôst/",
        "",
    ],
)
def test_an_address_that_is_no_plain_one_of_http_is_refused(url: str) -> None:
    with pytest.raises(MisuseError) as caught:
        network.fetch(request(url))
    assert "secret" not in caught.value.message
