"""Secrets go, identities stay."""

import json
import re
import sys
import time

import orjson
import pytest

from tollens.plugins.sessions.source.redaction import Redactor
from tollens.plugins.sessions.source.screens import SCREENS

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
    assert f"[redacted:{kind.replace(' ', '-')}:1]" in clean
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


IDENTITIES = {
    "uuid": "43fb86de-0e88-4ef6-89be-2eca3efe589d",
    "id": "toolu_01A09q90qw90lq917835lq9",
    "message_id": "msg_01A09q90qw90lq917835lq9abcd",
    "requestId": "req_011CT1xvBGRyHkmYW4Y",
    "commit": "3f786850e387550fdab836ed7e6dc881de23001b",
    "integrity": "sha512-" + "Ab3/" * 22 + "==",
    "digest": "sha256:" + "0f" * 32,
    "signature": "ghp_" + "a" * 36,
    "cwd": "/home/dev/sk-learn-and-other-experiments",
}


def test_string_leaves_are_cleaned_at_any_depth_and_identities_stay() -> None:
    token = "ghp_" + "a" * 36
    value = {**IDENTITIES, "message": {"content": [{"text": [token, 1, None]}]}}
    assert Redactor().value(value) == {
        **IDENTITIES,
        "message": {"content": [{"text": ["[redacted:API-key:1]", 1, None]}]},
    }


def test_images_stay_and_what_stands_beside_them_does_not() -> None:
    token = "ghp_" + "a" * 36
    image = {"type": "base64", "media_type": "image/png", "data": f"iVBORw0/{token}", "title": token}
    assert Redactor().value(dict(image)) == {**image, "title": "[redacted:API-key:1]"}


def test_an_unfinished_key_is_taken_to_the_end() -> None:
    assert Redactor().text("-----BEGIN PRIVATE KEY-----\nMIIB\nMIIC") == "[redacted:private-key:1]"


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
        ("mysql -u root -p", "hunter2", " shop"),
        ("mysqldump --single-transaction -p'", "hunter2", "' shop > out.sql"),
        ("mariadb-dump -uroot -p", "123456", " shop"),
        ("docker login -u me -p ", "hunter2x", " registry.example.org"),
        ("podman login -p=", "hunter2x", " x"),
        ("openssl enc -aes-256-cbc -pass pass:", "hunter2x", " -in a"),
        ("openssl pkcs12 -passin pass:", "hunter2x", ""),
        ("openssl rsa -passout 'pass:", "hunter2x", "'"),
        ("tool --pass ", MIXED, " run"),
        ("tool --pass=", MIXED, ""),
        ("echo ", "hunter2", " | sudo -S apt install x"),
        ("echo '", "hunter2", "' |sudo -kS true"),
        ("printf '%s\\n' ", "hunter2", " | sudo -u root -S true"),
        ("sudo -S true <<< ", "hunter2", ""),
        ("_auth=", "dXNlcjpwYXNz" + "d29yZDE=", ""),
        ("//registry.example.org/:_auth = ", "dXNlcjpwYXNz" + "d29yZDE=", ""),
        ("https://a.blob.example.net/c/f?sv=2022&sig=", "Zx9%2Bab" * 5 + "%3D", "&se=2026"),
        ("https://b.example.org/f?X-Amz-Date=1&X-Amz-Signature=", "0f" * 32, ""),
        ("https://b.example.org/f?X-Goog-Signature=", "0f" * 64, ""),
        ("https://b.example.org/f?a=1&token=", MIXED, "&b=2"),
        ('{"pass": "', MIXED, '"}'),
        ("{'pwd': '", MIXED, "'}"),
        ("dbPass = '", MIXED, "'"),
        ('credentials: "', MIXED, '"'),
        ("DB_PASS=", "abc123", ""),
        ("FTP_PWD='", "abc123", "'"),
        ("", "MIIEabc\ndefg==\n-----END RSA " + "PRIVATE KEY-----", "\n"),
    ],
)
def test_secrets_are_told_by_what_they_look_like_or_by_their_name(before: str, secret: str, after: str) -> None:
    clean = Redactor().text(before + secret + after)
    assert clean.startswith(f"{before}[redacted:")
    assert clean.endswith(f":1]{after}")


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
        "password = input()",
        "    pass\n    x = 1",
        "pass = input('pass: ')",
        "run --pass --verbose",
        "run --pass\nthen more2go on",
        "run --pass ./file2read.txt",
        "--- PASS: TestLogin123 (0.00s)",
        '{"pass": 12, "fail": 3}',
        '{"pass": "all 12 tests"}',
        '{"PWD": "/home/dev/shop1234"}',
        '{"pwd": "C:\\\\shop1234"}',
        "OLD_PWD=/home/dev/shop1",
        "fetch(url, { credentials: 'same-origin' })",
        'bearer: "none"',
        "docker run --name mysql -p3306:3306 mysql:8",
        "docker run mysql -p 127.0.0.1:3306:3306",
        "mysql -u root -p shop",
        "mysql -u root -p$PASSWORD shop",
        'mysql -p"$PASSWORD" shop',
        "mysql -P3306 -h db",
        "docker login -u me --password-stdin",
        "docker login -p $TOKEN",
        "echo y | docker login",
        "openssl enc -pass env:PASSWORD",
        "openssl enc -pass pass:$PASSWORD",
        "echo done | sudo tee /etc/x",
        "echo $PASSWORD | sudo -S true",
        "self._auth = BasicAuth1",
        "_auth = HTTPBasicAuth(user, pw1)",
        "?sig={sig}&signature=$SIG",
        "def f(sig=inspect.signature(function1)): ...",
        "bypass: 'abcdef123456'",
        "compass = 'abcdef123456'",
    ],
)
def test_code_about_secrets_is_none(text: str) -> None:
    assert Redactor().text(text) == text


