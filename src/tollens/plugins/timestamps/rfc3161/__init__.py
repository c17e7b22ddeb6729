"""RFC 3161 timestamps: the query, the check of the answer, and what a token is worth.

What a token says is read here, strictly, and its signature checked with the certificate that it names; the way from
that certificate to an authority that the verifier trusts is walked by `rfc3161-client` (the extra `timestamps`).
Certificates that were withdrawn are not looked for: no revocation list is read.
"""

import importlib.util
from collections.abc import Sequence

from tollens.core.errors import MissingExtraError
from tollens.core.ports import Stamp
from tollens.plugins.timestamps.rfc3161 import asking, judging


class Rfc3161:
    """The standard `rfc3161`."""

    name = "rfc3161"

    def query(self, imprint: bytes, nonce: int) -> bytes:
        """The request, DER, for the SHA-256 `imprint`; it asks for the authority's certificate too.

        Raises:
            MissingExtraError: What is answered could not be checked here, so that nothing is asked.
        """
        if importlib.util.find_spec("rfc3161_client") is None:
            raise MissingExtraError("a timestamp", "timestamps")
        return asking.query(imprint, nonce)

    def check_answer(self, answer: bytes, imprint: bytes, nonce: int) -> None:
        """Check the answer to a query: granted, about this imprint, with this nonce.

        Raises:
            WorldError: It is not.
        """
        asking.check_answer(answer, imprint, nonce)

    def verify(self, token: bytes, imprint: bytes, chain: Sequence[bytes] | None) -> Stamp:
        """Say what a token is worth. Never raises for anything that stands in a trace.

        Raises:
            MisuseError: The chain holds no PEM certificates.
        """
        return judging.verify(token, imprint, chain)


PLUGIN = Rfc3161()
