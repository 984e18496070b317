# SPDX-License-Identifier: Apache-2.0
"""What stands in a world: README.md tells it. A slip is an error, so that it does not make a test pass."""
from datetime import datetime

from totp import STEP, base32


def time_of_day(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def checked(what, given, **kinds):
    """A mapping with these keys and no others, each of its type."""
    if not isinstance(given, dict):
        raise ValueError(f"{what} is no mapping")
    for key, value in given.items():
        if key not in kinds:
            raise ValueError(f"{what}: {key} is no key of it")
        if type(value) is not kinds[key]:
            raise ValueError(f"{what}: {key} is of another type")
    return given


class Account:
    def __init__(self, name, given):
        checked("a user", given, password=str, app=str, used=str, recovery=list, phone=dict, passkey=int, attempts=int)
        self.name, self.password, self.passkey = name, given.get("password"), given.get("passkey")
        self.app = base32(given["app"]) if "app" in given else None
        self.last = int(time_of_day(given["used"])) // STEP if "used" in given else -1
        self.recovery = [str(code) for code in given.get("recovery", [])]
        self.phone = checked("a phone", given.get("phone", {}), ends=str, code=str)
        self.most, self.left = 3, given.get("attempts", 3)


class World:
    def __init__(self, given, calls):
        checked("the world", given, now=str, latency=int, users=dict, device=dict, faults=list)
        self.start, self.latency = time_of_day(given.get("now", "2026-01-01T12:00:00Z")), given.get("latency", 0)
        self.users = {name: Account(name, user) for name, user in given.get("users", {}).items()}
        device = checked("the device", given.get("device", {}), passkeys=dict, prompts=list, newKey=str)
        self.passkeys, self.prompts = device.get("passkeys", {}), device.get("prompts", [])
        self.new_key = device.get("newKey", "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
        base32(self.new_key)
        if self.latency < 0 or not all(type(counter) is int for counter in self.passkeys.values()):
            raise ValueError("a latency is below 0, or a passkey of the device is no counter")
        if not all(prompt in ("accept", "cancel", "fail") for prompt in self.prompts):
            raise ValueError("a prompt comes to accept, cancel or fail")
        self.faults = [checked("a fault", fault, call=str, nth=int, refuse=int, error=int, silent=bool)
                       for fault in given.get("faults", [])]
        if not all(fault.get("call") in calls and fault.get("refuse") != 0 for fault in self.faults):
            raise ValueError("a fault is of no call, or refuses it with 0")


class Declined(ValueError):
    """A world that this program does not take: nothing is played in it."""


def taken(given, calls):
    try:
        return World(given, calls)
    except (ValueError, LookupError, TypeError, AttributeError) as problem:
        raise Declined(str(problem)) from None
