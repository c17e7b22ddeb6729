"""What an IML text may name without saying where it comes from: the standard library and the operators of the language.

A plain name that no text defines is taken to be one of the standard library. A module or an operator that is not listed
here and that no text defines cannot be resolved.
"""

from collections.abc import Iterable

_MODULES = """
    Array Bool Buffer Bytes Caml Char Either Float Format Fun Hashtbl Imandra_prelude Imandrax_prelude Int LChar LString
    List Map Multiset Nat Option Ordinal Pair Peano_nat Printf Q Real Result Seq Set Stdlib String Sys Unit Witness Z
"""

MODULES = frozenset(_MODULES.split())
"""Modules of the standard library."""

_OPERATORS = """
    + - * / +. -. *. /. ** ~- ~-. ~+ ~+. = <> == != < > <= >= =. <>. <. >. <=. >=. && || or ! := :: @ ^ @@ |> ==> <==
    <==> mod land lor lxor lsl lsr asr @> <|> let+ let* and+ and* >>= >|= >>| <$> <*>
"""

OPERATORS = frozenset(_OPERATORS.split())
"""Operators of the language and of its prelude."""

_NAMES = """
    abs min max not fst snd succ pred ignore failwith implies explies
    Some None Ok Error true false int bool string list option result real nat unit
"""

NAMES = frozenset(_NAMES.split())
"""Plain names of the standard library and the prelude: where a text defines one only later, this is what is meant."""


def used_early(names: Iterable[str]) -> list[str]:
    """What is added to a definition's normal form and shape for names of the standard library that it uses early.

    The order of definitions is no part of what a model says, but of these names: one that is used before its text
    defines it means that of the standard library, and after that it means the definition.
    """
    return [f"before its definition: {name}" for name in sorted(set(names))]
