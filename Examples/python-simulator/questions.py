# SPDX-License-Identifier: Apache-2.0
"""What the SDK asks, and how a login ends: what calls of several topics lead to."""
from stage import (
    CONSENT_AT_SET_UP, CONSENT_IN_SESSION, EXPIRED, LDA_SET_PASSWORD, SET, SIGNED_IN, UPDATE, VERIFY, Reply, Stage,
    event,
)
from world import REMEMBER_MODES


def ask_user(sdk, status=100, error=0, blocked=None, matters=True):
    """Who signs in."""
    told = event(
        "getUser", status, error, userNames=list(sdk.device.remembered), recentlyLoggedInUser=sdk.device.recent,
        rememberMode=REMEMBER_MODES[sdk.rules.remembering])
    return Reply(told, Stage("getUser", blocked=blocked), matters=matters)


def send_code(sdk, purpose):
    """Sends a code and asks for it."""
    sdk.user.code_sent = sdk.now
    return ask_code(sdk, purpose)


def ask_code(sdk, purpose, status=100):
    user = sdk.user
    told = event(
        "getActivationCode", status, userID=user.name, verificationKey=sdk.server.draw_key(),
        attemptsLeft=user.code_attempts_left, resendEnabled=user.may_resend)
    return Reply(told, Stage("getActivationCode", purpose))


def ask_password(sdk, mode, purpose, status=100):
    user = sdk.user
    sets_first = mode in (SET, LDA_SET_PASSWORD)  # then there is no old one to be tried
    data = {
        "userID": user.name, "challengeMode": mode,
        "attemptsLeft": user.most_passwords if sets_first else user.password_attempts_left,
    }
    if mode == VERIFY:
        data["forgotPasswordEnabled"] = sdk.rules.forgot_password
    if mode in (SET, UPDATE, EXPIRED, LDA_SET_PASSWORD):
        data["passwordPolicy"] = sdk.server.policy.told()
    return Reply(event("getPassword", status, **data), Stage("getPassword", purpose, mode))


def ask_consent(sdk, purpose):
    told = event(
        "getUserConsentForLDA", 100, userID=sdk.user.name, challengeMode=consent_mode(purpose),
        authenticationType=sdk.device.lda)
    return Reply(told, Stage("getUserConsentForLDA", purpose))


def consent_mode(purpose):
    return CONSENT_IN_SESSION if purpose == "session" else CONSENT_AT_SET_UP


def ask_set_up(sdk, purpose):
    """Once it is proved that the user may use this device: its own authentication if it has one, else a password."""
    return ask_consent(sdk, purpose) if sdk.device.lda else ask_password(sdk, SET, purpose)


def finish(sdk):
    """Ends a login or an activation: a device that is new to the user is registered, and asks for its name first."""
    is_new = sdk.device.id not in sdk.user.devices
    sdk.user.register(sdk.device.id)
    if is_new and sdk.device.asks_name:
        told = event("getDeviceName", 100, userID=sdk.user.name, deviceName=sdk.device.name)
        return Reply(told, Stage("getDeviceName"))
    return sign_in(sdk)


def sign_in(sdk):
    if sdk.rules.remembering != "none":
        sdk.device.remember(sdk.user.name)
    told = event("onUserLoggedIn", 100, userID=sdk.user.name, sessionID=sdk.server.draw_key(), sessionType=1)
    return Reply(told, SIGNED_IN)


def prompt_owner(sdk):
    """The device's own prompt: None if it lets the owner pass, else what the SDK says."""
    sdk.let_owner_in = sdk.device.lets_owner_pass()
    return None if sdk.let_owner_in else ask_user(sdk, error=sdk.device.cancel_error)
