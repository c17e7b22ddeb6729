import subprocess
import sys

import pytest

from tollens.core.errors import MissingExtraError, MisuseError
from tollens.core.ports import Claim, Means, Trust
from tollens.plugins.signers import SIGNERS
from tollens.runtime.process import Place

PLACE = Place("/nowhere")
TRUST = Trust("2026-01-01T00:00:00Z", identity="ceo@corp", oidc_issuer="https://accounts.example")


@pytest.fixture(autouse=True)
def _not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sigstore", None)
    monkeypatch.setitem(sys.modules, "sigstore.errors", None)


def test_what_cannot_be_checked_is_unknown_and_says_what_to_install() -> None:
    claim = Claim(b"sha256:", "junk", "content", {"signer": "ceo@corp", "signature": "junk"})
    proof = SIGNERS.get("sigstore").verify(claim, TRUST, PLACE)
    assert (proof.status, proof.signer) == ("unknown", None)
    assert "tollens[sigstore]" in proof.detail


def test_what_contradicts_itself_is_invalid_all_the_same() -> None:
    claim = Claim(b"sha256:", "junk", "content", {"signature": "junk", "bundle": "other"})
    assert SIGNERS.get("sigstore").verify(claim, TRUST, PLACE).status == "invalid"


def test_signing_names_what_to_install() -> None:
    with pytest.raises(MissingExtraError) as caught:
        SIGNERS.get("sigstore").sign(b"", "content", Means(identity_token="x"), PLACE)
    assert "tollens[sigstore]" in caught.value.advice
    with pytest.raises(MisuseError, match="identity token"):
        SIGNERS.get("sigstore").sign(b"", "content", Means(), PLACE)


def test_the_backend_is_there_without_its_library_being_loaded() -> None:
    program = (
        "import sys; from tollens.plugins.signers import SIGNERS; SIGNERS.get('sigstore');"
        "sys.exit(any(name in sys.modules for name in ('sigstore', 'cryptography', 'pydantic')))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
