"""What each finding of reading means, and why it matters (§2.2, §16): as title and prose do for a rule."""

EXPLANATIONS: dict[str, tuple[str, str]] = {
    "WIRE001": (
        "A trace is a JSON object in UTF-8",
        "The bytes are no trace: no UTF-8, no JSON, no object, or past a limit (700 levels, integers of 4,300 digits). "
        "Nothing else can be said about the file.",
    ),
    "WIRE002": (
        "Each member occurs once",
        "Of two members with one name readers keep different ones, so that two people see two traces in one file.",
    ),
    "WIRE003": (
        "Numbers are numbers of JSON",
        "NaN, infinities and numbers beyond the range of a double are no JSON (§2.2): other readers refuse the file or "
        "read another value.",
    ),
    "WIRE004": (
        "Text is whole characters",
        "Half of a surrogate pair has no UTF-8 form, so the trace has no content hash and cannot be signed (§12.4).",
    ),
    "WIRE005": (
        "A byte order mark is not needed",
        "It was skipped. Some readers take it for a part of the text and refuse the file.",
    ),
    "WIRE010": (
        "Required members are there",
        "A field that the text does not mark as an option or a list is required: without it the element says less than "
        "its type promises.",
    ),
    "WIRE011": (
        "Each value has the type that the text gives it",
        "Lists are empty or absent, never null (§5.1); integers have no fraction; identifiers of actions are integers "
        "and those of artifacts strings.",
    ),
    "WIRE012": (
        "Closed lists of words are closed",
        "A word that the text does not list has no meaning that a checker could rely on (§16.4). Such an element is "
        "kept, and counts as evidence for nothing.",
    ),
    "WIRE013": (
        "Each element is of a kind that the text knows",
        "The tag (`artifact_type`, `category`, `kind`) decides what the other members mean (§16.4). An element with an "
        "unknown one is kept, and counts as evidence for nothing.",
    ),
    "WIRE014": (
        "Members stand only where they belong",
        "A payload aligned with its artifact type, gateway fields on gateways: impossible combinations must not be "
        "written (§7.2).",
    ),
    "WIRE015": (
        "What is said twice is said alike",
        "The status of a verification result and the tag of its result name one verdict (§10.4). Which of two that "
        "differ holds, nobody can tell.",
    ),
    "WIRE020": (
        "Members that the text does not know are kept",
        "They are neither read nor checked, and stay in the file when it is rewritten.",
    ),
    "WIRE021": (
        "Alternative spellings are read",
        "Earlier versions and other tools spell some names otherwise. `tollens upgrade` writes the text's own.",
    ),
    "WIRE030": (
        "The file is of a version that is known here",
        "What a later version added is kept, and neither read nor checked.",
    ),
    "WIRE031": (
        "The version is one that can be read",
        "A later major version may mean other things by the same names, so no verdict about it can be given here.",
    ),
    "FILE001": (
        "The file can be read",
        "It is missing, is a folder, may not be read, or needs a part of tollens that is not installed.",
    ),
}
"""Title and prose by code. Section and hint stand with each finding."""
