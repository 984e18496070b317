#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Breeds files at the limits that the documentation names and just beyond, alone and in pairs, and holds each command to them.

    Maintenance/Fuzz/limits.py PROGRAM [--only TEXT] [--factor F]

Whatever N bytes it is given, a command answers within 50 ms + N / (5 MB/s) of processor time and 300 MB of memory, or it
refuses the file by a limit. A file beyond a limit is always refused, in words that name the limit. FACTOR is for slow machines.
"""

import argparse
import itertools
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

HEAD = "language: mfaflow/1\nflow: bred\nversion: 1.0.0\nsdk: relid\ngoal: aal1\n"
MEMORY = 300 * 1024  # in KB
# How a limit is told.
REFUSALS = ("at most", "have more than", "lead to each other", "must not be nested deeper than", "must not hold more than", "must not be longer than", "is larger than")


def flow(parts):
    """A flow of sections by name, each a list of lines; what is not given is as small as can be."""
    sections = {
        "use": [], "start": ["start: begin"], "budgets": [],
        "steps": ["  begin: { call: initialize, then: { getUser: name, else: failed } }"],
        "name": ["    then: { onUserLoggedIn: done, 101: retry, 138: retry, getUser 166: retry, else: failed }"],
        "choices": [], "interrupts": [], "ends": [], "messages": [], "tail": [],
    }
    for key, lines in parts.items():
        sections[key] = lines if key in ("name", "start") else sections[key] + lines
    text = HEAD + "\n".join(sections["use"] + sections["start"]) + "\n"
    for key in ("budgets",):
        if sections[key]:
            text += f"{key}:\n" + "\n".join(sections[key]) + "\n"
    text += "steps:\n" + "\n".join(sections["steps"]) + "\n"
    text += "  name:\n    challenge: getUser\n    ask: [userName]\n    answer: setUser\n    tries: 5\n"
    if sections["choices"]:
        text += "    choices:\n" + "\n".join(sections["choices"]) + "\n"
    text += "\n".join(sections["name"]) + "\n"
    if sections["interrupts"]:
        text += "interrupts:\n" + "\n".join(sections["interrupts"]) + "\n"
    text += "ends:\n  done: { outcome: success }\n  failed: { outcome: failure }\n"
    text += "\n".join(sections["ends"]) + ("\n" if sections["ends"] else "")
    if sections["messages"]:
        text += "messages:\n" + "\n".join(sections["messages"]) + "\n"
    return text + "\n".join(sections["tail"]) + ("\n" if sections["tail"] else "")


def many(count, line):
    return [line.format(i=i, next=i + 1) for i in range(count)]


def chain(count):
    """So many steps behind each other, `begin` and `name` among them."""
    lines = many(count - 3, "  s{i}: {{ call: resetAuthState, max: 2, then: {{ getUser: s{next}, else: failed }} }}")
    return {"start": ["start: s0"], "steps": lines
            + [f"  s{count - 3}: {{ call: resetAuthState, max: 2, then: {{ getUser: begin, else: failed }} }}"]}


def waits(count):
    """So many steps that wait for the reply to one call."""
    last = "  w{i}: {{ wait: soon, within: 1s, choices: {{ c: {{ to: failed }} }}, then: {{ onUserLoggedIn: done, timeout: {to}, else: failed }} }}"
    steps = [last.format(i=i, to=f"w{i + 1}" if i < count - 1 else "failed") for i in range(count)]
    return {"steps": ["  first: { call: resetAuthState, max: 2, then: { accepted: w0, getUser: name, else: failed } }"] + steps,
            "messages": ["  soon: Soon."]}


def filled(count, size, step):
    """Steps that hold so many of something, each at most SIZE."""
    return [step(number, min(size, count - number * size)) for number in range((count + size - 1) // size)]


def outcomes(count):
    """Ways: with those of the other steps, so many."""
    def step(number, size):
        choices = ", ".join(f"c{i}: {{ to: failed }}" for i in range(size - 2))
        return f"  o{number}: {{ challenge: getUser, choices: {{ {choices} }}, then: {{ else: failed }} }}"
    return {"steps": filled(count - 9, 200, step)}


def budgets(count):
    def step(number, size):
        choices = ", ".join(f"c{i}: {{ to: failed, max: 2 }}" for i in range(size))
        return f"  b{number}: {{ challenge: getUser, choices: {{ {choices} }}, then: {{ else: failed }} }}"
    return {"steps": filled(count - 1, 200, step)}


def aliases(count):
    """Lists of ten that unfold to so many nodes."""
    lines, nodes, level = ["x-a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"], 10, 0
    while nodes * 10 < count:
        level += 1
        lines.append(f"x-a{level}: &a{level} [" + ", ".join([f"*a{level - 1}"] * 10) + "]")
        nodes *= 10
    return {"tail": lines + ["x-last: [" + ", ".join([f"*a{level}"] * (count // nodes + 1)) + "]"]}


# Of a flow: the name of the limit, the largest number, and what is bred for a number; None where nothing is refused by number.
FLOW = [
    ("steps", 19_000, chain, False),
    ("waits", 2_000, waits, False),
    ("ends", 20_000, lambda n: {"ends": many(n - 2, "  e{i}: {{ outcome: failure }}")}, True),
    ("messages", 20_000, lambda n: {"messages": many(n, "  m{i}: Text of {i}")}, True),
    ("choices", 200, lambda n: {"choices": many(n, "      c{i}: {{ to: failed, max: 2 }}")}, True),
    ("lines", 1_000, lambda n: {"name": ["    then:"] + many(n - 2, "      getUser {next}: failed")
                                + ["      onUserLoggedIn: done", "      else: failed"]}, True),
    ("outcomes", 60_000, outcomes, True),
    ("budgets", 30_000, budgets, True),
    ("inputs", 200, lambda n: {"steps": [
        "  more: { challenge: getUser, ask: [" + ", ".join(f"i{i}" for i in range(n)) + "], answer: setUser, then: { else: failed } }"]},
     True),
    ("checks", 200, lambda n: {"steps": [
        "  more: { challenge: getUser, ask: [userName], tries: 2, require: ["
        + ", ".join("{ check: 'userName != \"x\"' }" for _ in range(n)) + "], answer: setUser, then: { else: failed } }"]}, True),
    ("depth", 60, lambda n: {"tail": ["x-deep: " + "[" * n + "]" * n]}, True),
    ("aliases", 200_000, aliases, True),
    ("scalar", 65_000, lambda n: {"tail": ["x-long: " + "a" * n]}, True),
    ("bytes", 4 * 1024 * 1024 - 4096, lambda n: {"tail": ["# " + "a" * n]}, True),
    ("guard", 1_000, lambda n: {"choices": ["      g: { to: failed, max: 2, when: '" + " || ".join(["1 == 2"] * (n // 10)) + "' }"]},
     False),
    ("findings", 20_000, lambda n: {"steps": many(n // 10, "  f{i}: {{ cal: initialize }}")}, False),
]
BEYOND = {"depth": 70, "aliases": 300_000, "guard": 1_100, "scalar": 70_000, "bytes": 4 * 1024 * 1024 + 10}


def nested(depth, width):
    """Flows that each run the next one so many times."""
    files = {}
    for level in range(depth):
        if level == depth - 1:
            text = flow({})
        else:
            text = HEAD + "start: r0\nsteps:\n" + "\n".join(
                f"  r{i}: {{ run: n{level + 1}, then: {{ done: {'done' if i == width - 1 else f'r{i + 1}'}, else: failed }} }}"
                for i in range(width)) + "\nends:\n  done: { outcome: success }\n  failed: { outcome: failure }\n"
        files["flow.yaml" if level == 0 else f"n{level}.yaml"] = text
    return files


def parts(count):
    files = {"flow.yaml": flow({"use": ["use: [" + ", ".join(f"p{i}" for i in range(count)) + "]"]})}
    for i in range(count):
        files[f"p{i}.yaml"] = (
            f"part: p{i}\nsdk: relid\nsteps:\n"
            + "\n".join(f"  p{i}s{k}: {{ call: resetAuthState, max: 2, then: {{ getUser: name, else: name }} }}" for k in range(20)) + "\n")
    return files


WORLD = "users:\n  bob: { password: horse-battery-1 }\ndevice: { lda: none }\n"
SCENARIO = ("  - name: Number {i}\n    do:\n      - identify: {{ userName: bob }}\n"
            "      - verifyPassword: {{ password: horse-battery-1 }}\n      - signedIn: finish\n    expect: {{ end: done }}")


def scenarios(count, items=0, users=0):
    people = "".join(f"    u{i}: {{ password: horse-battery-{i} }}\n" for i in range(users))
    text = "flow: login.yaml\nworld:\n  users:\n    bob: { password: horse-battery-1 }\n" + people + "  device: { lda: none }\nscenarios:\n"
    text += "\n".join(many(count, SCENARIO)) + "\n"
    if items:
        text += "  - name: Long\n    do:\n" + "\n".join(["      - after: 1s"] * items) + "\n    expect: { waiting: identify }\n"
    return text


def answers(count):
    return "answers:\n" + "\n".join(["  - identify: { userName: nobody }"] * count) + "\n"


def contract(events=2, calls=2, replies=1, codes=1, bound=8):
    text = "contract: bred\nversion: 1.0.0\nsuccess: [0]\nphases: { first: {} }\nauthenticators: { pin: { channel: typed } }\ncodes:\n"
    text += "".join(f"  {i + 1}: {{ name: c{i}, in: [e0], source: chosen }}\n" for i in range(codes)) + "events:\n"
    text += "".join(f"  e{i}: {{ kind: {'challenge' if i == 0 else 'result'}, source: chosen }}\n" for i in range(events)) + "calls:\n"
    for i in range(calls):
        leads = ", ".join(f"e{k}: chosen" for k in range(min(replies, events)))
        text += f"  k{i}: {{ answers: e0, takes: {{ word: secret 1..{bound} }}, leadsTo: {{ {leads} }}, source: chosen }}\n"
    return text


def cases(root):
    """Each case: its name, its files, the commands, and whether it is beyond a limit."""
    every = [["check", "flow.yaml"], ["check", "--guesses", "--proofs", "--format", "json", "flow.yaml"],
             ["check", "--profile", "asvs-5", "--format", "sarif", "flow.yaml"],
             ["run", "flow.yaml", "--world", "world.yaml"], ["matrix", "flow.yaml"]]
    bred = [(name, bound, make(bound)) for name, bound, make, _ in FLOW]
    for (name, bound, make, is_refused), (_, _, part) in zip(FLOW, bred):
        yield name, {"flow.yaml": flow(part), "world.yaml": WORLD}, every, False
        more = BEYOND.get(name, bound + 1)
        if is_refused:
            yield f"{name} beyond", {"flow.yaml": flow(make(more)), "world.yaml": WORLD}, every, True
    for (one, _, first), (other, _, second) in itertools.combinations(bred, 2):
        keys = set(first) & set(second)
        if keys & {"name", "start"}:
            continue
        both = {key: first.get(key, []) + second.get(key, []) for key in {**first, **second}}
        yield f"{one} + {other}", {"flow.yaml": flow(both), "world.yaml": WORLD}, [every[0]], False
    for depth, width in [(2, 200), (2, 500), (6, 6), (16, 2), (40, 1), (3, 22), (3, 60)]:
        is_beyond = depth > 16 or sum(width ** level for level in range(1, depth)) * 2 > 3_000
        yield f"nested {depth} x {width}", {**nested(depth, width), "world.yaml": WORLD}, every, is_beyond
    yield "parts", {**parts(64), "world.yaml": WORLD}, every, False
    yield "parts beyond", {**parts(65), "world.yaml": WORLD}, every[:1], True
    flows = {path.name: path.read_text() for path in (root / "flows").glob("*.yaml")}
    flows |= {f"parts/{path.name}": path.read_text() for path in (root / "flows" / "parts").glob("*.yaml")}
    test = [["test", "bred.scenarios.yaml"], ["test", "--format", "junit", "bred.scenarios.yaml"]]
    for name, text in [("scenarios", scenarios(2_000)), ("items", scenarios(1, items=5_000)), ("users", scenarios(1, users=5_000))]:
        yield name, {**flows, "bred.scenarios.yaml": text}, test, False
    login = [["run", "login.yaml", "--world", "bred.world.yaml", "--answers", "bred.answers.yaml"]]
    yield "answers", {**flows, "bred.world.yaml": WORLD, "bred.answers.yaml": answers(20_000)}, login, False
    for name, text in [
        ("events", contract(events=1_000)), ("calls", contract(calls=1_000)), ("replies", contract(events=1_000, replies=1_000)),
        ("codes", contract(codes=1_000)), ("all of a contract", contract(1_000, 10, 1_000, 1_000)), ("a wide bound", contract(bound=1_000_000)),
    ]:
        yield name, {"bred.contract.yaml": text}, [["contract", "--check", "bred.contract.yaml"]], False


def run(program, arguments, folder):
    """The exit code, the processor time in seconds, the memory in KB, and what was said."""
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen([program, *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (60, 60)))
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        said = output.read(1 << 20).decode("utf-8", "replace")
    return child.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, said


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--only", default="")
    parser.add_argument("--factor", type=float, default=1)
    options = parser.parse_args()
    program = str(pathlib.Path(options.program).resolve())
    root = pathlib.Path(__file__).resolve().parents[2]
    failed = count = 0
    for name, files, commands, is_beyond in cases(root):
        if options.only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            for path, text in files.items():
                target = pathlib.Path(folder, path)
                target.parent.mkdir(exist_ok=True)
                target.write_text(text)
            size = sum(len(text) for path, text in files.items())
            allowed = (0.05 + size / 5e6) * options.factor
            for arguments in commands:
                code, seconds, memory, said = run(program, arguments, folder)
                count += 1
                wrong = []
                if code < 0 or code > 3:
                    wrong.append(f"ended by {code}")
                if seconds > allowed:
                    wrong.append(f"{seconds * 1000:.0f} ms, {allowed * 1000:.0f} allowed")
                if memory > MEMORY:
                    wrong.append(f"{memory // 1024} MB")
                if is_beyond and (code == 0 or not any(words in said for words in REFUSALS)):
                    wrong.append(f"not refused, exit {code}")
                if wrong:
                    failed += 1
                    print(f"{name}: {' '.join(arguments)} ({size} bytes): {'; '.join(wrong)}", flush=True)
    print(f"limits: {count} commands, {failed} beyond their bounds")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
