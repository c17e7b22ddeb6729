"""What the verbs that answer, and do not judge the file, say of an invalid trace: that they read what they could."""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from tollens.apps.cli.output import Output
    from tollens.core.derive.evaluation import Evaluation


def say_invalid(evaluation: "Evaluation", name: str, output: "Output") -> None:
    """Tell on standard error that the trace in the file `name` is invalid, if it is."""
    errors = evaluation.report.counts["error"]
    if errors:
        told = "standard input" if name == "-" else name
        output.note(
            f"{told} is no valid trace ({errors} error{'' if errors == 1 else 's'}); this is what could be read",
            f"tollens validate {name} explains {'it' if errors == 1 else 'them'}",
        )
