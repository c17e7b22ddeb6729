"""`tollens record`: record work while it goes on, one thing at a time; no program needs to run meanwhile.

`start` begins the recording of TRACE, in a journal beside it. `action TYPE` adds a step that was done (§8.1): why, what
files and command it is about, how the command ended, what it is based on and what it made. `artifact TYPE` adds a thing
by itself, `goal` what the work is for, `residual KIND` a gap. `finish` writes the trace and takes the journal away;
without --complete the trace says that the work was not completed. `recover` does the same for a recording that was cut
off. Any number of processes may record into one trace at once.

Secrets are taken out of what is said before it is written. Exit status 0: done; 2: it could not be done.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output
    from tollens.apps.recorder.recorder import Recorder
    from tollens.core.author.recording import Recorded

SUMMARY = "record work while it goes on"
GROUP = "write"
EXAMPLES = (
    'tollens record trace.json start --assistant "my agent" --model m-1 --task "Cap the discount"',
    'tollens record trace.json action EditFile --label "Cap it" --why "No cap was there." --path cart.py',
    'tollens record trace.json action RunTests --label "Run the tests" --why "To see." --command pytest --exit-code 0',
    'tollens record trace.json residual assumption --statement "No discount is negative"',
    'tollens record trace.json finish --complete "The discount is capped."',
    "tollens record trace.json recover",
)

_RAW = "no_redact"
_FITTING = {
    "start": ("assistant", "model", "task", "id", _RAW),
    "action": (
        "what",
        "label",
        "why",
        "tool",
        "path",
        "command",
        "exit_code",
        "output",
        "reads",
        "makes",
        "observe",
        _RAW,
    ),
    "artifact": ("what", "name", "text", "language", "derived_from", _RAW),
    "goal": ("what", "intent", "scope", _RAW),
    "residual": ("what", "statement", "severity", "check", _RAW),
    "finish": ("complete", "abort", _RAW),
    "recover": (),
}
_SHOWN = {
    "what": "WHAT",
    "exit_code": "--exit-code",
    "derived_from": "--derived-from",
    "no_redact": "--no-redact",
}
_ONE = (
    ("assistant", "NAME", "start: which agent works"),
    ("model", "NAME", "start: which model answers"),
    ("task", "TEXT", "start: what was asked for"),
    ("id", "ID", "start: the trace id; made up when not given"),
    ("label", "TEXT", "action: what was done, in a few words"),
    ("why", "TEXT", "action: why"),
    ("tool", "NAME", "action: what it was done with"),
    ("command", "LINE", "action: the command that was run"),
    ("output", "FILE", "action: the file with what the command printed; - for standard input"),
    ("name", "TEXT", "artifact: what it is called"),
    ("text", "FILE", "artifact FormalModel: the file that its text is in"),
    ("language", "NAME", "artifact FormalModel: the language of its text, such as iml or python"),
    ("intent", "TEXT", "goal: the change and why"),
    ("statement", "TEXT", "residual: the gap, in plain language"),
    ("check", "TEXT", "residual: how it could be closed"),
    ("complete", "TEXT", "finish: the work is done, and what came of it"),
    ("abort", "TEXT", "finish: the work was given up, and why"),
)
_SEVERAL = (
    ("path", "FILE", "action: a file that it is about (repeatable)"),
    ("reads", "ID", "action: an artifact that it is based on (repeatable)"),
    ("makes", "TYPE:NAME", "action: an artifact that it made (repeatable)"),
    ("observe", "TEXT", "action: what it showed (repeatable)"),
    ("derived-from", "ID", "artifact: what it derives from (repeatable)"),
    ("scope", "NAME", "goal: a file or symbol that it touches (repeatable)"),
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("trace", metavar="TRACE", help="the trace that is to be; its journal stands beside it")
    parser.add_argument("doing", choices=tuple(_FITTING), help="what to do")
    parser.add_argument(
        "what", metavar="WHAT", nargs="?", help="type of the action or artifact, id of the goal, or kind of the gap"
    )
    for name, shown, told in _ONE:
        parser.add_argument(f"--{name}", metavar=shown, help=told)
    for name, shown, told in _SEVERAL:
        parser.add_argument(f"--{name}", metavar=shown, help=told, action="append", default=[])
    parser.add_argument("--exit-code", metavar="N", type=int, help="action: how the command ended; else unknown")
    severities = ("low", "medium", "high", "critical")
    parser.add_argument("--severity", choices=severities, help="residual: its impact if wrong or left alone")
    parser.add_argument("--no-redact", action="store_true", help="leave secrets in what is said")
    parser.add_argument("--json", action="store_true", help="print what was recorded as JSON")


def run(arguments: "Namespace", output: "Output") -> int:
    """Do one of it, and say what came of it."""
    from msgspec import to_builtins

    from tollens.apps.cli.commands._doing import refuse_unfit

    refuse_unfit(arguments, arguments.doing, _FITTING, _SHOWN)
    if arguments.doing in ("finish", "recover"):
        return _save(arguments, output)
    made: Recorded = _DOING[arguments.doing](arguments)
    if arguments.json:
        output.json({"file": arguments.trace, **to_builtins(made)})
    else:
        brought = f", made {', '.join(made.made)}" if made.made else ""
        output.note(f"{arguments.trace}: {arguments.doing} {made.id}{brought}")
    return 0


def _needed(arguments: "Namespace", *options: str) -> "tuple[str, ...]":
    """The values of options that the thing asked for needs."""
    from tollens.apps.cli.commands._doing import required

    shown = {"what": "WHAT"}
    return tuple(required(arguments, option, arguments.doing, shown.get(option, "")) for option in options)


def _joined(arguments: "Namespace") -> "Recorder":
    from tollens.apps.recorder.recorder import Recorder

    return Recorder.join(arguments.trace, redact=not arguments.no_redact).start()


def _start(arguments: "Namespace") -> "Recorded":
    from tollens.apps.recorder.recorder import Recorder
    from tollens.core.author.recording import Recorded

    assistant, model, task = _needed(arguments, "assistant", "model", "task")
    recorder = Recorder(
        arguments.trace,
        assistant=assistant,
        model=model,
        task=task,
        trace_id=arguments.id or "",
        redact=not arguments.no_redact,
    )
    return Recorded(str(recorder.start().recording().head["trace_id"]))


def _action(arguments: "Namespace") -> "Recorded":
    from tollens.core.author.recording import Recorded
    from tollens.core.errors import MisuseError
    from tollens.runtime import files

    kind, label, why = _needed(arguments, "what", "label", "why")
    if arguments.exit_code is not None and arguments.command is None:
        raise MisuseError("--exit-code goes with --command", "Say which command ended so.")
    if arguments.output is not None and arguments.command is None:
        raise MisuseError("--output goes with --command", "Say which command printed it.")
    printed = "" if arguments.output is None else files.read(arguments.output).decode("utf-8", "replace")
    made = [_named(*said.partition(":")[::2]) for said in arguments.makes]
    with _joined(arguments).action(kind, label, why, tool=arguments.tool or "") as step:
        step.reads(*arguments.reads)
        for path in arguments.path:
            step.file(path)
        names = [step.makes(artifact) for artifact in made]
        if arguments.command is not None:
            names.append(step.command(arguments.command, exit_code=arguments.exit_code, output=printed))
        for statement in arguments.observe:
            step.observe(statement)
    return Recorded(str(step.id), tuple(names))


def _named(kind: str, name: str, **members: object) -> object:
    """An artifact with a name, whose id is left open.

    Raises:
        MisuseError: There is no such type, or one has more to it than can be given here.
    """
    from tollens.core import model
    from tollens.core.errors import MisuseError

    found = getattr(model, f"{kind}Artifact", None) if kind.isalpha() else None
    if found is None:
        raise MisuseError(f"there is no artifact type {kind[:100]!r}", "It is written as SourceCode:cart.py (§7.1).")
    try:
        return found(artifact_id="", name=name or None, **members)
    except TypeError:
        raise MisuseError(f"a {kind} has more to it than a name", "tollens.Recorder records it from Python.") from None


def _artifact(arguments: "Namespace") -> "Recorded":
    from tollens.core.author.recording import Recorded
    from tollens.core.errors import MisuseError
    from tollens.core.model import FormalModelPayload
    from tollens.runtime import files

    (kind,) = _needed(arguments, "what")
    members: dict[str, object] = {"derived_from": tuple(arguments.derived_from)}
    if kind == "FormalModel":
        text, language = _needed(arguments, "text", "language")
        code = files.read(text).decode("utf-8", "replace")
        members["payload"] = FormalModelPayload(model_language=language, formal_code=code)
    elif arguments.text is not None or arguments.language is not None:
        raise MisuseError("--text and --language go with a FormalModel", "Leave them out.")
    return Recorded(_joined(arguments).artifact(_named(kind, arguments.name or "", **members)))


def _goal(arguments: "Namespace") -> "Recorded":
    from tollens.core.author.recording import Recorded

    name, intent = _needed(arguments, "what", "intent")
    _joined(arguments).goal(name, intent, scope=arguments.scope)
    return Recorded(name)


def _residual(arguments: "Namespace") -> "Recorded":
    from tollens.core.author.recording import Recorded
    from tollens.core.errors import MisuseError
    from tollens.core.model import ResidualKind, ResidualSeverity

    said, statement = _needed(arguments, "what", "statement")
    if said not in ResidualKind._value2member_map_:
        known = ", ".join(kind.value for kind in ResidualKind if kind is not ResidualKind.Defeater)
        raise MisuseError(f"there is no kind of gap {said[:100]!r}", f"The kinds are {known}.")
    severity = None if arguments.severity is None else ResidualSeverity(arguments.severity)
    recorder, kind = _joined(arguments), ResidualKind(said)
    return Recorded(recorder.residual(kind, statement, severity=severity, check=arguments.check or ""))


def _save(arguments: "Namespace", output: "Output") -> int:
    """Write the trace, and say what it lacks."""
    from shlex import quote

    from msgspec import to_builtins

    from tollens.apps.recorder.saving import finish
    from tollens.core.errors import MisuseError

    if arguments.complete is not None and arguments.abort is not None:
        raise MisuseError("--complete and --abort contradict each other", "Leave one of them out.")
    if arguments.complete is not None:
        _joined(arguments).complete(arguments.complete)
    if arguments.abort is not None:
        _joined(arguments).abort(arguments.abort)
    report = finish(arguments.trace, closed=arguments.doing == "finish")
    if arguments.json:
        output.json({"file": arguments.trace, **to_builtins(report)})
        return 0
    number = f"{report.actions} {'action' if report.actions == 1 else 'actions'}"
    output.note(f"{arguments.trace} is written: {number}", *report.particulars)
    output.note(f"to look at it: tollens review {quote(arguments.trace)}")
    return 0


_DOING = {"start": _start, "action": _action, "artifact": _artifact, "goal": _goal, "residual": _residual}
