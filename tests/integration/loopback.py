"""Servers of one's own on loopback, the only network that tests use."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer


@contextlib.contextmanager
def served(respond: Callable[[BaseHTTPRequestHandler, bytes], None]) -> Iterator[str]:
    """The address on loopback at which `respond` answers what is asked or sent, by the handler's own means."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            respond(self, self.rfile.read(int(self.headers["Content-Length"] or 0)))

        do_GET = do_PUT = do_POST

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def send(handler: BaseHTTPRequestHandler, body: bytes, status: int = 200, **headers: str) -> None:
    """Answer a request."""
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)
