# SPDX-License-Identifier: Apache-2.0
"""A world as the host tells it, which has looked for slips in it: what is not written has its default here."""
import re
from datetime import datetime, timedelta

LDA = {"none": 0, "fingerprint": 1, "face": 2, "pattern": 3, "passcode": 8, "device": 9, "biometric": 10}
REMEMBER_MODES = {"auto": "AUTO", "semiAuto": "SEMIAUTO", "manual": "MANUAL", "none": "NA"}
NEW_DEVICE_OPTIONS = ["REL-ID Verify Authentication", "Add New Device using Fallback"]
UNITS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
EPOCH = datetime(1970, 1, 1)


def text(value):
    """A text that was written without quotes may have come as a number or a flag."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def texts(value):
    """One text, or a list of them."""
    return [text(item) for item in (value if isinstance(value, list) else [value])]


def duration(written):
    """Milliseconds; None if nothing is written."""
    if written is None:
        return None
    return sum(int(number) * UNITS[unit] for number, unit in re.findall(r"(\d+)(ms|[smhd])", written))


def moment(written):
    """Seconds since the beginning of 1970, of a day or a second in UTC; None if it is neither."""
    form = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)Z)?", written, re.ASCII)
    try:
        return form and (datetime(*map(int, form.groups(default="0"))) - EPOCH) // timedelta(seconds=1)
    except ValueError:  # a day that no calendar has
        return None


def date(seconds):
    """Such as 2026-01-01T09:00:00Z."""
    return (EPOCH + timedelta(seconds=seconds)).isoformat() + "Z"


KEYS = set(
    "seed latency startsAt users device devices policy history rememberedUser forgotPassword logOffAfterUpdate "
    "newDeviceOptions approval approvalExpires codeExpires emptyNotifications session appSession forcedLogOff "
    "threats faults".split())


class UnknownKey(ValueError):
    """What a world holds and this program does not know."""


class Rules:
    """What the server has decided for everybody."""

    def __init__(self, world):
        if unknown := set(world) - KEYS:
            raise UnknownKey(f"`{min(unknown)}` is no key of a world")
        self.seed = world.get("seed", 1)
        self.latency = duration(world.get("latency")) or 0
        self.start = moment(world.get("startsAt", "2026-01-01"))
        self.history = world.get("history", 5)
        self.remembering = world.get("rememberedUser", "manual")
        self.forgot_password = world.get("forgotPassword", False)
        self.log_off_after_update = world.get("logOffAfterUpdate", False)
        self.new_device_options = texts(world.get("newDeviceOptions", NEW_DEVICE_OPTIONS))
        self.tells_empty_list = world.get("emptyNotifications", "list") == "list"
        self.approval = Approval(world)
        self.code_validity = duration(world.get("codeExpires"))
        self.session = Limits(world["session"]) if "session" in world else None
        self.app_session = Limits(world["appSession"]) if "appSession" in world else None
        self.forced_log_off = duration(world["forcedLogOff"]["after"]) if "forcedLogOff" in world else None

    def date_at(self, time):
        """The seconds since 1970 at a time of the run."""
        return self.start + time // 1000


class Approval:
    """What comes of a request to approve a new device."""

    def __init__(self, world):
        written = world.get("approval", {})
        facts = written if isinstance(written, dict) else {"answer": written}
        self.answer = facts.get("answer", "approve")
        self.after = duration(facts.get("after")) or 0
        self.rejected = facts.get("rejected", "error")
        self.error = facts.get("error", 910)
        self.expired_error = facts.get("expiredError", 912)
        self.expires = duration(world.get("approvalExpires"))


class Limits:
    """How long a session lasts; None for any time, or any number."""

    def __init__(self, facts):
        self.idle = duration(facts.get("idle"))
        self.hard = duration(facts.get("hard"))
        self.warning = duration(facts.get("warning"))
        self.extendable = facts.get("extendable", True)
        self.extensions = facts.get("extensions")
        self.message = text(facts.get("message", "Your session is about to end."))


class Device:
    """The device on which the SDK runs."""

    def __init__(self, facts, accounts, remembering):
        self.id = device_id(facts)
        self.name = text(facts.get("name", "Simulated device"))
        self.lda = LDA[facts.get("lda", "none")]
        self.cancel_error = facts.get("ldaCancelError", 131)
        self.asks_name = facts.get("asksName", True)
        script = facts.get("biometric", [])
        self.prompts, self.later_prompts = (script, "accept") if isinstance(script, list) else ([], script)
        here = [account.name for account in accounts if self.id in account.devices]
        self.remembered = texts(facts["rememberedUsers"]) if "rememberedUsers" in facts else here
        self.recent = text(facts.get("recentUser", self.remembered[0] if self.remembered else ""))
        if remembering == "none":
            self.remembered, self.recent = [], ""

    def lets_owner_pass(self):
        """What comes of the device's own prompt."""
        if not self.prompts:
            return self.later_prompts == "accept"
        result, *self.prompts = self.prompts
        return result == "accept"

    def remember(self, name):
        self.recent = name
        if name not in self.remembered:
            self.remembered.append(name)


def device_id(facts):
    return text(facts.get("id", "device-1"))