def test_names_of_members_are_cleaned_as_well() -> None:
    token = "ghp_" + "a" * 36
    value = {"content": [{"type": "tool_use", "id": "t1", "input": {"headers": {token: [token]}}}]}
    marker = "[redacted:API-key:1]"
    assert Redactor().value(value) == {
        "content": [{"type": "tool_use", "id": "t1", "input": {"headers": {marker: [marker]}}}]
    }


@pytest.mark.parametrize(
    ("name", "held", "kind"),
    [
        ("password", MIXED, "assigned-secret"),
        ("dbPassword", MIXED, "assigned-secret"),
        ("refreshToken", MIXED, "assigned-secret"),
        ("Cookie", "session=abcdef1234567890; csrf=1", "header-with-a-secret"),
        ("pwd", MIXED, "assigned-secret"),
        ("pass", MIXED, "assigned-secret"),
        ("dbPass", MIXED, "assigned-secret"),
        ("db_pwd", MIXED, "assigned-secret"),
        ("credentials", MIXED, "assigned-secret"),
        ("bearer", MIXED, "assigned-secret"),
        ("Authorization", "Basic dXNlcjpwYXNzd29yZA==", "bearer-token"),
    ],
)
def test_a_string_is_judged_by_the_name_of_its_member(name: str, held: str, kind: str) -> None:
    (clean,) = Redactor().value({name: held}).values()  # type: ignore[attr-defined]
    assert clean.endswith(f"[redacted:{kind}:1]")
    assert held.split()[-1] not in clean
    assert Redactor().value({"title": held}) == {"title": held}


def test_plain_words_under_such_a_name_stay() -> None:
    value = {"password": "string", "token": "import", "secret": "x" * 700, "cookie": "no", "max_tokens": 4096}
    assert Redactor().value(dict(value)) == value


def test_a_private_key_over_the_lines_of_a_patch_is_taken_out_whole() -> None:
    lines = [
        " import os",
        "+-----BEGIN RSA " + "PRIVATE KEY-----",
        "+MIIEowIBAAKCAQEA7bq2",
        "+-----END RSA " + "PRIVATE KEY-----",
    ]
    redactor = Redactor()
    clean = redactor.value({"lines": [*lines, " x = 1", 7]})
    assert isinstance(clean, dict)
    assert clean["lines"][0] == " import os"
    assert all("[redacted:private-key:" in line for line in clean["lines"][1:4])
    assert clean["lines"][4:] == [" x = 1", 7]
    mention = ["check '-----BEGIN " + "PRIVATE KEY-----'", "if (line) { return 1 }"]
    assert Redactor().value(list(mention))[1] == mention[1]  # type: ignore[index]


def test_homes_and_addresses_are_taken_out_on_request() -> None:
    text = (
        "/home/ada/shop/a.py C:\\Users\\Ada\\x ada.l@example.org git@github.com:o/r ~/.claude/projects/-home-ada-shop"
    )
    assert Redactor().text(text) == text
    clean = Redactor(b"k" * 16, ("home", "email")).text(text)
    tag = clean.split("/home/[redacted:home:")[1][:10]
    assert clean.startswith(f"/home/[redacted:home:{tag}]/shop/a.py C:\\Users\\[redacted:home:")
    assert f"projects/-home-[redacted:home:{tag}]-shop" in clean
    assert "ada" not in clean.replace("-shop", "").lower()
    assert "git@github.com:o/r" in clean


