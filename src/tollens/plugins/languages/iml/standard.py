"""What an IML text may name without saying where it comes from: the standard library and the operators of the language.

A plain name that no text defines is taken to be one of the standard library. A module or an operator that is not listed
here and that no text defines cannot be resolved.
"""

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
