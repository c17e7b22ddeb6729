"""Secrets go, identities stay."""

import time

import pytest

from tollens.plugins.sessions.source.redaction import Redactor

SECRETS = {
    "private key": "-----BEGIN RSA PRIVATE KEY-----\nMIIBOwIBAAJB\n-----END RSA PRIVATE KEY-----",
    "AWS secret": "aws_secret_access_key = " + "abcdEFGH0123" * 4,
    "API key": "use sk-" + "ant-api03-" + "x" * 40,
    "bearer token": "Authorization: Bearer " + "abc.DEF-123_456",
    "password in a URL": "postgres://app:hunter2secret@db.local/shop",
    "assigned secret": "export SHOP_API_KEY=" + "q9w8e7r6t5",
}


@pytest.mark.parametrize("kind", SECRETS)
def test_each_kind_is_replaced_and_counted(kind: str) -> None:
    redactor = Redactor()
    clean = redactor.text(f"before {SECRETS[kind]} after")
    assert f"[redacted: {kind} 1]" in clean
    assert clean.startswith("before ")
    assert clean.endswith(" after")
    assert dict(redactor.counts) == {kind: 1}
    assert redactor.text(clean) == clean


@pytest.mark.parametrize(
    "text",
    [
        "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "https://example.org/path?x=1@2",
        "uuid 43fb86de-0e88-4ef6-89be-2eca3efe589d",
        "the bearer of this letter",
        "API_KEY=$KEY",
        "TOKEN = read_token()",
        "sk-short",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert Redactor().text(text) == text


def test_one_secret_has_one_marker() -> None:
    redactor = Redactor()
    first = redactor.text("Bearer aaaaaaaaaaaaaaaa")
    other = redactor.text("Bearer bbbbbbbbbbbbbbbb")
    assert redactor.text("Bearer aaaaaaaaaaaaaaaa") == first != other


def test_string_leaves_are_cleaned_at_any_depth_and_identities_are_not() -> None:
    token = "ghp_" + "a" * 36
    value = {"uuid": token, "message": {"content": [{"text": [token, 1, None]}]}}
    assert Redactor().value(value) == {
        "uuid": token,
        "message": {"content": [{"text": ["[redacted: API key 1]", 1, None]}]},
    }


def test_an_unfinished_key_is_taken_to_the_end() -> None:
    assert Redactor().text("-----BEGIN PRIVATE KEY-----\nMIIB\nMIIC") == "[redacted: private key 1]"


MIXED = "s3cret" + "pw99x"


@pytest.mark.parametrize(
    ("before", "secret", "after"),
    [
        ("password: ", MIXED, ""),
        ('{"password": "', MIXED, '"}'),
        ('"apiKey": "', "a8f5f167f44f4964", '"'),
        ("client_secret='", MIXED, "'"),
        ("mysql --password=", MIXED, " -u root"),
        ("deploy --token ", MIXED, " now"),
        ("curl -u admin:", MIXED, " https://example.org"),
        ("machine example.org login me password ", MIXED, ""),
        ("//registry.example.org/:_authToken=", "a8f5f167-f44f-4964", ""),
        ("AccountKey=", "Eby8vdM02xNOcqFlqUwJPLlm/BHBek==", ";"),
        ("x-api-key: ", "a8f5f167f44f4964", ""),
        ("Cookie: ", "session=abcdef1234567890", ""),
        ("Authorization: token ", "a8f5f167f44f4964", ""),
        ("DB_PASSWORD=", "abc123", ""),
        ('export API_KEY="', "abc def ghi", '"'),
        ("SECRET_KEY = '", "unsafe-#abc(def", "'"),
        ("postgres://app:", "p@ssw0rd", "@db/shop"),
        ("https://", "a8f5f167f44f4964e6c998dee827110c", "@example.org/a"),
        ("https://", "hooks.slack.com/services/" + "T0000000/B0000000/" + "X" * 20, ""),
        ("", "ya29." + "a" * 30, ""),
        ("", "GOCSPX-" + "a" * 24, ""),
        ("", "whsec_" + "a" * 30, ""),
        ("bot ", "123456789:AA" + "h" * 33, ""),
        ("", "dop_v1_" + "a1" * 30, ""),
        ("", "hvs." + "a" * 30, ""),
        ("", "dckr_pat_" + "a" * 27, ""),
        ("", "MIIEabc\ndefg==\n-----END RSA " + "PRIVATE KEY-----", "\n"),
    ],
)
def test_secrets_are_told_by_what_they_look_like_or_by_their_name(before: str, secret: str, after: str) -> None:
    clean = Redactor().text(before + secret + after)
    assert clean.startswith(f"{before}[redacted: ")
    assert clean.endswith(f" 1]{after}")


@pytest.mark.parametrize(
    "text",
    [
        "TOKEN_URL=https://example.org/oauth",
        "MAX_TOKENS=16000000",
        "password = get_password(user1)",
        "secret: settings.secret1",
        "password: str | None = None",
        'placeholder="password"',
        "the password: see page 12",
        "key: a8f5f167f44f4964e6c998dee827110c",
        "self.token = token2[0]",
        "http://localhost:8080/@vite/client",
        "API_KEY=os.environ['API_KEY']",
    ],
)
def test_code_about_secrets_is_none(text: str) -> None:
    assert Redactor().text(text) == text


def test_what_a_tool_was_given_has_no_identities_and_names_are_cleaned() -> None:
    token = "ghp_" + "a" * 36
    value = {"content": [{"type": "tool_use", "id": token, "input": {"id": token, "headers": {token: [token]}}}]}
    marker = "[redacted: API key 1]"
    assert Redactor().value(value) == {
        "content": [{"type": "tool_use", "id": token, "input": {"id": marker, "headers": {marker: [marker]}}}]
    }


@pytest.mark.no_cover
def test_looking_for_secrets_takes_linear_time() -> None:
    texts = [
        ("A" * 76 + "\n") * 15_000 + "PRIVATE KEY",
        "password=" * 80_000,
        "A" * 800_000 + "TOKEN",
        'secret="' * 80_000,
    ]
    start = time.process_time()
    for text in texts:
        Redactor().text(text)
    assert time.process_time() - start < 15
