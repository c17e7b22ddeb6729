"""The network: one request, one answer, in bounds. The one home of speaking to servers."""

import http.client
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import IO

from tollens.core.errors import MisuseError, WorldError
from tollens.core.ports import Request

MAX_BYTES = 4 << 20
"""Longest answer that is taken."""

SECONDS = 30.0
"""Longest time that one request may take, from its beginning to the last byte of the answer."""

_CHUNK = 1 << 16


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """An answer that points elsewhere is an error: where a request is sent is decided by who gave its address."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> None:
        """No further request."""


def fetch(request: Request, *, seconds: float = SECONDS, limit: int = MAX_BYTES) -> bytes:
    """POST a request over http or https, and give the body of the answer.

    Proxies are those that the environment names. Certificates of servers are checked against those of the system.

    Args:
        request: What to send, and where to.
        seconds: How long it may take.
        limit: Most bytes of the answer.

    Raises:
        MisuseError: The address is none of http or https, or holds a password.
        WorldError: There is no answer, it says no, it is too long, or it takes too long.
    """
    address = _address(request.url)
    prepared = urllib.request.Request(  # noqa: S310 - the scheme was looked at
        address,
        data=request.body,
        headers={"Content-Type": request.content_type, "Accept": request.accept, "User-Agent": "tollens"},
        method="POST",
    )
    said: list[bytes | Exception] = []

    def ask() -> None:
        try:
            said.append(_answer(prepared, address, seconds, limit))
        except Exception as error:
            said.append(error)

    # A socket bounds each wait, not all of them: a server may send the head of its answer a byte at a time.
    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(seconds)
    if not said:
        raise _too_late(address)
    (answer,) = said
    if isinstance(answer, Exception):
        raise answer
    return answer


def _answer(prepared: urllib.request.Request, address: str, seconds: float, limit: int) -> bytes:
    opener = urllib.request.build_opener(_NoRedirects)
    deadline = time.monotonic() + seconds
    try:
        with opener.open(prepared, timeout=seconds) as answer:
            return _body(answer, address, deadline, limit)
    except urllib.error.HTTPError as error:
        with error:
            raise WorldError(f"{address} answered {error.code} {error.reason}", _advice(error)) from None
    except TimeoutError:
        raise _too_late(address) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        if isinstance(reason, TimeoutError):
            raise _too_late(address) from None
        raise WorldError(
            f"cannot reach {address}: {reason}", "Check the address, and whether this machine has a network."
        ) from None


def _address(url: str) -> str:
    """The address, if it is one that may be asked."""
    try:
        parts = urllib.parse.urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise MisuseError(f"{url!r} is no address: {error}", "Write it as https://host/path.") from None
    if parts.scheme not in ("http", "https") or not host:
        raise MisuseError(f"{url!r} is no address of http or https", "Write it as https://host/path.")
    if "@" in parts.netloc:
        raise MisuseError("an address must hold no user name or password", "It would be written down where it is used.")
    if any(not "!" <= character <= "~" for character in url):
        raise MisuseError(f"{url!r} holds blanks, or characters beyond ASCII", "Write them as %xx.")
    return url


def _body(answer: http.client.HTTPResponse, address: str, deadline: float, limit: int) -> bytes:
    """The answer, read piece by piece: a server that sends one byte a minute does not hold up the program for long."""
    body = bytearray()
    while chunk := answer.read1(_CHUNK):
        body += chunk
        if len(body) > limit:
            raise WorldError(f"{address} answered with more than {limit:,} bytes", "Is it the right address?")
        if time.monotonic() > deadline:
            raise _too_late(address)
    if answer.length:  # what was announced and did not come
        raise WorldError(f"the answer of {address} ends early", "Try again.")
    return bytes(body)


def _advice(error: urllib.error.HTTPError) -> str:
    where = error.headers.get("Location")
    return f"It points to {where}: give that address, if you trust it." if where else "Is it the right address?"


def _too_late(address: str) -> WorldError:
    return WorldError(f"{address} did not answer in time", "Try again later, or ask another server.")
