# SPDX-License-Identifier: Apache-2.0
"""What the SDK waits for, and the events that tell it."""
from dataclasses import dataclass
from typing import Any, Callable

# The challenge modes of a password, and of the consent to the device's own authentication, as the SDK numbers them.
VERIFY, SET, UPDATE, AUTHORIZE, EXPIRED, LDA_ENABLE, LDA_SET_PASSWORD, LDA_DISABLE = 0, 1, 2, 3, 4, 5, 14, 15
CONSENT_AT_SET_UP, CONSENT_IN_SESSION = 1, 16

# The purpose of a password that a script asks for, where the world has not led to it.
PURPOSES = {
    VERIFY: "login", SET: "activation", EXPIRED: "activation", UPDATE: "session", AUTHORIZE: "session",
    LDA_ENABLE: "session", LDA_SET_PASSWORD: "session", LDA_DISABLE: "session",
}

STATUS_MESSAGES = {
    101: "user not valid", 102: "wrong password", 106: "wrong activation code", 110: "password expired",
    118: "password expired", 138: "user blocked", 141: "user suspended", 153: "attempts exhausted",
    164: "password used before", 190: "password against policy", 921: "already answered", 922: "expired",
    923: "no such action", 924: "no such notification", 925: "activation code expired",
}


@dataclass(frozen=True)
class Stage:
    """What the SDK waits for. It changes when an event arrives, not when a call is made."""

    # The event that has asked; or off, dead (it has shut itself down), idle (nothing is asked), signedIn.
    asks: str
    # Why it is asked: activation, newDevice, login, forgotPassword, unblock; session for a user who is signed in.
    purpose: str = ""
    mode: int = 0  # of a password
    blocked: Any = None  # the account whose password block may be lifted, right after status 141

    @property
    def phase(self):
        if self.asks in ("off", "dead", "signedIn"):
            return self.asks
        return "signedIn" if self.purpose == "session" else "beforeLogin"


OFF, DEAD, IDLE, SIGNED_IN = Stage("off"), Stage("dead"), Stage("idle"), Stage("signedIn")


@dataclass
class Reply:
    """An event that a call has led to, and what it changes when it arrives."""

    event: dict = None
    opens: Stage = None  # what the SDK waits for from then on; None if nothing changes
    delay: int = 0  # how much longer than the world's latency it takes
    matters: bool = True  # whether the call's faults are for this event, where there are two
    kind: str = "reply"  # as the agenda has it
    arrives: Callable = None  # what the SDK does then, instead; it gives the event, or None


def event(name, status=None, error=0, **data):
    """An event as the host hears it."""
    told = {"event": name}
    if data:
        told["data"] = data
    if status is not None:
        told["status"] = status
    if status in STATUS_MESSAGES:
        told["statusMessage"] = STATUS_MESSAGES[status]
    if error:
        told["error"] = error
    return told


def has_extended(told):
    """The session is extended: status 100 says so, and nothing else."""
    return told.get("error", 0) == 0 and told.get("status") == 100


def is_success(told):
    return told.get("error", 0) == 0 and told.get("status", 100) in (0, 100)


def stage_after(told, user):
    """What the SDK waits for after an event that a script has made; None if the event changes nothing."""
    name, mode = told["event"], told.get("data", {}).get("challengeMode")
    if name == "getUser":
        return Stage(name, blocked=user if told.get("status") == 141 else None)
    if name == "getPassword":
        return Stage(name, PURPOSES[mode], mode) if mode in PURPOSES else IDLE
    if name == "getUserConsentForLDA":
        return Stage(name, "session" if mode == CONSENT_IN_SESSION else "activation")
    if name == "getActivationCode":
        return Stage(name, "activation")
    if name in ("getAddNewDeviceOptions", "getDeviceName"):
        return Stage(name)
    return {
        "onUserLoggedIn": SIGNED_IN, "onUserLoggedOff": IDLE, "onSessionTimeout": OFF, "onTerminateWithThreats": DEAD,
    }.get(name)
