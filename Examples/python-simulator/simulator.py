#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""REL-ID for mfaflow, simulated: requests on standard input, answers and events on standard output, line by line."""
import sys

sys.dont_write_bytecode = True  # before the files beside this one are read: nothing is left behind

import json
import os
import select
import time

from calls import Refused
from sdk import SDK
from world import UnknownKey

PROTOCOL = "mfaflow-backend/1"


class Unfit(Exception):
    """A message that cannot be carried out: what JSON-RPC says of it."""

    def __init__(self, code, message):
        self.error = {"code": code, "message": message}


class Program:
    """The side of the conversation that is asked."""

    def __init__(self):
        self.sdk = None
        self.start = None  # by the computer's clock; None where the host tells the time

    def answer(self, request):
        """The result of a request."""
        method, params = take(request, "method", str), request.get("params")
        if method == "initialize":
            return self.begin(params)
        if method == "shutdown":
            return {}
        asked = {"call": self.call, "advance": self.advance, "direct": self.direct}.get(method)
        if asked is None:
            raise Unfit(-32601, "there is no such method")
        if self.sdk is None:
            raise Unfit(-32002, "`initialize` comes first")
        told = take(params, "time", int)
        self.sdk.now = max(self.sdk.now, told if self.start is None else self.passed())
        result = asked(params)
        if self.start is None and self.sdk.agenda.next_time is not None:
            result["next"] = self.sdk.agenda.next_time
        if self.sdk.agenda.has_held:
            result["held"] = True
        return result

    def begin(self, params):
        clock = take(params, "clock", str)
        if take(params, "protocol", str) != PROTOCOL or take(take(params, "contract", dict), "name", str) != "relid":
            raise Unfit(-32001, f"only {PROTOCOL} and the contract relid are spoken here")
        try:
            self.sdk = SDK(params.get("world") or {})
        except UnknownKey as problem:
            raise Unfit(-32001, str(problem)) from None
        except (AttributeError, LookupError, TypeError, ValueError):
            raise Unfit(-32001, "this is no world") from None
        self.start = time.monotonic() if clock == "live" else None
        return {"protocol": PROTOCOL, "contract": {"name": "relid"}, "clock": clock, "capabilities": ["directions"]}

    def call(self, params):
        name, arguments = take(params, "name", str), take(params, "arguments", dict)
        try:
            self.sdk.call(name, arguments)
            return {"answer": "accepted"}
        except Refused as refusal:
            message = {"message": refusal.message} if refusal.message else {}
            return {"answer": "rejected", "code": refusal.code, **message}

    def advance(self, params):
        """Tells one event: what the host does about it comes before the next one."""
        event = self.sdk.next_event()
        if event:
            write(method="event", params=event)
        return {}

    def direct(self, params):
        if "send" in params:
            event = take(params, "send", dict)
            take(event, "event", str)
            self.sdk.send(event)
        elif "refuse" in params:
            refusal = take(params, "refuse", dict)
            self.sdk.refuse_next(take(refusal, "call", str), take(refusal, "code", int))
        elif params.get("replies") in ("hold", "release"):
            self.sdk.agenda.hold() if params["replies"] == "hold" else self.sdk.agenda.release()
        else:
            raise Unfit(-32602, "there is no such direction")
        return {}

    def passed(self):
        """Milliseconds since the start, by the computer's clock."""
        return int((time.monotonic() - self.start) * 1000)

    def seconds_to_event(self):
        """How long to wait for a request at most; None for as long as it takes."""
        if self.start is None or self.sdk.agenda.next_time is None:
            return None
        return max(0, self.sdk.agenda.next_time - self.passed()) / 1000

    def tell_what_is_due(self):
        """On a live clock, events are told as they come."""
        while self.start is not None and self.seconds_to_event() == 0:
            self.sdk.now = self.passed()
            self.advance({})


class Lines:
    """Standard input, line by line."""

    def __init__(self):
        self.waiting = b""

    def next(self, seconds):
        """The next line; None when so many seconds have passed, nothing at the end of the input."""
        while b"\n" not in self.waiting:
            if not select.select([0], [], [], seconds)[0]:
                return None
            more = os.read(0, 65536)
            if not more:
                return b""
            self.waiting += more
        line, _, self.waiting = self.waiting.partition(b"\n")
        return line + b"\n"


def take(values, name, kind):
    """What stands under a name, if it is what it must be."""
    value = values.get(name) if isinstance(values, dict) else None
    if not isinstance(value, kind):
        raise Unfit(-32602, f"`{name}` is missing, or of another type")
    return value


def write(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def main():
    program, lines = Program(), Lines()
    while True:
        line = lines.next(program.seconds_to_event())
        if line == b"" or (line is not None and respond(program, line) == "shutdown"):
            return
        program.tell_what_is_due()


def respond(program, line):
    """Answers a message, and gives the name of what it asked for."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        return write(id=None, error={"code": -32700, "message": "this is no JSON"})
    if not isinstance(request, dict):
        return write(id=None, error={"code": -32600, "message": "this is no request"})
    if "id" in request:  # without it, it is a notification such as `cancel`: nothing here takes so long
        try:
            write(id=request["id"], result=program.answer(request))
        except Unfit as unfit:
            write(id=request["id"], error=unfit.error)
    return request.get("method")


if __name__ == "__main__":
    main()
