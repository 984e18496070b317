#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Types into a language server and prints, for each thing that was measured, a line

    NAME <tab> median <tab> least <tab> most <tab> 99th percentile <tab> unit

A keystroke is measured from the change that is sent to the first findings of just that version; the next one is typed
only then. What only the runs of a flow show comes later: "all findings" are those that a client gets that asks for them. The peers are servers for other languages: they say what somebody who edits is used to, not what a check of a flow
may cost. Each has a file of as many lines as the flow of 2,000 steps.

    editors.py TOOL FLOWS CORPUS LARGE
"""
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(sys.executable))


class Server:
    """A server with one client that asks, and waits for what it asked for."""

    def __init__(self, command, folders=()):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.last = 0
        self.folders = [{"uri": "file://" + folder, "name": os.path.basename(folder)} for folder in folders]
        self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": self.folders[0]["uri"] if self.folders else None,
                "workspaceFolders": self.folders,
                "capabilities": {
                    "general": {"positionEncodings": ["utf-8", "utf-16"]},
                    "textDocument": {
                        "publishDiagnostics": {"versionSupport": True, "relatedInformation": True},
                        "completion": {"completionItem": {"snippetSupport": True}},
                    },
                },
            },
        )
        self.notify("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def receive(self):
        length = 0
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the server has ended")
            if line == b"\r\n":
                break
            name, value = line.split(b":")
            if name.lower() == b"content-length":
                length = int(value)
        message = json.loads(self.process.stdout.read(length))
        if "id" in message and "method" in message:
            wanted = message["method"] == "workspace/configuration"
            self.send({"id": message["id"], "result": [None] * len(message["params"]["items"]) if wanted else None})
        return message

    def request(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self.last and "method" not in message:
                if "error" in message:
                    raise RuntimeError(message["error"])
                return message.get("result")

    def findings(self, uri, version=None):
        """Waits for the findings of a version, or of any."""
        while True:
            message = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics":
                params = message["params"]
                if params["uri"] == uri and (version is None or params.get("version", version) == version):
                    return params["diagnostics"]

    def memory(self):
        """The most memory it has taken, in MB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) / 1024
        return 0

    def end(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait(10)


class Document:
    """A file that is open, with the place where somebody types."""

    def __init__(self, server, path, text, kind):
        self.server, self.uri, self.text, self.version = server, "file://" + path, text, 1
        server.notify(
            "textDocument/didOpen",
            {"textDocument": {"uri": self.uri, "languageId": kind, "version": 1, "text": text}},
        )

    def type(self, line, character, old, new):
        """Puts `new` in the place of `old` characters; takes the time until its findings have come, in milliseconds."""
        self.version += 1
        start = time.perf_counter()
        self.change(line, character, old, new)
        self.server.findings(self.uri, self.version)
        return (time.perf_counter() - start) * 1000

    def type_and_ask(self, line, character, old, new):
        """The same until all findings are there, for which it asks."""
        self.version += 1
        start = time.perf_counter()
        self.change(line, character, old, new)
        self.server.request("textDocument/diagnostic", {"textDocument": {"uri": self.uri}})
        return (time.perf_counter() - start) * 1000

    def change(self, line, character, old, new):
        self.server.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": self.uri, "version": self.version},
                "contentChanges": [
                    {
                        "range": {
                            "start": {"line": line, "character": character},
                            "end": {"line": line, "character": character + old},
                        },
                        "text": new,
                    }
                ],
            },
        )

    def complete(self, line, character):
        start = time.perf_counter()
        self.server.request(
            "textDocument/completion",
            {"textDocument": {"uri": self.uri}, "position": {"line": line, "character": character}},
        )
        return (time.perf_counter() - start) * 1000


def told(name, samples, unit="ms"):
    if not samples:
        return
    samples = sorted(samples)
    late = samples[min(len(samples) - 1, int(len(samples) * 0.99))]
    cells = [statistics.median(samples), samples[0], samples[-1], late]
    print("\t".join([name, *(f"{cell:.4f}" for cell in cells), unit]), flush=True)


