# SPDX-License-Identifier: Apache-2.0
"""The calls that the SDK understands, and why it refuses one at once."""
from collections import namedtuple

# 88, 170, 179 and 404 are the real SDK's numbers; the others are the simulator's own.
ALREADY_INITIALIZED = (88, "already initialized")
NOT_SUPPORTED = (170, "not supported")
STILL_INITIALIZING = (179, "initialization is under way")
NO_BIOMETRIC = (404, "no biometric on this device")
NOT_INITIALIZED = (901, "not initialized")
WRONG_PHASE = (902, "not allowed in this phase")
WRONG_CHALLENGE = (903, "not what the challenge asks for")
NOT_ECHOED = (904, "not what the event said")
MISSING_VALUE = (905, "a value is missing")
TOO_MANY_RESENDS = (906, "no more codes are sent")
UNKNOWN_CALL = (907, "unknown call")
BUSY = (908, "another call is under way")
UNDECIDED_THREATS = (909, "threats wait for a decision")
NOT_EXTENDABLE = (911, "the session cannot be extended")


class Refused(Exception):
    """The SDK does not take a call: nothing has changed, and no event follows."""

    def __init__(self, code, message=None):
        self.code, self.message = code, message


# What carries a call out, which gives the replies that it leads to; whether it may be made while the reply to another
# call is under way; whether it takes that reply back.
Call = namedtuple("Call", "carry_out may_interrupt takes_back")

CALLS = {}


def call(name, answers=None, signed_in=False, may_interrupt=False, takes_back=False):
    """Makes a function a call.

    answers     the event that must have asked for it; None for a call that answers nothing
    signed_in   whether somebody must be signed in
    """

    def register(function):
        def carry_out(sdk, given):
            if answers and (sdk.stage.asks != answers or (sdk.user is None and answers != "getUser")):
                raise misplaced(sdk)
            if signed_in and sdk.signed_in_user is None:
                raise Refused(*(WRONG_PHASE if sdk.stage.phase == "beforeLogin" else NOT_INITIALIZED))
            return function(sdk, given) or []

        CALLS[name] = Call(carry_out, may_interrupt or takes_back, takes_back)
        return function

    return register


def misplaced(sdk):
    """The refusal of a call that is not what the SDK asks for; of the phase if there is nothing to answer at all."""
    reasons = {"off": NOT_INITIALIZED, "dead": NOT_INITIALIZED, "signedIn": WRONG_PHASE}
    return Refused(*reasons.get(sdk.stage.asks, WRONG_CHALLENGE))


def text(given, name):
    """Letter by letter, as passwords are taken."""
    value = given.get(name)
    if not isinstance(value, str) or value == "":
        raise Refused(*MISSING_VALUE)
    return value


def trimmed(given, name):
    """Without the white space around it, as names and codes are taken."""
    value = text(given, name).strip(" \t\n\v\f\r")
    if value == "":
        raise Refused(*MISSING_VALUE)
    return value


def flag(given, name):
    """An SDK's 0 and 1 are false and true."""
    value = given.get(name)
    if not isinstance(value, int) or value not in (0, 1):
        raise Refused(*MISSING_VALUE)
    return bool(value)


def number(given, name):
    """None for what is no number."""
    value = given.get(name)
    return value if type(value) is int else None


def must_echo(given, name, told):
    """A call must say again what the event told."""
    if number(given, name) != told:
        raise Refused(*NOT_ECHOED)
