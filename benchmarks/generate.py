"""Generate a valid trace (specification 1.11) with about N actions, deterministically.

    gen.py N [-o trace.json] [--shape epoch|chain|wide] [--goals K] [--edited] [--compact]
    gen.py N --definitions [-o trace.json]     one model of N chained definitions, N proofs, N goals' items

One unit is ten actions (read, analyse, formalize, define a goal, verify, decompose, edit, generate tests, run tests,
commit) with an artifact each and one residual. `epoch` (default) links ten units into one lineage chain, `chain` links
all, `wide` none. `--edited` appends a model revision that changes the helper of every tenth unit, so that a tenth of
the proofs is stale. Standard library only. Checksums are placeholders of an unknown scheme.
"""

import argparse
import json
import sys
from pathlib import Path


def event(kind, text):
    return {"type": kind, "description": text, "summary": None, "from_user": None, "reason": None}


def trace(actions, artifacts, metas=(), goals=()):
    return {
        "trace_id": "trace-generated",
        "spec_version": "1.11",
        "assistant": "generator",
        "model": "none",
        "timestamp": "2026-01-01T00:00:00Z",
        "trigger": event("TaskReceived", "generated work"),
        "actions": actions,
        "meta_actions": list(metas),
        "outcome": event("ProcessCompleted", "done"),
        "artifacts": artifacts,
        "reference_artifacts": [],
        "policies": [],
        "policy_evaluations": [],
        "execution_environments": [],
        "reproducibility": None,
        "comments": [],
        "review_items": [],
        "residuals": [],
        "goals": list(goals),
        "trace_links": [],
        "trace_lineage": None,
        "files_modified": [],
        "metrics": None,
        "content_hash": None,
        "signatures": [],
    }


def action(number, category, kind, label, inputs, outputs, tool=None, **more):
    return {
        "id": number,
        "category": category,
        "type": kind,
        "label": label,
        "rationale": f"Needed before the next step of the plan: {label.lower()}.",
        "detail": None,
        "inputs": inputs,
        "outputs": outputs,
        "evidence": [],
        "observations": [],
        "execution": {
            "tool": tool,
            "version": "1.0",
            "method": None,
            "determinism": "deterministic",
            "duration_ms": 1200 + number % 97,
            "cost": 0.25,
        }
        if tool
        else None,
        "reproducibility": None,
        "meta_action_id": None,
        **more,
    }


def artifact(name, kind, producer, derived, payload=None, **more):
    made = {
        "artifact_id": name,
        "artifact_type": kind,
        "name": name,
        "revision": 1,
        "producer_action_id": producer,
        "derived_from": derived,
        **more,
    }
    if payload is not None:
        made["payload"] = payload
    return made


def model(text, symbols):
    return {"model_language": "iml", "formal_code": text, "symbols": symbols, "scope": None}


def proof(goal_number, goal, symbol, source):
    return {
        "goal_id": goal_number,
        "goal_artifact_id": goal,
        "status": "proved",
        "engine": "imandrax",
        "completed_at": "2026-01-01T00:00:00Z",
        "result": {
            "proved": {
                "proof_pp": "by auto",
                "properties": [{"name": f"prop_{symbol}", "status": "proved", "src": "", "note": None}],
            }
        },
        "fingerprint": {
            "task_checksum": f"placeholder:{symbol}",
            "task_shape": None,
            "target_symbol": symbol,
            "engine": "imandrax",
            "engine_version": "1.0",
            "model_artifact_id": source,
            "model_revision": 1,
        },
    }


def goal_payload(number, target, symbol):
    return {
        "goal_id": number,
        "goal_revision": 1,
        "kind": "verify",
        "description": f"{symbol} is monotone",
        "src": f"fun x -> {symbol} x >= x",
        "target_artifact_id": target,
        "target_symbol": symbol,
        "properties": [],
    }


def property_item(number, symbol):
    return {
        "acceptance_id": f"c{number}",
        "kind": "Property",
        "label": f"{symbol} is monotone",
        "binding": {"symbol": symbol, "property": "monotone"},
        "status": None,
    }


