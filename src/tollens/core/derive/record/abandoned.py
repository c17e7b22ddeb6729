"""§8.4 Actions of steps that were given up: what they established speaks for a course that was not taken."""

from tollens.core.model import MetaAction, MetaActionStatus, Trace, Unrecognized


def abandoned_units(trace: Trace) -> dict[str, str]:
    """Each meta-action that is abandoned, or that lies within one, with the id of the abandoned one."""
    metas = [meta for meta in trace.meta_actions if isinstance(meta, MetaAction)]
    children: dict[str, list[str]] = {}
    for meta in metas:
        if meta.parent_id is not None:
            children.setdefault(meta.parent_id, []).append(meta.id)
    within = {meta.id: meta.id for meta in metas if meta.status is MetaActionStatus.MetaAbandoned}
    waiting = list(reversed(within))
    while waiting:
        name = waiting.pop()
        for child in children.get(name, ()):
            if child not in within:
                within[child] = within[name]
                waiting.append(child)
    return within


def abandoned(trace: Trace) -> dict[int, str]:
    """Each action in a meta-action that is abandoned, or that lies within one, with the id of the abandoned one."""
    within = abandoned_units(trace)
    metas = (meta for meta in trace.meta_actions if isinstance(meta, MetaAction) and meta.id in within)
    found = {action: within[meta.id] for meta in metas for action in meta.action_ids}
    for action in trace.actions:
        if not isinstance(action, Unrecognized) and action.meta_action_id in within:
            found.setdefault(action.id, within[action.meta_action_id or ""])
    return found
