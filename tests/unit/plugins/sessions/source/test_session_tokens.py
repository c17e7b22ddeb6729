"""Keys of services, headers, lines and files that hold a secret: each is found, in a text, in JSON and in a sweep."""

import json

import pytest

from tollens.plugins.sessions.source.redaction import Redactor

HEX, MIX, LOW = "a1b2c3d4e5f60718" * 8, "aB3dE6gH9jK2" * 20, "ab3de6gh9jk2" * 20

STARTS = [
    ("gldt-", MIX[:20]), ("glrt-", MIX[:20]), ("glcbt-", f"64_{MIX[:20]}"), ("gsk_", MIX[:52]), ("xai-", MIX[:80]),
    ("pplx-", MIX[:48]), ("r8_", MIX[:37]), ("hcaik_", LOW[:58]), ("NRAK-", MIX[:27].upper()), ("glsa_", MIX[:32]),
    ("glc_", MIX[:60]), ("sntrys_", MIX[:90]), ("sntryu_", MIX[:64]), ("HRKU-", "1a2b3c4d-1234-4234-8234-0123456789ab"),
    ("FlyV1 fm2_", MIX[:80]), ("nfp_", MIX[:36]), ("sbp_", HEX[:40]), ("pscale_tkn_", MIX[:43]), ("napi_", LOW[:64]),
    ("dapi", HEX[:32]), ("pul-", HEX[:40]), ("LTAI", MIX[:20]), ("hvb.", MIX[:90]), ("ops_eyJ", MIX[:90]),
    ("rubygems_", HEX[:48]), ("figd_", MIX[:40]), ("ntn_", MIX[:46]), ("secret_", MIX[:43]), ("ATATT3", MIX[:180]),
    ("ATBB", MIX[:32]), ("PMAK-", f"{HEX[:24]}-{HEX[:34]}"), ("key-", HEX[:32]),
    ("SK", HEX[:32]), ("sq0atp-", MIX[:22]), ("sq0csp-", MIX[:43]), ("dp.pt.", MIX[:43]), ("dp.st.", f"dev.{MIX[:43]}"),
    ("oy2", LOW[:43]),
]  # fmt: skip

TEXTS = [
    (f"{MIX[:14]}.atlasv1.{MIX[:64]}", MIX[:64]),
    (f"https://discord.com/api/webhooks/123456789012345678/{MIX[:68]}", MIX[:68]),
    (f"eyJ{MIX[:30]}.{MIX[1:60]}.{MIX[2:18]}.{MIX[3:90]}.{MIX[4:26]}", MIX[3:90]),
    (f'{{"auths": {{"https://index.docker.io/v1/": {{"auth": "{MIX[:40]}=="}}}}}}', MIX[:40]),
    (f"https://maps.example.org?key={MIX[:32]}", MIX[:32]),
    (f"private key: 0x{HEX[:64]}", HEX[:64]),
    (f"[Interface]\nPrivateKey = {MIX[:43]}=\nPresharedKey = {MIX[1:44]}=", MIX[1:44]),
    (f'{{"kty": "EC", "d": "{MIX[:43]}"}}', MIX[:43]),
    (f"Private-Lines: 2\n{MIX[:64]}\n{MIX[5:35]}\nPrivate-MAC: 1", MIX[5:35]),
    (f"---- BEGIN SSH2 ENCRYPTED {'PRIVATE'} KEY ----\n{MIX[:64]}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----", MIX[:64]),
    ("seed phrase: abandon ability able about above absent absorb abstract absurd abuse access acid", "absurd abuse"),
    (f"Authorization: ApiKey {MIX[:40]}", MIX[:40]),
    (f"authorization: {MIX[:40]}", MIX[:40]),
    (f"X-CSRF-Token: {MIX[:32]}", MIX[:32]),
    (f"x-amz-security-token: {MIX[:99]}", MIX[:99]),
    (f"SECRET_KEY_BASE={HEX}", HEX),
    (f"AZURE_DEVOPS_EXT_PAT={LOW[:52]}", LOW[:52]),
    (f"NPM_AUTH={MIX[:30]}", MIX[:30]),
    (f"APP_KEY=base64:{MIX[:43]}=", MIX[:43]),
    (f"SUPABASE_SERVICE_ROLE_KEY='{MIX[:40]}'", MIX[:40]),
    (f"CREDENTIALS={MIX[:20]}", MIX[:20]),
    (f"Endpoint=sb://x/;SharedAccessKey={MIX[:43]}=", MIX[:43]),
    (f"db:\n  token: {MIX[:32]}\n  port: 1", MIX[:32]),
    (f"ansible_ssh_pass={MIX[:10]}", MIX[:10]),
    ("password: hunter2", "hunter2"),
    (f"curl -s -b 'session={MIX[:32]}' https://example.org", MIX[:32]),
    (f"redis-cli -h db -a {MIX[:12]} ping", MIX[:12]),
    (f"echo {MIX[:12]} | docker login -u me --password-stdin", MIX[:12]),
    (f"htpasswd -bc users me {MIX[:10]}", MIX[:10]),
    (f"jdbc:oracle:thin:scott/{MIX[:10]}@db:1521", MIX[:10]),
]
ALL = [(f"x {start}{rest} y", rest) for start, rest in STARTS] + TEXTS


