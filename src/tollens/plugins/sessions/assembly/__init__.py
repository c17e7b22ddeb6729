"""Events to a trace: actions, artifacts, lineage, turns and gaps, the same for all agents."""
