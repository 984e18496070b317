# SPDX-License-Identifier: Apache-2.0
"""What is under way: everything that is to happen, by its time."""
from dataclasses import dataclass
from typing import Callable

REPLIES = ("reply", "extension")


@dataclass(eq=False)
class Item:
    time: int  # in milliseconds since the start of the run
    kind: str  # why it is under way, which tells when it is taken back
    happen: Callable  # gives the event that is told, or None if it comes to nothing


class Agenda:
    """Items have one of these kinds:

    reply, extension    what a call has led to; an extension is the reply to one of the session
    sent                a script has sent it, or a fault has doubled it: nothing takes it back
    threat              threats are found
    session             a look at the session, which may have to be warned of, or be over
    logOff              the SDK logs the user off by itself
    request             the end of a request for an approval
    """

    def __init__(self):
        self.items = []
        self.holds = False
        self.has_held = False  # whether there was a reply to hold since replies were held last

    def add(self, time, kind, happen):
        """Behind everything that has the same time."""
        self.items.append(Item(time, kind, happen))
        self.items.sort(key=lambda item: item.time)  # which keeps the order of equals
        self.has_held = self.has_held or (self.holds and kind in REPLIES)

    def take(self, now):
        """Takes out what is due first; None if nothing is due by now."""
        for item in self.items:
            if self.is_free(item):
                if item.time > now:
                    return None
                self.items.remove(item)
                return item
        return None

    def drop(self, *kinds):
        self.items = [item for item in self.items if item.kind not in kinds]

    def drop_replies(self):
        self.drop(*REPLIES)

    def drop_all(self):
        """Everything but what a script has sent."""
        self.items = [item for item in self.items if item.kind == "sent"]

    def hold(self):
        """Keeps replies back whatever the time is; all else passes them."""
        self.holds, self.has_held = True, self.has_replies

    def release(self):
        self.holds = False

    def is_free(self, item):
        return not (self.holds and item.kind in REPLIES)

    @property
    def next_time(self):
        """When something happens next; None if nothing is under way that is not held."""
        return next((item.time for item in self.items if self.is_free(item)), None)

    @property
    def has_replies(self):
        return any(item.kind in REPLIES for item in self.items)

    @property
    def has_extension(self):
        return any(item.kind == "extension" for item in self.items)
