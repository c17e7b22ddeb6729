"""Trusted timestamps: when a signature existed at the latest, by the word of an authority (§12.4).

One package a standard, each with its `PLUGIN`; `standard` of the record names it.
"""

from tollens.core.ports import Timestamps
from tollens.plugins.registry import Registry

TIMESTAMPS: Registry[Timestamps] = Registry(
    "timestamp standard", "tollens.plugins.timestamps", "tollens.timestamps", extras={"rfc3161": "timestamps"}
)
