"""What secrets look like: typed rules, each with screens that cost next to nothing where there is none.

A rule is a pattern whose group `secret` is what is replaced. Patterns are slow; a text in which no screen of a rule
finds anything holds nothing that its pattern would find. Screens also judge a record by its line of JSON, where a
quotation mark stands behind a backslash. Each looks for one letter first, as rare a one as there is, because that is
what a regular expression finds at the speed of memory; what stands before the letter is asked for afterwards. The time
that a pattern takes grows with the text, not with its square.
"""

import re
from typing import NamedTuple

SCREENS: dict[str, str] = {
    "b": r"b(?:earer|asic)[\\\s]",
    "c": r"c(?:(?<=sec)ret|url\b)",
    "g": r"g(?:h[pousr]_[a-z0-9]{30}|ithub_pat_|lpat-|ocspx-|(?<=sg)\.[\w-]{16})",
    "k": r"k(?:(?<=tok)en(?:[\"'\\ ]{0,10}[:=,>}]|(?<=[ -]token)[\s\"'\\])"
    r"|ey(?:(?<=apikey)|(?<=api.key)|(?<=privatekey)|(?<=private.key)|(?<=accesskey)|(?<=access.key)"
    r"|(?<=signing.key)|(?<=encryption.key)|(?<=accountkey))"
    r"|(?<=cook)ie[\"'\\]{0,8}\s{0,3}[:,}]|-(?<=sk-)[a-z0-9_-]{20}|_(?<=[srp]k_)(?:live|test)_|r_pat_(?<=dckr_pat_)"
    r"|s\.slack(?<=hooks\.slack))",
    "p": r"p(?:ass|hr)(?:(?<=sshpass)|ase(?<=passphrase))",
    "v": r"v(?:(?<=hv)s\.|1_(?<=do[op]_v1_)|ate key(?<=private key))",
    "w": r"w(?:(?<=passw)(?:or)?d|d(?<=;pwd)=)",
    "x": r"x(?:ox[abposr]-|app-)",
    "y": r"y(?:a29\.|(?<=py)pi-)",
    "_": r"_(?=[a-z0-9+/\\]{16})(?:(?<=npm_)|(?<=hf_)|(?<=whsec_)|(?<=shp(?:at|ca|pa|ss)_)|(?<=lin_api_))",
    "url": r":\\?/\\?/[^\s/@\"']{0,700}@",
    "A": r"A(?:[KS]IA[0-9A-Z]{16}|Iza[\w-]{35}|(?<=:A)A[\w-]{32})",
    "J": r"J(?<=eyJ)[\w-]{10,2000}+\.eyJ",
    "home": r"/home/|[/\\]users[/\\]|-(?:home|users)-",
    "email": r"@",
}
"""What each screen looks for, in lower-case text; those with names in upper case in the text as it is."""

NEEDED = {"url": "@", "email": "@"}
"""A letter without which a screen finds nothing, where it is rarer than the one that the screen begins with."""

ON_REQUEST = ("home", "email")
"""Kinds that are replaced only where that is asked for."""


class Rule(NamedTuple):
    """A kind of secret, the screens of which one must find something, and the pattern that tells the secret."""

    kind: str
    screens: tuple[str, ...]
    pattern: re.Pattern[str]


def _rule(kind: str, screens: str, *parts: str) -> Rule:
    return Rule(kind, tuple(screens.split()), re.compile("".join(parts), re.ASCII))


_NAMED = (
    r"(?:password|passwd|passphrase|secret|(?:api|secret|private|access|signing|encryption)[_-]?key"
    r"|(?:auth|access|refresh|session|bot|id)[_-]?token|(?<![a-z])token)"
)
_MIXED = r"(?=[^\s\"']{0,200}[0-9])(?=[^\s\"']{0,200}[A-Za-z])"
"""Letters and digits: what people choose as a secret, and words of code rarely are."""

