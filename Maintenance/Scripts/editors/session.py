# SPDX-License-Identifier: Apache-2.0
"""Plays a short session of an author in Neovim, on a terminal of its own, and prints its screens as a page of the documentation.

Each act types something and waits until the screen shows what it must; a screen that never does is a failure.
"""

import os
import pty
import re
import select
import shutil
import struct
import sys
import tempfile
import time

import fcntl
import termios

import pyte

WIDTH, HEIGHT = 110, 26
NEOVIM, PROGRAM, SETTINGS = sys.argv[1:4]

FLOW = """\
language: mfaflow/1
flow: small
version: 1.0.0
sdk: relid
goal: aal2
start: initialize
use: [parts/signed-in]
steps:
  initialize: { call: initialize, then: { getUser: identify, else: failed } }
  identify:
    challenge: getUser
    ask: [userName]
    answer: setUser
    tries: 3
    then:
      onUserLoggedIn: signdIn
      else: failed
ends:
  done: { outcome: success }
  failed: { outcome: failure }
messages:
  check-your-name: Check what you typed.
"""
PART = """\
part: signed-in
sdk: relid
needs: [done]
steps:
  signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } } }
"""
INIT = """\
vim.lsp.config('mfaflow', dofile(vim.env.EDITOR_SETTINGS))
vim.lsp.config('mfaflow', { cmd = { vim.env.MFAFLOW, 'lsp' } })
vim.lsp.enable('mfaflow')
vim.lsp.inlay_hint.enable()
vim.diagnostic.config({ virtual_lines = true, signs = false })
vim.api.nvim_create_autocmd('LspAttach', {
  callback = function(event) vim.lsp.completion.enable(true, event.data.client_id, event.buf) end,
})
vim.opt.laststatus = 0
vim.opt.ruler = false
vim.opt.showcmd = false
vim.opt.swapfile = false
vim.opt.shortmess = 'aoOstTIWF'
vim.opt.number = true
vim.opt.completeopt = 'menuone,noinsert,popup'
vim.opt.pumheight = 8
vim.opt.termguicolors = false
vim.opt.expandtab = true
vim.opt.shiftwidth = 2
"""


class Terminal:
    """Neovim on a pseudo terminal, and what its screen shows."""

    def __init__(self, folder):
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.stream = pyte.ByteStream(self.screen)
        process, self.descriptor = pty.fork()
        if process == 0:
            os.chdir(folder)
            environment = {
                "TERM": "xterm", "HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
                "EDITOR_SETTINGS": SETTINGS, "MFAFLOW": PROGRAM, "XDG_STATE_HOME": folder + "/.state",
                "XDG_DATA_HOME": folder + "/.data", "XDG_CONFIG_HOME": folder + "/.config",
            }
            os.execve(NEOVIM, [NEOVIM, "--clean", "-i", "NONE", "-u", folder + "/init.lua", "flow.yaml"], environment)
        self.process = process
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))

    def take(self, seconds):
        """Takes what comes within a time; says whether anything came."""
        ready, _, _ = select.select([self.descriptor], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.descriptor, 1 << 16)
        except OSError:
            return False
        # Questions of the editor to its terminal are left unanswered, but for the one that it waits for.
        self.stream.feed(data)
        return bool(data)

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def type(self, keys):
        os.write(self.descriptor, keys.encode())

    def wait(self, pattern, absent=None):
        """Waits until the screen shows one thing and not another, and stays so."""
        end = time.time() + 30
        while time.time() < end:
            while self.take(0.6):
                pass
            text = self.text()
            if re.search(pattern, text) and not (absent and re.search(absent, text)):
                return text
        sys.exit(f"the screen never shows {pattern!r}:\n{self.text()}")


def main():
    folder = tempfile.mkdtemp()
    try:
        os.makedirs(folder + "/parts")
        for name, text in [("flow.yaml", FLOW), ("parts/signed-in.yaml", PART), ("init.lua", INIT), (".mfaflow.yaml", "")]:
            with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                file.write(text)
        play(Terminal(folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


HEAD = """\
# A session in an editor

An author opens an incomplete flow in Neovim, with the settings of [Editors/neovim](../Editors/neovim/README.md), and completes it. Each screen
is what the editor showed: `make editors` plays the session again, and fails if a screen differs. Other editors show the same findings and
explanations, since all of them come from `mfaflow lsp` ([Editors.md](Editors.md))."""


def show(words, screen):
    lines = screen.split("\n")
    while lines and lines[-1].strip() in ("", "~"):
        lines.pop()
    print(f"\n{words}\n\n```text")
    print("\n".join(lines))
    print("```")


def play(terminal):
    def act(words, keys, pattern, absent=None):
        terminal.type(keys)
        screen = terminal.wait(pattern, absent)
        if words:
            show(words, screen)

    print(HEAD)
    act("`nvim flow.yaml`: a line leads to a step that is not there. The finding stands below the word, with its cure.",
        "", "MFA205")
    act("", "16Gf:w", "signdIn")
    act("`gra` asks what can be done at the word.", "gra", "1: ")
    act("`1` fixes it. The step is in another file, a part. The next findings say what the flow still lacks: a wrong answer "
        "has no line, so nothing leads back to the question.",
        "1\r", "MFA314", "signdIn")
    act("`o`, then `Ctrl-X Ctrl-O`: what can come here by the contract of the SDK, with what it means.",
        "o\x18\x0f", "a status code")
    act("", "101", "user-not-valid: The user id")
    act("", "\x19", "101 user-not-valid:")
    act("`101` is taken. The name of the code after it is a hint, and no part of the file. After `{ retry:` the messages are offered, "
        "with others.",
        "{ retry: \x18\x0f", "check-your-name +Text")
    act("The arrow says where `retry` leads. The next finding is about safety: with this line alone, whoever types names could learn "
        "which of them have an account.",
        "check\x19 }\x1b", "MFA430")
    act("With two more lines that show the same message, no findings are left.",
        "o138: { retry: check-your-name }\rgetUser 166: { retry: check-your-name }\x1b", "166", "MFA")
    act("`K` at `signedIn`: what the step does, and what is proved whenever a run comes there.",
        "16G$K", "Proved when it is reached")
    act("", "0", "signedIn", "Proved when")
    act("How does a run come to `signedIn`? `:lua vim.lsp.buf.incoming_calls()` at its name lists the steps that lead there.",
        "16G$:lua vim.lsp.buf.incoming_calls()\r", "flow.yaml\\|\\d")
    act("", ":cclose\r16G$", "16", "flow.yaml\\|")
    act("", "grn", "New Name")
    act("`grn` gives `signedIn` another name, and the part that holds it changes with the flow.",
        "\x15welcome\r", "onUserLoggedIn: welcome")
    act("", ":rightbelow split parts/signed-in.yaml\r", "welcome: \\{ event")


if __name__ == "__main__":
    main()
