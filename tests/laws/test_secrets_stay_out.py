"""Laws of privacy: a secret in any string of a session is nowhere in what is written or printed, and identities stay.

Whatever string it stands in, and under whatever name, the text of a secret is in no trace, no account and no message;
the same secret has the same marker everywhere. Strings that no secret is in come through as they are.
"""

import re
from typing import Any

import msgspec
import orjson
from hypothesis import given
from hypothesis import strategies as st

from tollens.core.errors import UnreadableError
from tollens.core.wire.encode import to_json
from tollens.plugins.sessions import Privacy, capture
from tollens.plugins.sessions.source.records import open_source
from tollens.plugins.sessions.source.redaction import Redactor
from tollens.testing.transcripts import Transcript

LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def token(least: int, most: int = 60, letters: str = LETTERS) -> st.SearchStrategy[str]:
    """Letters and digits, always some of both."""
    return st.text(letters, min_size=least - 2, max_size=most - 2).map(lambda text: f"a{text}7")


def told(before: str, secret: st.SearchStrategy[str], after: str = "") -> st.SearchStrategy[tuple[str, str]]:
    """A text with a secret, and the secret."""
    return secret.map(lambda text: (f"{before}{text}{after}", text))


PLANTED = st.one_of(
    told("sk-" + "ant-api03-", token(20)),
    told("ghp" + "_", token(36)),
    told("github_pat" + "_", token(30)),
    told("glpat" + "-", token(20)),
    told("xoxb" + "-", token(20)),
    told("AIza", token(35, 35)),
    told("AKIA", st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", min_size=16, max_size=16)),
    told("npm" + "_", token(36, 36)),
    told("hf" + "_", token(34)),
    told("pypi" + "-", token(40)),
    told("SG" + ".", token(22), "." + "b3" * 21),
    told("whsec" + "_", token(30)),
    told("eyJhbGciOiJIUzI1NiJ9.eyJ", token(20), "." + "s" * 43),
    told("aws_secret_access_key = ", token(40, 40)),
    told("Authorization: Bearer ", token(12)),
    told("postgres://app:", token(8), "@db.local/shop"),
    told("https://", token(20), "@git.example.org/o/r"),
    told("export DB_PASSWORD=", token(8)),
    told("password: ", token(8, 40, LETTERS.lower())),
    told('{"client_secret": "', token(8, 40), '"}'),
    told("mysql --password=", token(8, 40), " -u root"),
    told("curl -u admin:", token(8, 40), " https://example.org"),
    told("-----BEGIN RSA " + "PRIVATE KEY-----\n", token(40), "\n-----END RSA " + "PRIVATE KEY-----"),
    told("set-cookie: session=", token(20), "; path=/"),
    told("mysql -u root -p", token(8), " shop"),
    told("docker login -u me -p ", token(8), " registry.example.org"),
    told("openssl enc -aes-256-cbc -pass pass:", token(8), " -in a"),
    told("echo ", token(8), " | sudo -S true"),
    told("_auth=", token(20)),
    told("https://a.blob.example.net/c/f?sv=1&sig=", token(20), "&se=2"),
    told("https://b.example.org/f?X-Amz-Date=1&X-Amz-Signature=", token(40)),
    told('{"pass": "', token(8, 40), '"}'),
    told("tool --pass ", token(8, 40), " run"),
)


def session() -> Transcript:
    """A session with a string in every kind of place."""
    transcript = Transcript().prompt("fix it").say("I will read it first.")
    transcript.read("/home/dev/shop/a.py", "x = 1\n").edit("/home/dev/shop/a.py", "1", "2", "x = 1\n")
    transcript.run("pytest -q", "1 failed, 2 passed", 1).run("rm b.py && git commit -m x", "[main 4f2a9c1] x")
    items = [{"content": "test", "status": "in_progress"}]
    transcript.result(transcript.call("TodoWrite", todos=items), "ok")
    transcript.result(transcript.call("mcp__mail__send", to=["a"], headers={"x": "y"}), "sent")
    question = {"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}
    transcript.result(transcript.call("AskUserQuestion", questions=[question]), "B", {"answers": {"Which?": "B"}})
    transcript.result(transcript.call("Bash", command="git push"), "User rejected tool use", error=True)
    transcript.result(transcript.call("Task", description="look", prompt="look"), "looked")
    transcript.result("gone", "a lost result").row("system", subtype="compact_boundary")
    transcript.row(
        "assistant", message={"id": "m", "model": "<synthetic>", "content": [{"type": "text", "text": "503"}]}
    )
    return transcript.say("done")


RECORDS = session().records


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all strings of a value."""
    if isinstance(value, str):
        return [path]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, held in inner for place in places(held, (*path, key))]


PLACES = places(RECORDS)


def planted(texts: list[tuple[tuple[Any, ...], str]], named: bool) -> bytes:
    """The session with texts put into strings; the last as the name of a member as well."""
    records = orjson.loads(orjson.dumps(RECORDS))
    for path, text in texts:
        holder = records
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = f"{holder[path[-1]]} {text}"
        if named and isinstance(holder, dict):
            holder[text] = 1
    return b"\n".join(orjson.dumps(record) for record in records)


def outputs(data: bytes) -> str:
    """All that is written and printed."""
    try:
        found = capture(data, name="session.jsonl", privacy=Privacy(b"0123456789abcdef"))
    except UnreadableError as error:
        return f"{error.message} {error.advice}"
    written = to_json(found.trace).decode() + orjson.dumps(msgspec.to_builtins(found.report)).decode()
    return written + found.report.sentence


@given(PLANTED, st.lists(st.sampled_from(PLACES), min_size=1, max_size=3, unique=True), st.booleans())
def test_a_secret_in_any_string_is_nowhere_in_the_output(
    secret: tuple[str, str], paths: list[tuple[Any, ...]], named: bool
) -> None:
    text, hidden = secret
    assert hidden not in outputs(planted([(path, text) for path in paths], named))


@given(PLANTED, st.binary(max_size=30), st.integers(0, len(RECORDS) - 1))
def test_a_secret_on_a_damaged_line_is_nowhere_in_the_output(secret: tuple[str, str], torn: bytes, at: int) -> None:
    text, hidden = secret
    lines = [orjson.dumps(record) for record in RECORDS]
    line = orjson.dumps({"type": "user", "uuid": "z", "message": {"role": "user", "content": text}})
    lines.insert(at, line[:-1] + torn)
    assert hidden not in outputs(b"\n".join(lines))


_TOLD = """token password secret api_key apiKey access-token Authorization Cookie set-cookie x-api-key key name value
    title client_secret private_key sessionToken stringValue text url"""
NAMES = st.sampled_from(_TOLD.split())


def _as_text(value: Any) -> str:
    return orjson.dumps(value).decode()


@given(
    st.recursive(
        PLANTED.map(lambda both: both[0]) | PLANTED.map(lambda both: both[1]) | NAMES,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3) | inner.map(_as_text),
        max_leaves=6,
    )
)
def test_a_line_is_passed_over_only_where_nothing_would_be_taken_out(value: Any) -> None:
    line = orjson.dumps(value)
    redactor = Redactor(b"", ("home", "email"))
    swept = redactor.places(line, 1 << 30)
    if not redactor.suspects(line) or swept == []:
        assert redactor.value(orjson.loads(line)) == value


@given(st.lists(PLANTED, min_size=1, max_size=4), st.integers(0, 3))
def test_sweeping_over_many_lines_finds_those_that_line_by_line_are_found(planted: list[Any], between: int) -> None:
    plain = [orjson.dumps({"a": f"nothing {number}"}) for number in range(between)]
    lines = [line for text, _ in planted for line in (*plain, orjson.dumps({"text": text, "key": "x"}))]
    data = b"\n".join(lines)
    found = [open_source(data, "f", Redactor(b"k" * 16, swept=size)) for size in (0, 1 << 30)]
    assert found[0] == found[1]
    assert not any(secret in str(found[0].entries) for _, secret in planted)


@given(PLANTED, PLANTED)
def test_equal_secrets_have_equal_markers(one: tuple[str, str], other: tuple[str, str]) -> None:
    redactor = Redactor(b"0123456789abcdef")
    first, again, second = (redactor.text(text) for text, _ in (one, one, other))
    assert first == again
    markers = [re.findall(r"\[redacted:[a-zA-Z-]+:([0-9a-f]{10})\]", text) for text in (first, second)]
    assert all(markers)
    if one[1] != other[1]:
        assert markers[0] != markers[1]


@given(
    st.recursive(
        st.one_of(
            st.uuids().map(str),
            st.binary(min_size=20, max_size=20).map(bytes.hex),
            st.binary(min_size=32, max_size=32).map(lambda digest: f"sha256:{digest.hex()}"),
            token(20, 30).map(lambda text: f"toolu_01{text}"),
            token(20, 30).map(lambda text: f"msg_01{text}"),
            st.none() | st.integers() | st.booleans(),
        ),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["id", "uuid", "sha", "digest", "commit", "value"]), inner, max_size=3)
        ),
        max_leaves=8,
    )
)
def test_ids_digests_and_hashes_stay(value: Any) -> None:
    data = orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS) if not _wide(value) else b"null"
    assert Redactor().value(orjson.loads(data)) == orjson.loads(data)


def _wide(value: Any) -> bool:
    """Whether a number in it is beyond 64 bits."""
    if isinstance(value, int):
        return not -(2**63) <= value < 2**64
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(map(_wide, inner))