KEY_BODY = r"[\w\s+/=:,.\\\"'|>→-]"
"""What stands between the first and the last line of a private key, as it is shown: numbered, quoted, in a patch."""

RULES: tuple[Rule, ...] = (
    _rule(
        "private key",
        "v",
        rf"(?P<secret>-----BEGIN [A-Z ]{{0,30}}PRIVATE KEY(?: BLOCK)?-----{KEY_BODY}*?"
        rf"(?:-----END [A-Z ]{{0,30}}PRIVATE KEY(?: BLOCK)?-----|(?!{KEY_BODY})))",
    ),
    _rule(
        "private key",
        "v",
        r"\A(?P<secret>(?:[ \t+-]*(?:\d{1,6}[\t→])?[A-Za-z0-9+/=]{1,80}[ \t\r]*\n){1,200}"
        r"[ \t+]*(?:\d{1,6}[\t→])?-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)",
    ),
    _rule(
        "AWS secret",
        "c k",
        r"(?i)aws[_ ]?(?:secret[_ ]?(?:access[_ ]?)?key|session[_ ]?token)[\"']?(?:\s{0,3}\[[^\]\n]{0,40}\])?"
        r"\s{0,9}[:=]\s{0,9}[\"']?(?P<secret>[A-Za-z0-9/+=]{30,})",
    ),
    _rule(
        "API key",
        "A J c g k v x y _",
        r"(?P<secret>(?:(?<![A-Za-z0-9])|(?<=[0-9\[]m)|(?<=\[K))(?:(?<![\w-])sk-(?:(?=[A-Za-z_-]{0,200}[0-9])|(?=(?:ant|proj|or|svcacct|admin)-))[A-Za-z0-9_-]{20,}"
        r"|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{22,}"
        r"|glpat-[\w-]{20,}|xox[abposr]-[A-Za-z0-9-]{10,}|AIza[\w-]{35}|(?:AKIA|ASIA)[0-9A-Z]{16}"
        r"|npm_[A-Za-z0-9]{36}|pypi-[\w-]{40,}|hf_[A-Za-z0-9]{30,}|[srp]k_(?:live|test)_[A-Za-z0-9]{16,}"
        r"|xapp-[A-Za-z0-9-]{10,}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}|whsec_[A-Za-z0-9+/=]{20,}|do[op]_v1_[a-f0-9]{40,}"
        r"|shp(?:at|ca|pa|ss)_[A-Za-z0-9]{20,}|hvs\.[\w-]{20,}|dckr_pat_[\w-]{20,}|lin_api_[A-Za-z0-9]{30,}"
        r"|AGE-SECRET-KEY-1[A-Z0-9]{40,}|\d{8,10}:AA[\w-]{32,34}(?![\w-])"
        r"|hooks\.slack\.com/services/T\w{6,}/B\w{6,}/\w{16,}"
        r"|SG\.[\w-]{16,}\.[\w-]{16,}|(?<![\w-])eyJ[\w-]{10,2000}+\.eyJ[\w-]{10,4000}+\.[\w-]{10,}))",
    ),
    _rule(
        "bearer token",
        "b k",
        r"(?i)\b(?:bearer|authorization[\"']?\s{0,9}:\s{0,9}[\"']?(?:basic|token))\s{1,9}"
        r"(?P<secret>[A-Za-z0-9._~+/=-]{12,})",
    ),
    _rule(
        "password in a URL",
        "url",
        r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@\"']{0,200}:(?P<secret>[^\s/\"']{1,500})@",
    ),
    _rule(
        "token in a URL",
        "c k w",
        r"(?i)[?&](?:[a-z0-9_.-]{0,40}(?:token|api[_-]?key|secret|passw(?:or)?d))="
        r"(?P<secret>[^\s&\"'<>#`$(){}\[\]\\]{8,500})",
    ),
    _rule("token in a URL", "url", r"://(?P<secret>[A-Za-z0-9_-]{20,500})(?=(?::[^\s/@\"']{0,500})?@)"),
    _rule(
        "header with a secret",
        "k",
        r"(?i)\b(?:(?:x-api-key|api-key|x-auth-token|private-token)[\"']?\s{0,3}:\s{0,3}[\"']?"
        r"(?P<secret>[^\s\"'$<]{12,}))",
    ),
    _rule(
        "header with a secret",
        "k",
        r"(?i)\b(?:set-)?cookie[\"']?\s{0,3}:\s{0,3}[\"']?(?P<secret>(?=[^\s\"'$<]{12})[^\n\"'$<]+)",
    ),
    _rule(
        "assigned secret",
        "c k w",
        r"\b[A-Z0-9_]*(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|(?:SECRET|PRIVATE|ACCESS|SIGNING|ENCRYPTION)_KEY)"
        r"(?:=|\s{0,3}=\s{0,3}(?=[\"']))(?:\"(?=[^\"\n$`]{6,}\")|'(?=[^'\n]{6,}'))?"
        r"(?P<secret>(?<=\")[^\"\n]+|(?<=')[^'\n]+|[^\s\"'$<`,;(){}\[\]]{6,}(?![\w([.]))",
    ),
    _rule(
        "assigned secret",
        "c k p w",
        rf"(?i){_NAMED}(?:\\{{0,3}}[\"'])?\s{{0,3}}[:=]\s{{0,3}}\\{{0,3}}[\"']"
        rf"(?P<secret>{_MIXED}(?:[^\s\"'$<`(){{}}\[\]\\]|\\(?![\"'\\])){{8,500}})\\{{0,3}}[\"']",
    ),
    _rule(
        "assigned secret",
        "c k w",
        r"(?:(?i:passw(?:or)?d|secret)\s{0,1}[:=]\s{0,1}|_authToken=|AccountKey=|(?<=;)(?i:pwd)=)"
        rf"(?P<secret>{_MIXED}[A-Za-z0-9_~+/=!@#%^&*-]{{8,500}})(?![.(\[\w])",
    ),
    _rule(
        "secret on a command line",
        "c k p w",
        r"(?:--(?:password|passwd|token|api-?key|secret|client-secret|auth-token|access-token)(?:=|\s{1,3})[\"']?"
        r"|\bsshpass\s{1,3}-p\s{0,3}[\"']?"
        r"|\bcurl\b[^\n|;&]{0,300}?\s(?:-u|--user)\s{0,3}[\"']?[^\s:\"']{1,100}:"
        r"|\bmachine\s{1,3}\S{1,200}\s{1,3}login\s{1,3}\S{1,200}\s{1,3}password\s{1,3})"
        r"(?P<secret>[^\s\"'$<`-][^\s\"'$<`]{5,500})",
    ),
    _rule(
        "assigned secret",
        "c k w",
        r"(?i)<(?P<member>[\w:.-]{0,40}(?:password|passwd|secret|token|api[_-]?key))>"
        r"(?P<secret>[^\s<>$`{}]{8,500})</(?P=member)>",
    ),
    _rule(
        "home",
        "home",
        r"(?:(?:/home|/Users|\b[A-Za-z]:[\\/]{1,2}Users)[\\/]{1,2}|[\\/]projects[\\/]{1,2}-(?:home|Users)-)"
        r"(?P<secret>(?<=-)[\w.]{1,64}|(?<![-])[^\s\\/\"'`:;,<>|*?()\[\]{}]{1,64})",
    ),
    _rule(
        "email",
        "email",
        r"(?<![\w.+-])(?!git@)(?P<secret>[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[A-Za-z]{2,24})\b",
    ),
)

SECRET_NAME = re.compile(rf"(?ia){_NAMED}|cookie|authorization|x-api-key")
"""Names of members whose strings are judged together with the name."""
