"""What the verbs of policies share: which policies are meant, and how the project has them read."""

from typing import TYPE_CHECKING, NamedTuple

from tollens.core.errors import MisuseError

if TYPE_CHECKING:
    from argparse import Namespace

    from tollens.core.policy.checking import Checked, Given, Terms
    from tollens.core.policy.gallery import Published
    from tollens.core.policy.record import Settings
    from tollens.runtime.config import Project

FORMULA = "--formula"
"""The source of a policy that is a formula of the command line."""


class Asked(NamedTuple):
    """The policies that are asked for.

    Attributes:
        project: What the project says.
        policies: Those of the command line, then those of the project.
    """

    project: "Project"
    policies: "tuple[Published, ...]"


class Plan(NamedTuple):
    """What is checked over every trace, and how.

    Attributes:
        given: The policies that are asked for, each once.
        terms: How they are checked.
        settings: How they are read.
    """

    given: "tuple[Given, ...]"
    terms: "Terms"
    settings: "Settings"


def planned(arguments: "Namespace") -> Plan:
    """What `tollens check` is to check, by its arguments and the project."""
    from tollens.core.policy.checking import Terms, given, united
    from tollens.core.policy.record import Settings

    found = asked(arguments, arguments.formula, arguments.policy)
    project = found.project
    terms = Terms(
        severities=project.severities,
        disabled=project.disabled,
        strict=arguments.strict,
        unknown_blocks=project.unknown_blocks and not arguments.allow_unknown,
        types=project.types,
    )
    if not all(pattern.strip() for pattern in arguments.high_stakes):
        raise MisuseError("a pattern of --high-stakes is empty", "It is part of a path, or one with *, as in src/**.")
    settings = Settings((*arguments.high_stakes, *project.high_stakes_paths), project.text_predicates)
    return Plan(united([given(one, terms) for one in found.policies]), terms, settings)


def unused(plan: Plan, checked: "Checked") -> tuple[str, ...]:
    """Ids that the project's file speaks of and that no policy here has: they may be misspelt."""
    met = {*(row.judgement.policy_id for row in checked.rows), *(one.policy_id for one in checked.disabled)}
    return tuple(name for name in (*plan.terms.severities, *plan.terms.disabled) if name not in met)


def project_of(arguments: "Namespace") -> "Project":
    """The project that one works in, or none.

    Raises:
        MisuseError: Its file says something that has no meaning.
    """
    from tollens.runtime import config

    if arguments.no_project:
        return config.Project()
    path = arguments.project if arguments.project is not None else config.find()
    return config.Project() if path is None else config.read_project(path)


def asked(arguments: "Namespace", formulas: list[str], sources: list[str]) -> Asked:
    """The policies of the command line and of the project.

    Args:
        arguments: Those of `_project`.
        formulas: Formulas, each of which is a policy of severity error.
        sources: Files, folders and packs.

    Raises:
        MisuseError: There is no such source, or a policy in one cannot be read.
    """
    from tollens.runtime.policy_files import pack, policies_from

    project = project_of(arguments)
    found = [_of_formula(text, number) for number, text in enumerate(formulas, 1)]
    for source in (*sources, *project.sources):
        found += policies_from(source)
    for name in project.packs:
        found += pack(name).policies
    return Asked(project, tuple(found))


def _of_formula(text: str, number: int) -> "Published":
    from tollens.core.policy.gallery import published

    if not text.strip():
        raise MisuseError("the formula is empty", "tollens policy explain shows how one is read.")
    name = "formula" if number == 1 else f"formula-{number}"
    (found,) = published({"id": name, "name": text, "severity": "error", "formula": text}, FORMULA)
    return found
