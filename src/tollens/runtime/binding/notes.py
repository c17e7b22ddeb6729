"""The notes on commits that name traces, in `refs/notes/ponens`: read, and written all or nothing."""

from collections.abc import Callable

from tollens.core.errors import WorldError
from tollens.core.integrity.binding import Note, read_note
from tollens.runtime.git import Repository, is_name

REF = "refs/notes/ponens"

_TRIES = 20
"""How often to begin anew when another writer was faster."""

_NOBODY = {"GIT_COMMITTER_NAME": "tollens", "GIT_COMMITTER_EMAIL": "tollens"}
"""Who writes a note where git does not know who works here."""


def note_on(repository: Repository, commit: str) -> Note | None:
    """The note on a commit; `None` where it has none."""
    text = text_on(repository, commit)
    return None if text is None else read_note(text)


def all_notes(repository: Repository) -> dict[str, Note]:
    """Each commit with a note, and the note."""
    listed = repository.run("notes", "--ref", REF, "list", fine=(0, 1)).stdout.decode("ascii", "replace")
    pairs = [pair for line in listed.splitlines() if len(pair := line.split(" ")) == 2 and all(map(is_name, pair))]
    texts = repository.blobs([blob for blob, _ in pairs])
    return {
        commit: read_note(text.decode("utf-8", "replace"))
        for (_, commit), text in zip(pairs, texts, strict=True)
        if text is not None
    }


def put_note(repository: Repository, commit: str, decide: Callable[[str | None], str | None]) -> bool:
    """Write the note on a commit.

    All of it happens in one step of git, which fails where somebody else changed the notes since they were read; it is
    then decided anew over what that somebody wrote. So nothing is lost of two at a time, and no half of a note is ever
    there.

    Args:
        repository: Where.
        commit: The full name of the commit.
        decide: From the text of the note as it is to the text that it shall have; `None` to leave it. What it raises
            leaves the note as it was.

    Returns:
        Whether it was written.

    Raises:
        WorldError: Git refused, or others wrote notes all the time.
    """
    complaint = ""
    for _ in range(_TRIES):
        tip = repository.line("rev-parse", "--verify", "--quiet", REF)
        text = decide(text_on(repository, commit))
        if text is None:
            return False
        done = repository.run(
            "fast-import", "--quiet", "--done", stdin=_stream(repository, tip, commit, text), fine=range(256)
        )
        if done.status == 0:
            return True
        complaint = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        if tip == repository.line("rev-parse", "--verify", "--quiet", REF) and ".lock" not in complaint:
            break
    raise WorldError(f"the note could not be written: {complaint}", "Try again; git fsck looks for damage.")


def text_on(repository: Repository, commit: str) -> str | None:
    """The text of the note on a commit; `None` where it has none."""
    blob = repository.line("notes", "--ref", REF, "list", commit)
    if blob is None or not is_name(blob):
        return None
    (data,) = repository.blobs([blob])
    return None if data is None else data.decode("utf-8", "surrogateescape")


def _stream(repository: Repository, tip: str | None, commit: str, text: str) -> bytes:
    """One commit of notes, in the language of `git fast-import`."""
    data = text.encode("utf-8", "surrogateescape")
    message = b"Notes added by 'tollens bind'\n"
    lines = [
        f"commit {REF}".encode(),
        b"committer " + _committer(repository),
        b"data %d" % len(message),
        message.removesuffix(b"\n"),
        *([b"from " + tip.encode()] if tip else []),
        b"N inline " + commit.encode(),
        b"data %d" % len(data),
        data,
        b"done",
    ]
    return b"\n".join(lines) + b"\n"


def _committer(repository: Repository) -> bytes:
    """Who writes, and when, as git has it."""
    done = repository.run("var", "GIT_COMMITTER_IDENT", fine=range(256))
    if done.status != 0:
        done = repository.run("var", "GIT_COMMITTER_IDENT", environment=dict(_NOBODY))
    return done.stdout.strip()
