"""What each finding of reading and of upgrading means, and why it matters (§2.2, §13.7, §16), as rules say it."""

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
        "What cannot be read cannot be judged; other files are.",
    ),
    "UPG001": (
        "An entry of the residual list that is no object stays",
        "Only an object can become a Residual artifact (§13.7). Correct it by hand and upgrade again.",
    ),
    "UPG002": (
        "A Residual artifact wins over the entry with its id",
        "The surface is deduped by id (§13.7). The statement of the entry that goes is repeated in the remark.",
    ),
    "UPG003": (
        "An exact copy of an earlier entry is left out",
        "Nothing is lost: the first of the two was folded, and says the same.",
    ),
    "UPG004": (
        "An entry without an id gets one",
        "Actions and artifacts refer to artifacts by their ids, so each has one (§7.1).",
    ),
    "UPG005": (
        "An entry whose id is taken gets another",
        "Two artifacts with one id would make every reference to it ambiguous. What referred to the entry now refers "
        "to the first holder of the id: check it.",
    ),
    "UPG006": (
        "A reference that leads nowhere makes no parent",
        "It stays in the payload; `derived_from` names only what is in the trace (§7.3).",
    ),
    "UPG007": (
        "Without a list of artifacts nothing can be folded",
        "The residuals stay where they are, and the trace keeps its version.",
    ),
    "UPG008": (
        "What was kept aside stays aside where it cannot be put back",
        "An export keeps what another form cannot say. A place that holds something else by now is not written over, "
        "and a hash and signatures are over the trace as it was before the export.",
    ),
    "UPG010": (
        "A later version is not changed",
        "What it added is not known here, and 1.11 may have no place for it.",
    ),
    "UPG011": (
        "A changed content has another hash",
        "The recorded hash and signatures cover the old content (§12.4). Keep the original beside the new file.",
    ),
    "UPG012": (
        "Without a version number nothing is changed",
        "Which steps apply follows from the version, and what is stated is none.",
    ),
    "UPG020": (
        "Payloads on actions become artifacts",
        "Version 1.0 had no artifacts for them (§7); lineage follows the inputs that are known.",
    ),
    "UPG021": (
        "Counters at the top level become metrics",
        "Version 1.0 kept them at the top level, where nothing reads them now (§5.1).",
    ),
    "UPG022": (
        "Counters beside metrics stay",
        "Which of the two is right cannot be told from here, so both stay as they are.",
    ),
    "UPG023": (
        "Alternative spellings become the text's own",
        "Each spelling that is accepted on reading stands in the table of accepted spellings.",
    ),
    "UPG024": (
        "The version becomes the current one",
        "It is the last step, taken only when no step before it was stuck.",
    ),
    "UPG025": (
        "What was kept aside for another tool counts again",
        "What the form of the other tool has no word for, such as an unknown verdict of a policy, counts again.",
    ),
}
"""Title and prose by code. Section and hint stand with each finding."""