def typed(document, rounds, chance, completions=None):
    """Types a letter somewhere and takes it back, again and again; asks for what may stand there meanwhile."""
    lines = document.text.split("\n")
    places = [index for index, line in enumerate(lines) if line.strip()]
    samples = []
    for _ in range(rounds):
        line = chance.choice(places)
        character = chance.randint(len(lines[line]) - len(lines[line].lstrip()), len(lines[line]))
        samples.append(document.type(line, character, 0, "x"))
        if completions is not None:
            completions.append(document.complete(line, character + 1))
        samples.append(document.type(line, character, 1, ""))
    return samples


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def shipped(tool, flows):
    folder = os.path.abspath(flows)
    server = Server([tool, "lsp"], [folder])
    chance = random.Random(1)
    samples, completions, alls = [], [], []
    names = sorted(name for name in os.listdir(folder) if name.endswith(".yaml") and name.count(".") == 1)
    for name in names:
        path = os.path.join(folder, name)
        document = Document(server, path, read(path), "yaml")
        server.findings(document.uri, 1)
        samples += typed(document, 40, chance, completions)
        alls += [document.type_and_ask(0, 0, 0, "#"), document.type_and_ask(0, 0, 1, "")]
    told("mfaflow, shipped flows, a keystroke", samples)
    told("mfaflow, shipped flows, all findings", alls)
    told("mfaflow, shipped flows, a completion", completions)
    server.end()


def large(tool, path):
    server = Server([tool, "lsp"])
    document = Document(server, os.path.abspath(path), read(path), "yaml")
    server.findings(document.uri, 1)
    completions = []
    told("mfaflow, 2,000 steps, a keystroke", typed(document, 100, random.Random(2), completions))
    told("mfaflow, 2,000 steps, a completion", completions)
    server.end()


def workspace(tool, corpus):
    """A folder of 1,000 flows, 200 of them open."""
    folder = os.path.abspath(corpus)
    names = sorted(os.listdir(folder))
    firsts = []
    for _ in range(5):
        start = time.perf_counter()
        server = Server([tool, "lsp"], [folder])
        path = os.path.join(folder, names[0])
        document = Document(server, path, read(path), "yaml")
        server.findings(document.uri)
        firsts.append((time.perf_counter() - start) * 1000)
        if len(firsts) == 5:
            for name in names[:200]:
                path = os.path.join(folder, name)
                document = Document(server, path, read(path), "yaml")
            server.findings(document.uri)
            # Whoever asks for all of it gets it once all is checked.
            server.request("workspace/diagnostic", {"previousResultIds": []})
            told("mfaflow, 1,000 flows, 200 open, memory", [server.memory()], "MB")
            told("mfaflow, 1,000 flows, a keystroke", typed(document, 100, random.Random(3)))
        server.end()
    told("mfaflow, 1,000 flows, first findings", firsts)


def peer(name, command, path, text, kind):
    if not os.path.exists(command[0]):
        print(f"{name}: not found", file=sys.stderr)
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    try:
        server = Server(command, [os.path.dirname(path)])
        document = Document(server, path, text, kind)
        server.findings(document.uri)
        completions = []
        told(f"{name}, as many lines, a keystroke", typed(document, 100, random.Random(2)))
        server.end()
    except (RuntimeError, subprocess.TimeoutExpired, BrokenPipeError) as error:
        print(f"{name}: {error}", file=sys.stderr)


def main():
    tool, flows, corpus, largest = sys.argv[1:]
    shipped(tool, flows)
    large(tool, largest)
    workspace(tool, corpus)
    lines = read(largest).count("\n")
    folder = os.path.join(os.path.dirname(os.path.abspath(largest)), "editors")
    shutil.rmtree(folder, ignore_errors=True)
    python = "".join(f"def step_{n}(name, tries):\n    if tries > {n}:\n        return name\n    return step_{n}(name, 0)\n\n\n" for n in range(lines // 7))
    toml = "".join(f'[steps.s{n}]\nchallenge = "getUser"\nask = ["userName"]\nanswer = "setUser"\ntries = 3\n\n' for n in range(lines // 6))
    peer("ruff server (Python)", [HERE + "/ruff", "server"], folder + "/peer.py", python, "python")
    peer("taplo (TOML)", [HERE + "/taplo", "lsp", "stdio"], folder + "/peer.toml", toml, "toml")


if __name__ == "__main__":
    main()
