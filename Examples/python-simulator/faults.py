# SPDX-License-Identifier: Apache-2.0
"""What goes wrong with single calls."""
from collections import Counter

from world import duration


class Faults:
    def __init__(self, listed):
        self.listed = listed
        self.made = Counter()  # how often each call was made
        self.refusals = []  # calls that a script wants to be refused the next time, each with the number

    def of(self, call):
        """What goes wrong with a call that is made now; nothing is an empty fault."""
        for refusal in self.refusals:
            if refusal[0] == call:
                self.refusals.remove(refusal)
                return {"reject": refusal[1]}
        self.made[call] += 1
        for nth in (self.made[call], None):  # a fault with a number goes before one for each call
            for fault in self.listed:
                if fault["call"] == call and fault.get("nth") == nth:
                    return fault
        return {}


def other_event(fault):
    """The event that a fault sends in place of the call's own."""
    return changed({"event": fault["event"], "data": fault.get("with", {})}, fault)


def changed(event, fault):
    """The event with the codes that a fault gives it."""
    event = dict(event)
    if "status" in fault:
        event["status"] = fault["status"]
        event.pop("statusMessage", None)
    if "error" in fault:
        event["error"] = fault["error"]
    return event


def lateness(fault):
    return duration(fault.get("late")) or 0
