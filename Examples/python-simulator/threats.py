# SPDX-License-Identifier: Apache-2.0
"""What the SDK finds wrong with the device, and what the user decides about it."""
from collections import Counter
from dataclasses import dataclass

from calls import BUSY, MISSING_VALUE, NOT_ECHOED, Refused, call, flag, misplaced, number
from stage import DEAD, Reply, event
from world import duration, text

TEXTS = ("threatName", "threatMsg", "threatReason", "configuredAction", "threatSeverity", "threatCategory")
MAPS = ("networkInfo", "appInfo")


class Finding:
    """Threats that are found together."""

    def __init__(self, facts):
        self.terminates = "terminate" in facts  # the SDK shuts itself down; else the user decides
        self.threats = [as_told(threat) for threat in facts["terminate" if self.terminates else "consent"]]
        self.after = duration(facts.get("after"))  # so long after the start; None for while the SDK works on a call
        self.during, self.nth = facts.get("during", "initialize"), facts.get("nth")


@dataclass
class HeldStart:
    """What `initialize` leads to, while threats that it has found are not decided about."""

    replies: list
    twice: bool
    findings: int  # how many lists have not been told yet


class Watch:
    """Which threats are found when."""

    def __init__(self, listed):
        self.findings = [Finding(facts) for facts in listed]
        self.taken = Counter()  # how often each call was taken

    def during(self, call):
        """What is found while the SDK works on a call that it has taken."""
        self.taken[call] += 1
        return [
            finding for finding in self.findings
            if finding.after is None and finding.during == call and finding.nth in (None, self.taken[call])
        ]

    def later(self):
        """What is found some time after the start."""
        return [finding for finding in self.findings if finding.after is not None]


class Decisions:
    """What is decided between the start of the SDK and its end."""

    def __init__(self):
        self.open = []  # the ids of each list that the user has not decided about
        self.accepted = set()  # ids that the user has accepted for as long as the SDK runs
        self.leaving = False  # the user has decided to leave, and the SDK has not said yet that it shuts down

    def ask(self, ids):
        self.open.append(sorted(ids))


def as_told(facts):
    told = {"threatId": facts["threatId"]}
    told.update((key, text(facts[key])) for key in TEXTS if key in facts)
    told.update((key, {name: text(value) for name, value in facts[key].items()}) for key in MAPS if key in facts)
    return told


def ids_of(threats):
    """None for what is no threat."""
    return [number(threat, "threatId") if isinstance(threat, dict) else None for threat in threats]


def find(sdk, finding):
    """Threats are found now: the event that says so; None if the user has accepted all of them."""
    if sdk.held_start:
        sdk.held_start.findings -= 1
    if finding.terminates:
        sdk.stage = DEAD
        return event("onTerminateWithThreats", threats=finding.threats)
    found = [threat for threat in finding.threats if threat["threatId"] not in sdk.threats.accepted]
    if found:
        sdk.threats.ask(ids_of(found))
    go_on_starting(sdk)
    return event("onUserConsentThreats", threats=found) if found else None


def go_on_starting(sdk):
    """A start that was held goes on as soon as no threats wait for a decision."""
    start = sdk.held_start
    if start and start.findings <= 0 and not sdk.threats.open:
        sdk.held_start = None
        sdk.deliver(start.replies, start.twice)


@call("takeActionOnThreats", may_interrupt=True)
def take_action(sdk, given):
    """A decision against any of the threats shuts the SDK down, which it says with the same threats."""
    if not sdk.threats.open:
        raise misplaced(sdk)
    if sdk.threats.leaving:
        raise Refused(*BUSY)
    decided = given.get("threats")
    if not isinstance(decided, list) or not decided:
        raise Refused(*MISSING_VALUE)
    ids = ids_of(decided)
    if None in ids:
        raise Refused(*MISSING_VALUE)
    proceeds = [flag(threat, "shouldProceedWithThreats") for threat in decided]
    if sorted(ids) not in sdk.threats.open:
        raise Refused(*NOT_ECHOED)
    if not all(proceeds):
        sdk.threats.leaving = True
        return [Reply(event("onTerminateWithThreats", threats=decided), DEAD)]
    sdk.threats.open.remove(sorted(ids))
    sdk.threats.accepted.update(
        threat["threatId"] for threat in decided if threat.get("rememberActionForSession") in (True, 1))
