#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one login flow on state machine libraries of Python and prints, for each, a line

    NAME <tab> median events/s <tab> least <tab> most <tab> bytes per live run

The flow: a user name, a one-time code with three tries, a password; a timeout from each of them; then it begins anew.
A round is four sessions: one that succeeds, one that spends its tries, one that recovers from a wrong code, one that
times out. Every library must walk through the same states, or its line says so.
"""
import gc
import statistics
import subprocess
import sys
import time

SESSIONS = [
    ["good", "good", "good", "again"],
    ["good", "bad", "bad", "bad", "again"],
    ["good", "bad", "good", "good", "again"],
    ["good", "good", "late", "again"],
]
ROUND = [event for session in SESSIONS for event in session]
TRIES = 3


def expected_path():
    """The states after each event of a round, written down rather than computed by any of the libraries."""
    return (
        "code password done name "
        "code code code blocked name "
        "code code password done name "
        "code password expired name"
    ).split()


class Transitions:
    name = "transitions"

    def __init__(self):
        from transitions import Machine

        class Run:
            def __init__(self):
                self.wrong = 0

            def forget(self):
                self.wrong = 0

            def count(self):
                self.wrong += 1

            def has_tries(self):
                return self.wrong < TRIES - 1

        self.run_type = Run
        self.machine = Machine(
            model=None,
            initial="name",
            auto_transitions=False,
            states=["name", "code", "password", "done", "blocked", "expired"],
            transitions=[
                {"trigger": "good", "source": "name", "dest": "code", "after": "forget"},
                {"trigger": "good", "source": "code", "dest": "password"},
                {"trigger": "good", "source": "password", "dest": "done"},
                {"trigger": "bad", "source": "code", "dest": "code", "conditions": "has_tries", "after": "count"},
                {"trigger": "bad", "source": "code", "dest": "blocked"},
                {"trigger": "bad", "source": "password", "dest": "blocked"},
                {"trigger": "late", "source": ["name", "code", "password"], "dest": "expired"},
                {"trigger": "again", "source": ["done", "blocked", "expired"], "dest": "name"},
            ],
        )

    def make(self):
        run = self.run_type()
        self.machine.add_model(run)
        return run

    def send(self, run, event):
        run.trigger(event)

    def state(self, run):
        return run.state


CHART = """
statechart:
  name: login
  preamble: wrong = 0
  root state:
    name: root
    initial: flow
    states:
      - name: flow
        initial: asking
        states:
          - name: asking
            initial: name
            transitions: [{event: late, target: expired}]
            states:
              - name: name
                transitions: [{event: good, target: code, action: wrong = 0}]
              - name: code
                transitions:
                  - {event: good, target: password}
                  - {event: bad, guard: wrong < 2, target: code, action: wrong += 1}
                  - {event: bad, guard: wrong >= 2, target: blocked}
              - name: password
                transitions: [{event: good, target: done}, {event: bad, target: blocked}]
          - {name: done, transitions: [{event: again, target: name}]}
          - {name: blocked, transitions: [{event: again, target: name}]}
          - {name: expired, transitions: [{event: again, target: name}]}
"""


class Sismic:
    name = "sismic"

    def __init__(self):
        from sismic.interpreter import Interpreter
        from sismic.io import import_from_yaml

        self.interpreter = Interpreter
        self.chart = import_from_yaml(CHART)

    def make(self):
        run = self.interpreter(self.chart)
        run.execute()
        return run

    def send(self, run, event):
        run.queue(event).execute()

    def state(self, run):
        return [name for name in run.configuration if name not in ("root", "flow", "asking")][0]


class PythonStateMachine:
    name = "python-statemachine"

    def __init__(self):
        from statemachine import State, StateMachine

        class Login(StateMachine):
            name_ = State("name", initial=True)
            code = State("code")
            password = State("password")
            done = State("done")
            blocked = State("blocked")
            expired = State("expired")
            good = name_.to(code, on="forget") | code.to(password) | password.to(done)
            bad = code.to(code, cond="has_tries", on="count") | code.to(blocked) | password.to(blocked)
            late = name_.to(expired) | code.to(expired) | password.to(expired)
            again = done.to(name_) | blocked.to(name_) | expired.to(name_)
            wrong = 0

            def forget(self):
                self.wrong = 0

            def count(self):
                self.wrong += 1

            def has_tries(self):
                return self.wrong < TRIES - 1

        self.make = Login

    def send(self, run, event):
        run.send(event)

    def state(self, run):
        return next(iter(run.configuration)).name


def resident():
    """Bytes of this process in memory; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * 4096
    except OSError:
        return 0


def measure(library):
    run = library.make()
    path = []
    for event in ROUND:
        library.send(run, event)
        path.append(library.state(run))
    if path != expected_path():
        raise RuntimeError("walks another path: " + " ".join(path))
    count = 4000
    gc.collect()
    before = resident()
    runs = [library.make() for _ in range(count)]
    each = (resident() - before) / count
    del runs
    rates = []
    for _ in range(7):
        events = 0
        start = time.perf_counter()
        while time.perf_counter() - start < 0.15:
            for event in ROUND:
                library.send(run, event)
            events += len(ROUND)
        rates.append(events / (time.perf_counter() - start))
    return statistics.median(rates), min(rates), max(rates), each


KINDS = (Transitions, Sismic, PythonStateMachine)


def main():
    if len(sys.argv) == 1:
        # Each in a process of its own, so that none runs in memory that another has left.
        for kind in KINDS:
            subprocess.run([sys.executable, __file__, kind.name], check=False)
        return
    kind = next(kind for kind in KINDS if kind.name == sys.argv[1])
    try:
        median, least, most, each = measure(kind())
    except Exception as problem:  # a peer that fails is a line of the table, never the end of it
        print(f"{kind.name}: {type(problem).__name__}: {problem}", file=sys.stderr)
        return
    print(f"{kind.name}\t{median:.0f}\t{least:.0f}\t{most:.0f}\t{each:.0f}", flush=True)


if __name__ == "__main__":
    main()
