"""Secrets go, identities stay."""

import pytest

from tollens.plugins.sessions.redaction import Redactor

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
