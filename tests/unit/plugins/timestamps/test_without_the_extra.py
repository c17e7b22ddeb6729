import sys

import pytest

from tollens.core.errors import MissingExtraError
from tollens.plugins.timestamps import TIMESTAMPS

JUNK = b"0\x05\x06\x03*\x03\x04"


def test_without_the_extra_nothing_is_asked_and_no_token_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    rfc3161 = TIMESTAMPS.get("rfc3161")
    assert rfc3161.verify(JUNK, bytes(32), None).status == "invalid"
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError) as caught:
        rfc3161.query(bytes(32), 7)
    assert caught.value.advice == 'pip install "tollens[timestamps]"'


def test_the_backend_is_there_without_its_library_being_loaded() -> None:
    import subprocess

    program = (
        "import sys; from tollens.plugins.timestamps import TIMESTAMPS; TIMESTAMPS.get('rfc3161');"
        "sys.exit(any(name in sys.modules for name in ('rfc3161_client', 'cryptography')))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