def units(n, shape, goals, edited):
    actions, artifacts, metas, items = [], [], [], []
    last = None
    for unit in range(max(1, n // 10)):
        symbol, path, base = f"fn_{unit}", f"src/mod_{unit % 97}/file_{unit}.py", unit * 10 + 1
        parent = [last] if last and (shape == "chain" or (shape == "epoch" and unit % 10)) else []
        name = {
            k: f"u{unit}-{k}"
            for k in ("src", "note", "model", "goal", "proof", "regions", "diff", "tests", "run", "commit")
        }
        text = f"let helper_{unit} x = x + {unit}\nlet {symbol} x = helper_{unit} x\n"
        regions = [
            {"constraints": [f"x >= {k}"], "invariant": "F = x", "model": {"x": k}, "model_eval": str(k)}
            for k in range(3)
        ]
        rows = [
            ("activity", "ReadFile", f"Read {path}", parent, name["src"], "SourceCode", parent, None, None),
            (
                "activity",
                "AnalyzeCode",
                f"Analyse {symbol}",
                [name["src"]],
                name["note"],
                "AnalysisNote",
                [name["src"]],
                None,
                None,
            ),
            (
                "reasoning",
                "Formalize",
                f"Formalize {symbol}",
                [name["note"]],
                name["model"],
                "FormalModel",
                [name["note"]],
                model(text, [symbol, f"helper_{unit}"]),
                "imandrax",
            ),
            (
                "reasoning",
                "DefineVerificationGoal",
                f"State the goal for {symbol}",
                [name["model"]],
                name["goal"],
                "VerificationGoal",
                [name["model"]],
                goal_payload(unit + 1, name["model"], symbol),
                "imandrax",
            ),
            (
                "reasoning",
                "Verify",
                f"Verify {symbol}",
                [name["goal"]],
                name["proof"],
                "VerificationResult",
                [name["goal"]],
                proof(unit + 1, name["goal"], symbol, name["model"]),
                "imandrax",
            ),
            (
                "reasoning",
                "StateSpaceAnalysis",
                f"Decompose {symbol}",
                [name["model"]],
                name["regions"],
                "StateSpaceAnalysisResult",
                [name["model"]],
                {
                    "target_artifact_id": name["model"],
                    "target_symbol": symbol,
                    "analysis_kind": "region_decomposition",
                    "analysis_revision": 1,
                    "description": None,
                    "complete": True,
                    "regions": regions,
                    "coverage_summary": None,
                    "notes": None,
                    "fingerprint": None,
                },
                "imandrax",
            ),
            (
                "activity",
                "EditFile",
                f"Edit {path}",
                [name["proof"]],
                name["diff"],
                "Diff",
                [name["proof"], name["src"]],
                None,
                None,
            ),
            (
                "reasoning",
                "GenerateTests",
                f"Generate tests for {symbol}",
                [name["regions"]],
                name["tests"],
                "GeneratedTests",
                [name["regions"]],
                {
                    "function": symbol,
                    "language": "python",
                    "source_analysis_artifact_id": name["regions"],
                    "tests": [
                        {
                            "name": f"test_{k}",
                            "region_index": k,
                            "constraints": [],
                            "inputs": {"x": k},
                            "expected": {"y": k},
                            "code": f"assert {symbol}({k}) == {k}",
                        }
                        for k in range(3)
                    ],
                },
                "imandrax",
            ),
            (
                "activity",
                "RunTests",
                f"Run the tests of {symbol}",
                [name["tests"]],
                name["run"],
                "CommandResult",
                [name["tests"], name["diff"]],
                {"command": "pytest", "exit_code": 0},
                None,
            ),
            (
                "activity",
                "GitCommit",
                f"Commit {symbol}",
                [name["run"]],
                name["commit"],
                "Commit",
                [name["run"]],
                None,
                None,
            ),
        ]
        for step, (category, kind, label, inputs, made, of, derived, payload, tool) in enumerate(rows):
            number = base + step
            more = {"meta_action_id": f"m{unit}"}
            if kind in ("ReadFile", "EditFile"):
                more["evidence"] = [{"type": "FileRef", "ref": path, "exit_code": None}]
            if kind == "RunTests":
                more["evidence"] = [{"type": "CommandOutput", "ref": "pytest", "exit_code": 0}]
            entry = action(number, category, kind, label, inputs, [made], tool)
            entry.update(more)
            actions.append(entry)
            artifacts.append(artifact(made, of, number, derived, payload, summary=f"{label} ({path})"))
        artifacts.append(
            artifact(
                f"u{unit}-gap",
                "Residual",
                base + 9,
                [name["proof"]],
                {
                    "kind": "assumption",
                    "statement": f"{symbol} is called with validated input",
                    "severity": "medium",
                    "target": {"target_type": "artifact", "target_id": name["proof"]},
                    "related_artifact_ids": [],
                    "rationale": None,
                    "suggested_check": "check the callers",
                    "source": "agent_declared",
                    "status": "open",
                    "introduced_by_action_id": base + 9,
                    "tags": [],
                },
            )
        )
        metas.append(
            {
                "id": f"m{unit}",
                "title": f"Make {symbol} monotone",
                "intent": None,
                "action_ids": list(range(base, base + 10)),
                "outcome": None,
                "status": "completed",
                "source": "plan_declared",
                "parent_id": None,
                "produced_artifact_ids": [name["commit"]],
                "residual_ids": [f"u{unit}-gap"],
                "tags": [],
            }
        )
        items.append(property_item(unit, symbol))
        last = name["diff"]
    if edited:
        number = len(actions) + 1
        for unit in range(0, max(1, n // 10), 10):
            text = f"let helper_{unit} x = x + {unit} + 1\nlet fn_{unit} x = helper_{unit} x\n"
            actions.append(
                action(
                    number,
                    "reasoning",
                    "Formalize",
                    f"Formalize fn_{unit} again",
                    [f"u{unit}-src"],
                    [f"u{unit}-model-2"],
                    "imandrax",
                )
            )
            artifacts.append(
                artifact(
                    f"u{unit}-model-2",
                    "FormalModel",
                    number,
                    [f"u{unit}-src"],
                    model(text, [f"fn_{unit}", f"helper_{unit}"]),
                    supersedes=f"u{unit}-model",
                )
            )
            number += 1
    share = max(1, len(items) // max(1, goals))
    made = [
        {
            "goal_id": f"g{k}",
            "intent": "every function is monotone",
            "scope": [],
            "acceptance": items[k * share : (k + 1) * share],
            "status": "GoalActive",
            "meta_action_id": None,
        }
        for k in range(goals)
    ]
    return trace(actions, artifacts, metas, made)


def definitions(n):
    text = "let d0 x = x + 1\n" + "".join(f"let d{k} x = d{k - 1} x + 1\n" for k in range(1, n))
    actions = [action(1, "reasoning", "Formalize", "Formalize the chain", [], ["model"], "imandrax")]
    artifacts = [artifact("model", "FormalModel", 1, [], model(text, [f"d{k}" for k in range(n)]))]
    items = []
    for k in range(n):
        actions += [
            action(
                2 * k + 2,
                "reasoning",
                "DefineVerificationGoal",
                f"State the goal for d{k}",
                ["model"],
                [f"g{k}"],
                "imandrax",
            ),
            action(2 * k + 3, "reasoning", "Verify", f"Verify d{k}", [f"g{k}"], [f"p{k}"], "imandrax"),
        ]
        artifacts += [
            artifact(f"g{k}", "VerificationGoal", 2 * k + 2, ["model"], goal_payload(k, "model", f"d{k}")),
            artifact(f"p{k}", "VerificationResult", 2 * k + 3, [f"g{k}"], proof(k, f"g{k}", f"d{k}", "model")),
        ]
        items.append(property_item(k, f"d{k}"))
    return trace(
        actions,
        artifacts,
        goals=[
            {
                "goal_id": "all",
                "intent": "every definition is monotone",
                "scope": [],
                "acceptance": items,
                "status": "GoalActive",
                "meta_action_id": None,
            }
        ],
    )


def main():
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("n", type=int)
    read.add_argument("-o", "--output")
    read.add_argument("--shape", choices=("epoch", "chain", "wide"), default="epoch")
    read.add_argument("--goals", type=int, default=1)
    read.add_argument("--edited", action="store_true")
    read.add_argument("--definitions", action="store_true")
    read.add_argument("--compact", action="store_true")
    said = read.parse_args()
    made = definitions(said.n) if said.definitions else units(said.n, said.shape, said.goals, said.edited)
    text = json.dumps(
        made, ensure_ascii=False, indent=None if said.compact else 2, separators=(",", ":") if said.compact else None
    )
    if said.output:
        Path(said.output).write_text(text + "\n", encoding="utf-8")
    else:
        sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
