"""§14.2 Comments: adding one, answering one, resolving one; each with the governance action that records it (§8.1)."""

from tollens.core.author.edits import appended, replaced
from tollens.core.author.entries import only
from tollens.core.author.governance import governed, named_inputs
from tollens.core.author.identifiers import next_comment_id
from tollens.core.errors import MisuseError
from tollens.core.graph.index import Index
from tollens.core.model import Comment, CommentStatus, GovernanceActionType, TargetRef
from tollens.core.validate.targets import dangling
from tollens.core.validate.wording import quoted
from tollens.core.wire.document import Document


def commented(
    document: Document, body: str, *, on: TargetRef | None = None, reply_to: str | None = None, at: str, by: str
) -> Document:
    """Add a comment and an AddComment action.

    Args:
        document: The trace.
        body: What is said.
        on: What it is about; of an answer, that of the comment it answers when not given.
        reply_to: Id of the comment that it answers.
        at: When, as RFC 3339.
        by: Who says it.

    Raises:
        MisuseError: It says nothing, is about nothing, or answers no comment of the trace.
    """
    if not body.strip():
        raise MisuseError("the comment says nothing", "Say it with --body TEXT.")
    if reply_to is not None:
        answered: Comment = only(document.trace, "comments", "comment_id", reply_to)[1]
        on = on or answered.target
    if on is None:
        raise MisuseError("a comment is about something", "Name it with --on TARGET, or answer with --reply-to ID.")
    index = Index(document.trace)
    if (nothing := dangling(index, on)) is not None:
        raise MisuseError(nothing, "Name what the comment is about with --on TARGET.")
    name = next_comment_id(document.trace)
    made = Comment(
        comment_id=name,
        author=by,
        created_at=at,
        body=body,
        target=on,
        thread_parent_id=reply_to,
        status=CommentStatus.Open,
    )
    return governed(
        appended(document, "/comments", made),
        GovernanceActionType.AddComment,
        at=at,
        by=by,
        label=f"Add comment {name}" + (f" in answer to {reply_to}" if reply_to else ""),
        inputs=named_inputs(index, on),
        result={"comment_id": name},
    )


def resolved(document: Document, name: str, *, at: str, by: str) -> Document:
    """Resolve a comment: its `status` and `resolved_at` say so, and nothing else of it changes.

    The text has no governance action for it and a comment no member for who did it, so a RecordAudit action says both.

    Args:
        document: The trace.
        name: Id of the comment.
        at: When, as RFC 3339.
        by: Who resolves it.

    Raises:
        MisuseError: There is no such comment, or it is resolved already.
    """
    position, remark = only(document.trace, "comments", "comment_id", name)
    if remark.status is CommentStatus.Resolved:
        when = f" since {remark.resolved_at}" if remark.resolved_at else ""
        raise MisuseError(f"the comment {quoted(name)} is resolved{when}", "Answer it instead: --reply-to ID.")
    as_read = document.value["comments"][position]
    changed = {**as_read, "status": CommentStatus.Resolved.value, "resolved_at": at}
    return governed(
        replaced(document, f"/comments/{position}", changed),
        GovernanceActionType.RecordAudit,
        at=at,
        by=by,
        label=f"Resolve comment {name}",
        inputs=named_inputs(Index(document.trace), remark.target),
        result={"comment_id": name, "status": CommentStatus.Resolved.value},
    )
