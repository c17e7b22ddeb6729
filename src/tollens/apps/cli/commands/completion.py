"""`tollens completion`: print what makes a shell complete verbs, options, their words and files.

The script names everything that this version takes, and runs nothing: pressing the tab key stays fast. Print it anew
after an update.

For bash, put it where bash-completion looks, or into ~/.bashrc: source <(tollens completion bash). For zsh, into a
folder of $fpath, under the name _tollens. For fish, into ~/.config/fish/completions/tollens.fish. An installation with
pipx or by a package of the system has put them in place already. Exit status 0.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "print a script that completes command lines in bash, zsh or fish"
GROUP = "describe"
EXAMPLES = (
    "tollens completion bash > ~/.local/share/bash-completion/completions/tollens",
    "tollens completion zsh > ~/.zfunc/_tollens",
    "tollens completion fish > ~/.config/fish/completions/tollens.fish",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell")


def run(arguments: "Namespace", output: "Output") -> int:
    """Print the script."""
    from tollens.apps.completions import script

    output.bytes(script(arguments.shell))
    return 0