@pytest.mark.parametrize(("text", "secret"), ALL)
def test_it_is_taken_out_wherever_it_stands(text: str, secret: str) -> None:
    redactor = Redactor(b"k")
    assert secret not in redactor.text(text)
    assert redactor.counts.total() >= 1
    for held in ({"a": text}, {"a": json.dumps({"b": text})}):
        line = json.dumps(held)
        assert Redactor().suspects(line.encode())
        assert secret not in json.dumps(Redactor().value(json.loads(line)))


def test_a_sweep_finds_each() -> None:
    pytest.importorskip("hyperscan")
    redactor = Redactor(swept=0)
    for text, _ in ALL:
        assert redactor.places(json.dumps({"a": json.dumps({"b": text})}).encode(), 0), text


@pytest.mark.parametrize(
    "text",
    [
        "gsk_test", f"monkey-{HEX[:32]}", f"dapi{HEX[:40]}", "secret_name_of_the_thing", "key-value", "LTAIs are short",
        f"commit {HEX[:40]}", f"sha256:{HEX[:64]}", "authorization: required", "Authorization: Bearer $TOKEN",
        "token: string", "token: Token", "  token: ${{ secrets.TOKEN }}", "curl -b cookies.txt https://example.org",
        "GOOGLE_APPLICATION_CREDENTIALS=/etc/key1.json", "d = compute_d(x)", 'kty "d": "short"', "?key=value",
        "redis-cli -a $PASS ping", "echo done | tee log", "PRIVATE KEY of the house", "AUTH_KEY=os.environ9[x]",
        "CACHE_KEY=user_1234567890123", "private key: see below",
    ],
)  # fmt: skip
def test_what_only_looks_like_one_stays(text: str) -> None:
    assert Redactor(b"k").text(text) == text


@pytest.mark.parametrize("name", ["password", "db_password", "Passphrase", "userPassword", "ssh-passwd"])
def test_a_member_that_is_a_password_by_its_name_alone_is_one(name: str) -> None:
    value = Redactor(b"k").value({"input": {name: "swordfish", "note": "swordfish"}})
    assert value["input"][name].startswith("[redacted:assigned-secret:")  # type: ignore[index]
    assert value["input"]["note"] == "swordfish"  # type: ignore[index]
    assert Redactor().suspects(json.dumps({name: "swordfish"}).encode())


@pytest.mark.parametrize(
    ("name", "held"),
    [
        ("password", "string"),
        ("password", "Enter your password"),
        ("password", "${DB_PASSWORD}"),
        ("password", "********"),
        ("password", "abc"),
        ("passwords", "swordfish"),
        ("password_hint", "swordfish"),
        ("compass", "north-west"),
    ],
)
def test_a_member_that_is_no_password_stays(name: str, held: str) -> None:
    assert Redactor(b"k").value({name: held}) == {name: held}