def test_tags_are_told_by_the_key_and_numbers_where_there_is_none() -> None:
    one, same, other = Redactor(b"a" * 16), Redactor(b"a" * 16), Redactor(b"b" * 16)
    text = "Bearer aaaaaaaaaaaaaaaa"
    assert one.text(text) == same.text(text) != other.text(text)
    assert Redactor().text(text) == "Bearer [redacted:bearer-token:1]"


def test_nothing_is_taken_out_when_it_is_off() -> None:
    off = Redactor(off=True)
    value = {"a": "Bearer aaaaaaaaaaaaaaaa"}
    assert not off.suspects(b'{"a":"Bearer aaaaaaaaaaaaaaaa \\u0041"}')
    assert off.value(dict(value)) == value
    assert not off.counts


@pytest.mark.parametrize("escaped", [False, True])
@pytest.mark.parametrize("nested", [0, 1, 2])
@pytest.mark.parametrize("kind", SECRETS)
def test_a_line_of_json_that_holds_a_secret_is_suspected(kind: str, nested: int, escaped: bool) -> None:
    held: object = {"a": SECRETS[kind], "password": MIXED}
    for _ in range(nested):
        held = {"inner": json.dumps(held)}
    line = json.dumps(held)
    if escaped:
        line = line.replace("/", "\\/")
    assert Redactor().suspects(line.encode())
    assert MIXED not in json.dumps(Redactor().value(held))


@pytest.mark.parametrize(
    "name",
    [
        "token",
        "auth_token",
        "API_KEY",
        "password",
        "client_secret",
        "private-key",
        "pwd",
        "db_pass",
        "credentials",
        "bearer",
    ],
)
@pytest.mark.parametrize(
    "shape",
    [
        {"name": "NAME", "value": MIXED},
        {"value": MIXED, "key": "NAME"},
        {"key": "NAME", "value": {"stringValue": MIXED}},
        {"NAME": [MIXED]},
        {"text": f"<NAME>{MIXED}</NAME>"},
        {"text": f"https://example.org/a?b=1&NAME={MIXED}"},
        {"text": json.dumps({"NAME": MIXED})},
    ],
)
def test_a_line_is_suspected_where_its_value_holds_a_secret(shape: dict[str, object], name: str) -> None:
    line = json.dumps(shape).replace("NAME", name)
    if MIXED not in json.dumps(Redactor().value(json.loads(line))):
        assert Redactor().suspects(line.encode())


@pytest.mark.parametrize("escaped", [False, True])
@pytest.mark.parametrize("nested", [0, 1, 2])
@pytest.mark.parametrize("kind", SECRETS)
def test_a_sweep_finds_the_line_that_holds_a_secret(kind: str, nested: int, escaped: bool) -> None:
    pytest.importorskip("hyperscan")
    held: object = {"a": SECRETS[kind]}
    for _ in range(nested):
        held = {"inner": json.dumps(held)}
    line = json.dumps(held)
    if escaped:
        line = line.replace("/", "\\/")
    before = b'{"tokens":1,"a":"no secretary is here"}\n'
    found = Redactor(swept=0).places(before * 3 + line.encode() + b"\n" + before, 0)
    assert any(len(before) * 3 <= place < len(before) * 3 + len(line) for place in found or ())


@pytest.mark.parametrize("row", [row for rows in SCREENS.values() for row in rows])
def test_the_letters_of_every_screen_can_be_written_out(row: str) -> None:
    head = row.split("~")[0]
    assert not re.search(r"[*+?{}()|^$]", re.sub(r"\\.|\[[^\]]*\]", "", head)), "of one length, a letter at a place"


def test_what_a_small_file_or_one_without_redaction_is_not_swept_for() -> None:
    line = json.dumps({"a": SECRETS["bearer token"]}).encode()
    assert Redactor().places(line, len(line)) is None
    assert Redactor(off=True).places(line, 1 << 30) == []


def test_without_the_library_lines_are_looked_at_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hyperscan", None)
    assert Redactor(swept=0).places(b'{"a":"Bearer aaaaaaaaaaaaaaaa"}', 0) is None


