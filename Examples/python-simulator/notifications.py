# SPDX-License-Identifier: Apache-2.0
"""Messages of the server, which a user answers with one of their actions."""
from dataclasses import dataclass
from typing import Any, Optional

from calls import MISSING_VALUE, Refused, call, misplaced, number, text as given_text
from questions import ask_password
from stage import AUTHORIZE, SIGNED_IN, Reply, event
from world import date, duration, moment, text

ALREADY_ANSWERED, EXPIRED, NO_SUCH_ACTION, NO_SUCH_NOTIFICATION = 921, 922, 923, 924
PASSWORD_EXPIRED, ATTEMPTS_EXHAUSTED = 110, 153
STEP_UP_CANCELLED = 131


@dataclass
class Notification:
    uuid: str
    user: Any
    subject: str
    message: str
    created: int  # from when it is there, in milliseconds since the start of the run; below zero for before it
    expires: Optional[int] = None  # from when it can be answered no more
    enterprise: str = ""
    actions: tuple = ()  # each with `action`, `label` and `authLevel`
    performed: str = ""  # what it was answered with

    @classmethod
    def written(cls, user, facts, rules):
        """As a world tells it."""
        actions = [
            {"action": text(action["action"]), "label": text(action.get("label", action["action"])),
             "authLevel": text(action.get("authLevel", 0))}
            for action in facts.get("actions", [])
        ]
        created = (moment(facts["createdAt"]) - rules.start) * 1000 if "createdAt" in facts else 0
        lasts = duration(facts.get("expiresAfter"))
        return cls(
            text(facts["uuid"]), user, text(facts.get("subject", "")), text(facts.get("message", "")), created,
            None if lasts is None else created + lasts, text(facts.get("enterprise", "")), tuple(actions),
            text(facts.get("processed", "")))

    def is_expired(self, now):
        return self.expires is not None and self.expires <= now

    def offers(self, name):
        return any(action["action"] == name for action in self.actions)

    def needs_check(self, name):
        """Whether the action counts only once the user was checked."""
        return any(action["action"] == name and action["authLevel"] != "0" for action in self.actions)

    def told(self, rules):
        """As an event carries it."""
        created = rules.date_at(self.created)
        told = {
            "uuid": self.uuid, "subject": self.subject, "message": self.message, "createdAt": date(created),
            "createdAtEpoch": created,
        }
        if self.expires is not None:
            told["expiresAt"] = date(rules.date_at(self.expires))
        return {**told, "actionPerformed": self.performed, "actions": list(self.actions)}


@call("getNotifications", signed_in=True)
def get_notifications(sdk, given):
    """The newest first."""
    count, start = whole(given, "recordCount", 0), whole(given, "startIndex", 1)
    enterprise, earliest, latest = (plain(given, name) for name in ("enterpriseID", "startDate", "endDate"))
    first, last = limit(earliest), limit(latest)
    if last is not None and len(latest) == len("2026-01-01"):
        last += 86_399  # the whole day
    found = [
        notification for notification in sdk.server.notifications
        if notification.user is sdk.user and notification.created <= sdk.now
        and not notification.is_expired(sdk.now) and enterprise in ("", notification.enterprise)
        and (first is None or first <= sdk.rules.date_at(notification.created))
        and (last is None or sdk.rules.date_at(notification.created) <= last)
    ]
    found = sorted(reversed(found), key=lambda notification: -notification.created)
    page = found[start - 1:][:count or None]
    listed = [notification.told(sdk.rules) for notification in page]
    data = {"notifications": listed} if listed or sdk.rules.tells_empty_list else {}
    return [Reply(
        event("onGetNotifications", 100, **data, start=start, count=len(page), total=len(found)), SIGNED_IN)]


def whole(given, name, least):
    """A number from `least`, which is also what is meant if there is none."""
    value = number(given, name) if name in given else least
    if value is None or value < least:
        raise Refused(*MISSING_VALUE)
    return value


def plain(given, name):
    value = given.get(name, "")
    if not isinstance(value, str):
        raise Refused(*MISSING_VALUE)
    return value


def limit(written):
    seconds = moment(written)
    if written and seconds is None:
        raise Refused(*MISSING_VALUE)
    return seconds


@call("updateNotification", signed_in=True)
def update_notification(sdk, given):
    """Some answers count only once the user was checked: as the user was let in, by the device or by the password."""
    uuid, action = answer = given_text(given, "notificationID"), given_text(given, "response")
    notification = find(sdk, uuid)
    if status_of(sdk, notification, action) != 100 or not notification.needs_check(action):
        return settle(sdk, answer)
    sdk.answer = answer
    if sdk.let_owner_in:
        if sdk.device.lets_owner_pass():
            return settle(sdk, answer)
        if sdk.user.password is None:
            sdk.answer = None
            return [Reply(event("onUpdateNotification", error=STEP_UP_CANCELLED, uuid=uuid), SIGNED_IN)]
    return [ask_password(sdk, AUTHORIZE, "session")]


def authorize(sdk, password):
    """The password for an answer that counts only with it."""
    if sdk.answer is None:
        raise misplaced(sdk)
    if sdk.user.try_password(password):
        return outcome(sdk, PASSWORD_EXPIRED, sdk.answer) if sdk.user.password_expired else settle(sdk, sdk.answer)
    if sdk.user.password_attempts_left > 0:
        return [ask_password(sdk, AUTHORIZE, "session", 102)]
    return outcome(sdk, ATTEMPTS_EXHAUSTED, sdk.answer)


def find(sdk, uuid):
    """The user's notification, if it is there by now."""
    for notification in sdk.server.notifications:
        if notification.uuid == uuid and notification.user is sdk.user and notification.created <= sdk.now:
            return notification
    return None


def status_of(sdk, notification, action):
    """100 if the answer counts."""
    if notification is None:
        return NO_SUCH_NOTIFICATION
    if notification.performed:
        return ALREADY_ANSWERED
    if notification.is_expired(sdk.now):
        return EXPIRED
    return 100 if notification.offers(action) else NO_SUCH_ACTION


def settle(sdk, answer):
    uuid, action = answer
    notification = find(sdk, uuid)
    status = status_of(sdk, notification, action)
    if status == 100:
        notification.performed = action
    return outcome(sdk, status, answer)


def outcome(sdk, status, answer):
    sdk.answer = None
    return [Reply(event("onUpdateNotification", status, uuid=answer[0]), SIGNED_IN)]
