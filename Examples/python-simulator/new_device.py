# SPDX-License-Identifier: Apache-2.0
"""How a user who is known adds a device: by an approval on another one, or by a code."""
from calls import call, flag
from notifications import Notification
from questions import ask_set_up, ask_user, send_code
from stage import Reply


@call("performVerifyAuth", answers="getAddNewDeviceOptions")
def perform_verify_auth(sdk, given):
    wanted = flag(given, "verifyAuthStatus")
    sdk.request = None
    if not wanted:
        sdk.forget_user()
        return [ask_user(sdk)]
    approval = sdk.rules.approval
    if sdk.server.has_other_device(sdk.user):
        return wait(sdk, ask_other_device(sdk))
    if approval.answer == "ignore" or (approval.expires is not None and approval.expires <= approval.after):
        return wait(sdk, sdk.server.draw_key())
    reply = ask_set_up(sdk, "newDevice") if approval.answer == "approve" else rejected(sdk)
    reply.delay = approval.after
    return [reply]


@call("fallbackNewDeviceActivationFlow", answers="getAddNewDeviceOptions", takes_back=True)
def fall_back(sdk, given):
    """Also while an approval is awaited, which is given up."""
    sdk.request = None
    return [send_code(sdk, "newDevice")]


def ask_other_device(sdk):
    """Only another device would see the notification. This program plays one device: here it has always expired."""
    uuid = sdk.server.draw_key()
    sdk.server.notifications.append(
        Notification(uuid, sdk.user, "New device", f"Do you want to add {sdk.device.name}?", sdk.now, expires=sdk.now))
    return uuid


def rejected(sdk):
    approval = sdk.rules.approval
    return send_code(sdk, "newDevice") if approval.rejected == "fallback" else ask_user(sdk, error=approval.error)


def wait(sdk, request):
    """Nothing comes of it by itself but its end."""
    sdk.request = request
    expires = sdk.rules.approval.expires
    if expires is None:
        return []
    return [Reply(kind="request", delay=expires, matters=False, arrives=lambda sdk: expire(sdk, request))]


def expire(sdk, request):
    """Nobody has answered in time: what comes of it; None if nobody waits any more."""
    if sdk.request != request or sdk.stage.asks != "getAddNewDeviceOptions":
        return None
    sdk.request = None
    reply = ask_user(sdk, error=sdk.rules.approval.expired_error)
    sdk.stage = reply.opens
    return reply.event
