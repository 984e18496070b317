# SPDX-License-Identifier: Apache-2.0
"""From the start of the SDK to a user who is signed in, and out again."""
from accounts import OK
from calls import (
    ALREADY_INITIALIZED, NOT_ECHOED, NOT_INITIALIZED, STILL_INITIALIZING, TOO_MANY_RESENDS, WRONG_PHASE, Refused, call,
    flag, misplaced, must_echo, text, trimmed,
)
from questions import (
    ask_code, ask_password, ask_set_up, ask_user, consent_mode, finish, prompt_owner, send_code, sign_in,
)
from signed_in import switch_on
from stage import IDLE, OFF, SET, VERIFY, Reply, Stage, event
from threats import Decisions


@call("initialize", may_interrupt=True)
def initialize(sdk, given):
    if sdk.stage.asks not in ("off", "dead"):
        raise Refused(*ALREADY_INITIALIZED)
    if sdk.is_busy:
        raise Refused(*STILL_INITIALIZING)
    sdk.stage, sdk.threats = OFF, Decisions()
    sdk.forget_user()
    told = event("onInitialized", 100, sessionID=sdk.server.draw_key(), sessionType=0)
    return [Reply(told, IDLE, matters=False), first_challenge(sdk)]


def first_challenge(sdk):
    """Who signs in; or, where the server says so, the password of the user who is remembered."""
    automatic = {"auto": True, "semiAuto": len(sdk.device.remembered) == 1}.get(sdk.rules.remembering, False)
    user = sdk.server.accounts.get(sdk.device.recent)
    if automatic and user and not user.has_lda and not user.block and sdk.device.id in user.devices:
        return identify(sdk, user)
    return ask_user(sdk)


@call("setUser", answers="getUser")
def set_user(sdk, given):
    user = sdk.server.accounts.get(trimmed(given, "userName"))
    if user is None:
        sdk.forget_user()
        return [ask_user(sdk, 101)]
    return [identify(sdk, user)]


def identify(sdk, user):
    """What a user who is known is asked first."""
    sdk.forget_user()
    sdk.user = user
    if user.block == "password":
        return ask_user(sdk, 141, blocked=user)
    if user.block:
        return ask_user(sdk, 138)
    if not user.activated:
        return ask_code(sdk, "activation")
    if sdk.device.id not in user.devices:
        told = event("getAddNewDeviceOptions", userID=user.name, newDeviceOptions=sdk.rules.new_device_options)
        return Reply(told, Stage("getAddNewDeviceOptions"))
    if user.has_lda:
        return prompt_owner(sdk) or sign_in(sdk)
    return ask_password(sdk, VERIFY, "login")


@call("setActivationCode", answers="getActivationCode")
def set_activation_code(sdk, given):
    code, purpose = trimmed(given, "activationCode"), sdk.stage.purpose
    validity = sdk.rules.code_validity
    status = sdk.user.try_code(code, validity is not None and sdk.now - sdk.user.code_sent >= validity)
    if status == OK:
        return [ask_password(sdk, SET, purpose) if purpose == "unblock" else ask_set_up(sdk, purpose)]
    return [ask_code(sdk, purpose, status) if sdk.user.code_attempts_left > 0 else ask_user(sdk, 138)]


@call("resendActivationCode", answers="getActivationCode")
def resend_activation_code(sdk, given):
    if not sdk.user.may_resend:
        raise Refused(*TOO_MANY_RESENDS)
    sdk.user.resend_code(sdk.now)
    return [ask_code(sdk, sdk.stage.purpose)]


@call("setUserConsentForLDA", answers="getUserConsentForLDA")
def set_user_consent(sdk, given):
    wanted, purpose = flag(given, "shouldEnrollLDA"), sdk.stage.purpose
    must_echo(given, "challengeMode", consent_mode(purpose))
    must_echo(given, "authenticationType", sdk.device.lda)
    if purpose == "session":
        return [switch_on(sdk, wanted)]
    if not wanted:
        return [ask_password(sdk, SET, purpose)]
    refusal = prompt_owner(sdk)
    if refusal:
        return [refusal]
    sdk.user.has_lda = True
    return [finish(sdk)]


@call("setDeviceName", answers="getDeviceName")
def set_device_name(sdk, given):
    sdk.device.name = trimmed(given, "deviceName")
    return [sign_in(sdk)]


@call("resetBlockedUserAccount", answers="getUser")
def reset_blocked_user_account(sdk, given):
    """Only right after status 141. The block stays until a new password is set."""
    if sdk.stage.blocked is None:
        raise misplaced(sdk)
    sdk.user = sdk.stage.blocked
    return [send_code(sdk, "unblock")]


@call("resetAuthState", takes_back=True)
def reset_auth_state(sdk, given):
    if sdk.stage.phase != "beforeLogin":
        raise Refused(*(WRONG_PHASE if sdk.stage.phase == "signedIn" else NOT_INITIALIZED))
    sdk.forget_user()
    return [ask_user(sdk)]


@call("logOff", signed_in=True, takes_back=True)
def log_off(sdk, given):
    if trimmed(given, "userID") != sdk.user.name:
        raise Refused(*NOT_ECHOED)
    replies = logging_off(sdk)
    sdk.forget_user()
    return replies


def logging_off(sdk):
    told = event("onUserLoggedOff", 100, userID=sdk.signed_in_user.name)
    return [Reply(told, IDLE), ask_user(sdk, matters=False)]


@call("terminate", takes_back=True)
def terminate(sdk, given):
    if sdk.stage.asks in ("off", "dead"):
        raise misplaced(sdk)
    sdk.forget_user()
    return [Reply(event("onTerminate", 100), OFF)]


@call("setDeviceToken", may_interrupt=True)
def set_device_token(sdk, given):
    text(given, "token")


@call("getSDKVersion", may_interrupt=True)
def get_sdk_version(sdk, given):
    """Taken; no event follows."""
