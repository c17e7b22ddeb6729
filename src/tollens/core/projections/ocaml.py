"""§17.1 The model as OCaml type declarations, as the text writes them."""

from tollens.core.projections.declarations import ConstructorDeclaration, Declaration, FieldDeclaration, declarations

_HEADER = """\
(* The types of the Ponens Trace Specification 1.11, generated from the canonical model; do not edit.
   `json` and the abstract types hold what the text leaves open. *)
"""


def _printed(name: str) -> str:
    """A type's name in OCaml, which has no type for a fixed choice of strings or for either kind of number."""
    if name.startswith("one of "):
        return "string"
    return "float" if name == "int or float" else name


def _field(field: FieldDeclaration) -> str:
    suffix = {"required": "", "optional": " option", "list": " list"}[field.cardinality]
    return f"{field.name} : {_printed(field.type)}{suffix}"


def _constructor(constructor: ConstructorDeclaration) -> str:
    if constructor.fields:
        return f"  | {constructor.name} of {{ {'; '.join(_field(field) for field in constructor.fields)} }}\n"
    of = f" of {' * '.join(constructor.args)}" if constructor.args else ""
    return f"  | {constructor.name}{of}\n"


def _declared(declaration: Declaration) -> str:
    """One declaration, under its comment."""
    comment = f"(* {declaration.doc} *)\n" if declaration.doc else ""
    if declaration.kind == "abstract":
        return f"{comment}type {declaration.name}\n"
    if declaration.kind == "record":
        fields = "\n  ; ".join(_field(field) for field in declaration.fields)
        return f"{comment}type {declaration.name} =\n  {{ {fields}\n  }}\n"
    return f"{comment}type {declaration.name} =\n{''.join(_constructor(each) for each in declaration.constructors)}"


def ocaml() -> str:
    """The OCaml source of all types, what is used before what uses it."""
    return "\n".join([_HEADER, *(_declared(each) for each in declarations())])
