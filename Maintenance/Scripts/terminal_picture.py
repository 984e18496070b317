# SPDX-License-Identifier: Apache-2.0
"""What a program shows at a terminal, as HTML for a screenshot: it runs at a terminal of its own, and pyte reads what it draws."""

import fcntl
import html
import os
import pty
import select
import signal
import struct
import termios
import time

import pyte

PALETTE = {
    "black": "#24292f", "red": "#b3261e", "green": "#1a7f37", "brown": "#8a5a00", "blue": "#0a58ca", "magenta": "#8250df",
    "cyan": "#0e7490", "white": "#6e7781",
}


def drawn(command, keys, columns, rows):
    """The screen once all keys are pressed; each is pressed when a text stands there."""
    pid, descriptor = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", LANG="C.UTF-8")
        os.environ.pop("NO_COLOR", None)
        os.execvp(command[0], command)
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.kill(pid, signal.SIGWINCH)
    screen = pyte.Screen(columns, rows)
    stream = pyte.ByteStream(screen)
    try:
        for text, key in keys:
            read_until(descriptor, stream, lambda text=text: any(text in line for line in screen.display), text)
            if key:
                os.write(descriptor, key.encode())
        return screen
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(descriptor)


def read_until(descriptor, stream, is_there, text):
    """Reads until something is there, and then whatever else comes at once."""
    end = time.monotonic() + 10
    while True:
        ready, _, _ = select.select([descriptor], [], [], 0.4)
        if ready:
            stream.feed(os.read(descriptor, 1 << 16))
        elif is_there():
            return
        if time.monotonic() > end:
            raise SystemExit(f"terminal: `{text}` does not come")


def page(screen):
    """The screen as HTML."""
    lines = []
    for row in range(screen.lines):
        parts = []
        for column in range(screen.columns):
            cell = screen.buffer[row][column]
            colors = [PALETTE.get(cell.fg, "#24292f"), PALETTE.get(cell.bg, "#ffffff")]
            if cell.reverse:
                colors.reverse()
            style = f"color:{colors[0]};background:{colors[1]}" + (";font-weight:bold" if cell.bold else "")
            style += ";text-decoration:underline" if cell.underscore else ""
            if parts and parts[-1][0] == style:
                parts[-1][1].append(cell.data)
            else:
                parts.append((style, [cell.data]))
        lines.append("".join(f'<span style="{style}">{html.escape("".join(text))}</span>' for style, text in parts))
    body = "\n".join(lines)
    return (
        '<!DOCTYPE html><meta charset="utf-8"><style>body{margin:0}pre{display:inline-block;margin:0;padding:14px;'
        f"background:#fff;font:14px/1.25 'DejaVu Sans Mono',monospace}}</style><pre>{body}</pre>"
    )
