"""§12.4 Signature backends, one a module: `algo` of a signature names it, and that is all it is found by."""

from tollens.core.ports import Signer
from tollens.plugins.registry import Registry

SIGNERS: Registry[Signer] = Registry("signature backend", __name__, "tollens.signers", extras={"sigstore": "sigstore"})
"""Every backend that there is."""