def test_a_letter_that_need_not_be_escaped_is_suspected() -> None:
    assert Redactor().suspects(rb'{"a":"\u0067hp_x"}')
    assert not Redactor().suspects(rb'{"a":"\u001b[0m \u00e9"}')


@pytest.mark.no_cover
def test_looking_for_secrets_takes_linear_time() -> None:
    texts = [
        ("A" * 76 + "\n") * 3_750 + "PRIVATE KEY",
        "password=" * 20_000,
        "A" * 200_000 + "TOKEN",
        'secret="' * 20_000,
        "eyJ-" * 50_000,
        "sk-" * 62_500,
        "sk-a " * 40_000 + "\n",
        "TOKEN=" * 25_000 + "(",
        "-----BEGIN " + "PRIVATE KEY-----" + "a" * 200_000,
        ("-----BEGIN " + "PRIVATE KEY-----") * 7_500,
        "curl -u " * 25_000,
        "a://b:" * 32_500,
        "://" + "a" * 200_000 + "@",
        "machine x login " * 12_500,
        "/home/" * 32_500,
        "a." * 100_000 + "@",
        "a@" * 100_000,
        "token: " * 25_000,
        "Cookie: " + "x; " * 75_000,
        "mysql " * 32_500,
        "mysql -p" * 25_000,
        "docker login " * 15_000,
        "echo a | sudo -" * 12_500 + "S",
        "sudo -S " * 25_000,
        "A_" * 100_000 + "PASS=",
        "A_PASS=" * 25_000,
        "pass=" * 37_500,
        "--pass pass:" * 15_000,
        "?sig=" * 37_500,
        "_auth=" * 32_500,
    ]
    start = time.process_time()
    for text in texts:
        Redactor(b"", ("home", "email")).text(text)
        Redactor().suspects(text.encode())
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    "value",
    [
        {"key": "db.password", "value": {"stringValue": "hunter22xyz"}},
        {"name": "DB_PASSWORD", "value": "hunter22xyz"},
        {"password": ["hunter22xyz"]},
        {"password": {"value": "hunter22xyz"}},
        {"mimeType": "text/plain", "data": "ghp_" + "a1" * 18},
        {"text": "GET /x?page=1&access_token=hunter22xyz&y=2"},
        {"text": "<password>hunter22xyz</password>"},
        {"text": "aws_session_token = " + "hunter22xyz" * 4},
        {"text": "\x1b[01;31m\x1b[Kghp_" + "a1" * 18},
        {"text": "\x1b[31mghp_" + "a1" * 18},
    ],
)
def test_secrets_in_pairs_lists_addresses_and_colours_are_seen(value: dict[str, object]) -> None:
    redactor = Redactor()
    assert redactor.suspects(json.dumps(value).encode())
    cleaned = json.dumps(redactor.value(value))
    assert "[redacted" in cleaned
    assert "hunter22" not in cleaned
    assert "a1a1" not in cleaned


@pytest.mark.parametrize(
    "value",
    [
        {"key": "tokens", "value": {"stringValue": "12345678abc"}},
        {"token_usage": {"model": "claude-sonnet-4-5", "value": 3}},
        {"text": "f'{url}?token={token}' and ?token=$TOKEN"},
        {"text": "<token>{value}</token>"},
    ],
)
def test_names_like_those_of_secrets_take_nothing_away(value: dict[str, object]) -> None:
    assert json.dumps(Redactor().value(json.loads(json.dumps(value)))) == json.dumps(value)


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_what_stands_escaped_in_json_within_a_text_is_found(levels: int) -> None:
    held: object = {"command": 'echo "a\n\tb"\nmysql -uroot -pS3cretPw db\nAuthorization: Basic dXNlcjpwYXNzd29yZA=='}
    for _ in range(levels):
        held = {"arguments": orjson.dumps(held).decode(), "plain": '{"n": 1.50, "text": "a\\nb"}'}
    told = orjson.dumps(Redactor().value(held)).decode()
    assert "S3cretPw" not in told and "dXNlcjpwYXNz" not in told
    assert r"\"n\": 1.50" in told, "a text without secrets stays as it is written"


def test_a_text_that_is_no_json_or_too_deep_is_a_text() -> None:
    text = '{"a": \\ mysql -uroot -pS3cretPw db'
    assert "S3cretPw" not in str(Redactor().value({"a": text}))
    deep = "[" * 600 + '"\\nx ghp_' + "a1B2" * 9 + '"' + "]" * 600
    assert "a1B2a1B2" not in str(Redactor().value([deep]))
