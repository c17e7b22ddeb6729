"""What to do where the operating system refuses a file, a folder or a program."""

import errno

_ADVICE = {
    errno.EACCES: "Check who may use it.",
    errno.EPERM: "Check who may use it.",
    errno.EROFS: "It lies where nothing can be written; name another place.",
    errno.ENOTDIR: "A part of the path is a file, not a folder: check the spelling.",
    errno.ELOOP: "Links on its path lead in a circle: remove one, or name the file that is meant.",
    errno.ENAMETOOLONG: "Name it by a shorter path.",
    errno.ENOSPC: "Make room on the disk, and try again.",
    errno.EDQUOT: "Make room on the disk, and try again.",
    errno.EFBIG: "The system allows no file as large as this: raise the limit (ulimit -f).",
    errno.EMFILE: "Raise the number of files that a program may have open (ulimit -n).",
    errno.ENFILE: "The system has too many files open: try again.",
    errno.ENOMEM: "Free some memory, and try again.",
    errno.EIO: "The disk or the network that it lies on failed: look at that, and try again.",
    errno.ENOEXEC: "It is no program that this system runs.",
}


def what_to_do(error: OSError) -> str:
    """The next step after an error of the operating system.

    >>> what_to_do(OSError(errno.ELOOP, "Too many levels of symbolic links"))
    'Links on its path lead in a circle: remove one, or name the file that is meant.'
    """
    return _ADVICE.get(error.errno or 0, "See what the system says of it, mend that, and try again.")
