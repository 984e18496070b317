# SPDX-License-Identifier: Apache-2.0
"""How long a session lasts: until nobody has called for a while, or until its hard end."""
from functools import partial
from math import inf

from calls import BUSY, NOT_EXTENDABLE, NOT_INITIALIZED, Refused, call
from stage import OFF, Reply, event


class Session:
    """When it ends, and when the SDK warns of it. All times are since the start of the run."""

    def __init__(self, limits, now):
        self.limits = limits
        self.start = self.last_use = now
        self.extensions = 0
        self.warned_of = None  # the end that the SDK has warned of; a later one needs a warning of its own

    @property
    def idle_end(self):
        return inf if self.limits.idle is None else self.last_use + self.limits.idle

    @property
    def hard_end(self):
        return inf if self.limits.hard is None else self.start + self.limits.hard

    @property
    def end(self):
        return min(self.idle_end, self.hard_end)

    @property
    def has_warned(self):
        """Whether the SDK has warned, and nothing has changed since."""
        return self.warned_of == self.end

    @property
    def can_be_extended(self):
        """Not beyond its hard end, and not more often than the server grants."""
        granted = inf if self.limits.extensions is None else self.limits.extensions
        return self.limits.extendable and self.idle_end < self.hard_end and self.extensions < granted

    def next(self):
        """What is due next, and when."""
        if self.has_warned or self.limits.warning is None:
            return "end", self.end
        return "warning", self.end - self.limits.warning

    def warn(self, user, now):
        """The event that warns of the end."""
        self.warned_of = self.end
        named = {"userID": user.name} if user else {}
        return event(
            "onSessionTimeOutNotification",
            **named,
            message=self.limits.message,
            timeLeftInSeconds=max(self.end - now, 0) // 1000,
            sessionCanBeExtended=int(self.can_be_extended),
            sessionType=int(user is not None),
        )


@call("extendSessionIdleTimeout", may_interrupt=True)
def extend(sdk, given):
    if sdk.session and not sdk.session.can_be_extended:
        raise Refused(*NOT_EXTENDABLE)
    if sdk.agenda.has_extension:
        raise Refused(*BUSY)
    if sdk.stage.phase in ("off", "dead"):
        raise Refused(*NOT_INITIALIZED)
    user = {"userID": sdk.signed_in_user.name} if sdk.signed_in_user else {}
    return [Reply(event("onSessionExtensionResponse", 100, **user), kind="extension")]


def begin(sdk, limits):
    """A session begins, before the login or after it; None for one that nothing ends."""
    sdk.agenda.drop("session", "logOff")
    sdk.session = Session(limits, sdk.now) if limits else None
    watch(sdk)


def use(sdk):
    """A call was taken: the session is not idle."""
    if sdk.session:
        had_warned = sdk.session.has_warned
        sdk.session.last_use = sdk.now
        if had_warned:
            watch(sdk)


def extended(sdk):
    """An extension was answered with a success."""
    if sdk.session:
        sdk.session.extensions += 1
        sdk.session.last_use = sdk.now
        watch(sdk)


def watch(sdk):
    """Looks at the session again when something may be due."""
    if sdk.session:
        _, time = sdk.session.next()
        sdk.agenda.drop("session")
        sdk.agenda.add(max(time, sdk.now), "session", partial(look, sdk))


def look(sdk):
    """The event that the session leads to now; None if it was used meanwhile."""
    if sdk.session is None:
        return None
    what, time = sdk.session.next()
    if time <= sdk.now and what == "end":
        sdk.stage = OFF
        return event("onSessionTimeout", message="Your session has ended.")
    told = sdk.session.warn(sdk.signed_in_user, sdk.now) if time <= sdk.now else None
    watch(sdk)
    return told
