# SPDX-License-Identifier: Apache-2.0
"""The SDK on a device: it takes calls, and gives events at their times. The time is told it."""
import copy
from functools import partial

import faults
import new_device  # noqa: F401 (needed for the calls in it, as the next one is)
import passwords  # noqa: F401
import session
import threats
from agenda import Agenda
from calls import BUSY, CALLS, NOT_INITIALIZED, UNDECIDED_THREATS, UNKNOWN_CALL, Refused
from login import logging_off
from server import Server
from signed_in import logs_off_after
from stage import OFF, Reply, has_extended, stage_after
from world import Device


class SDK:
    def __init__(self, world):
        self.now = 0  # in milliseconds since the start of the run
        self.server = Server(world)
        self.rules = self.server.rules
        self.device = Device(world.get("device", {}), self.server.accounts.values(), self.rules.remembering)
        self.faults = faults.Faults(world.get("faults", []))
        self.watch = threats.Watch(world.get("threats", []))
        self.agenda = Agenda()
        self.stage = OFF
        self.session = None  # nothing ends it
        self.threats = threats.Decisions()
        self.held_start = None  # what `initialize` leads to, while threats that it has found are not decided about
        self.forget_user()

    def forget_user(self):
        """Nobody is at the device any more, and nothing that somebody began goes on."""
        self.user = None  # who is signing in, or is signed in
        self.let_owner_in = False  # whether the device has let the user in, rather than a password
        self.request = None  # the notification by which an approval is awaited
        self.answer = None  # the answer to a notification for which the user is being checked

    @property
    def signed_in_user(self):
        return self.user if self.stage.phase == "signedIn" else None

    @property
    def is_busy(self):
        """Whether the reply to a call is under way."""
        return self.agenda.has_replies or self.held_start is not None

    def call(self, name, given):
        """Takes a call, or refuses it by raising `Refused`; what comes of it is under way then."""
        if name not in CALLS:
            raise Refused(*UNKNOWN_CALL)
        fault = self.faults.of(name)
        if "reject" in fault:
            raise Refused(fault["reject"])
        if "silent" in fault:
            copy.deepcopy(self).react(name, given)  # it may be refused, but nothing comes of it
        elif "event" in fault:
            tried = copy.deepcopy(self)  # what the call does is undone, but for who is at the device
            tried.react(name, given)
            if tried.user:
                self.user = self.server.accounts[tried.user.name]
            event = faults.other_event(fault)
            reply = Reply(event, delay=faults.lateness(fault), arrives=lambda sdk: sdk.follow(event))
            self.take(name, [reply], "twice" in fault)
        else:
            replies = self.react(name, given)
            for reply in replies:
                if reply.matters:
                    reply.event = faults.changed(reply.event, fault)
                    reply.delay += faults.lateness(fault)
            self.take(name, replies, "twice" in fault)

    def react(self, name, given):
        """Carries a call out, and gives its replies."""
        call = CALLS[name]
        if self.threats.open and name != "takeActionOnThreats":
            raise Refused(*UNDECIDED_THREATS)
        if self.stage.asks == "dead" and name != "initialize":
            raise Refused(*NOT_INITIALIZED)
        if self.is_busy and not call.may_interrupt:
            raise Refused(*BUSY)
        return call.carry_out(self, given)

    def take(self, name, replies, twice):
        """The call is taken: its replies are under way, behind the threats that are found meanwhile."""
        if CALLS[name].takes_back:
            self.agenda.drop_replies()
            self.agenda.drop("request")
        if name != "extendSessionIdleTimeout":
            session.use(self)
        found = self.watch.during(name)
        for finding in found:
            self.agenda.add(self.now + self.rules.latency, "threat", partial(threats.find, self, finding))
        if name == "initialize" and found:
            self.held_start = threats.HeldStart(replies, twice, len(found))
        else:
            self.deliver(replies, twice)
        if name == "takeActionOnThreats":
            threats.go_on_starting(self)

    def deliver(self, replies, twice=False):
        time = self.now + self.rules.latency
        for reply in replies:
            if reply.kind == "request":
                self.agenda.drop("request")
                self.agenda.add(self.now + reply.delay, "request", partial(self.arrive, reply))
                continue
            time += reply.delay
            self.agenda.add(time, reply.kind, partial(self.arrive, reply))
            if twice and reply.matters:
                self.agenda.add(time, "sent", lambda event=reply.event: event)

    def next_event(self):
        """The next event if it is due by now, else None. What it changes is changed."""
        while True:
            item = self.agenda.take(self.now)
            if item is None:
                return None
            before = self.stage.phase
            event = item.happen()
            if self.stage.phase != before:
                self.enter(self.stage.phase, before)
            elif before == "signedIn" and event and logs_off_after(event, self.rules):
                self.log_off()
            if event:
                return event

    def arrive(self, reply):
        if reply.arrives:
            return reply.arrives(self)
        if reply.opens:
            self.stage = reply.opens
        if reply.kind == "extension" and has_extended(reply.event):
            session.extended(self)
        return reply.event

    def follow(self, event):
        """An event that a script has made arrives: its name tells what the SDK waits for."""
        data = event.get("data", {})
        if event["event"] == "onUserConsentThreats":
            ids = [number for number in threats.ids_of(data.get("threats", [])) if number is not None]
            if ids:
                self.threats.ask(ids)
            return event
        stage = stage_after(event, self.user)
        if stage:
            self.stage = stage
            self.user = self.server.accounts.get(str(data.get("userID", "")).strip(), self.user)
        return event

    def enter(self, phase, before):
        if phase in ("off", "dead"):
            self.agenda.drop_all()
            self.held_start = self.session = None
            self.forget_user()
            self.threats = threats.Decisions()
        elif phase == "beforeLogin":
            if before == "signedIn":
                self.forget_user()
            else:
                for finding in self.watch.later():
                    self.agenda.add(self.now + finding.after, "threat", partial(threats.find, self, finding))
            session.begin(self, self.rules.app_session)
        else:
            session.begin(self, self.rules.session)
            if self.rules.forced_log_off is not None:
                self.agenda.add(self.now + self.rules.forced_log_off, "logOff", self.log_off)

    def log_off(self):
        """The SDK logs off by itself: what was under way comes to nothing."""
        if self.signed_in_user:
            self.agenda.drop_replies()
            self.deliver(logging_off(self))

    def send(self, event):
        """An event comes by itself, behind what is due now."""
        self.agenda.add(self.now, "sent", partial(self.follow, event))

    def refuse_next(self, call, code):
        if call in CALLS:
            self.faults.refusals.append((call, code))
