"""Words that every account of a review shares: what bears on a claim since it was made, and how many there are."""

from collections.abc import Iterator

from tollens.core.derive.review.claims import Claim


def bearing(claim: Claim) -> Iterator[str]:
    """What bears on a claim, the weightiest first."""
    if claim.doubted_by is not None:
        yield f"in doubt by {claim.doubted_by}"
    if claim.replaced_by is not None:
        yield f"answered again by {claim.replaced_by}"
    if claim.beside:
        yield "approves no change"
        return
    if claim.outdated:
        yield f"{counted(claim.outdated, 'file')} changed since"
    if claim.unfollowed:
        yield f"{counted(claim.unfollowed, 'action')} may have changed files since"


def counted(number: int, what: str) -> str:
    """So many of something.

    >>> counted(1, "claim"), counted(0, "claim")
    ('1 claim', '0 claims')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
