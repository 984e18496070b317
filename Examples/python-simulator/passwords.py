# SPDX-License-Identifier: Apache-2.0
"""Passwords: proved at login, set at activation, changed when they have expired, are forgotten, or the user likes."""
from accounts import OK
from calls import NOT_SUPPORTED, Refused, call, misplaced, must_echo, text
from notifications import authorize
from questions import ask_consent, ask_password, ask_user, finish, send_code
from signed_in import PASSWORDS_SPENT, password_outcome, status_of_lda
from stage import (
    AUTHORIZE, EXPIRED, LDA_DISABLE, LDA_ENABLE, LDA_SET_PASSWORD, SET, UPDATE, VERIFY,
)

WRONG, MUST_BE_REPLACED, SUSPENDED, ATTEMPTS_EXHAUSTED = 102, 118, 141, 153


@call("setPassword", answers="getPassword")
def set_password(sdk, given):
    mode = sdk.stage.mode
    if mode in (EXPIRED, UPDATE):
        raise misplaced(sdk)
    password = text(given, "password")
    must_echo(given, "challengeMode", mode)
    if mode == AUTHORIZE:
        return authorize(sdk, password)
    carry_out = {
        VERIFY: verify, SET: set_new, LDA_ENABLE: allow_switching_on, LDA_DISABLE: allow_switching_off,
        LDA_SET_PASSWORD: switch_off,
    }[mode]
    return [carry_out(sdk, password)]


@call("updatePassword", answers="getPassword")
def update_password(sdk, given):
    """The current password and a new one: after status 118, or when the user likes."""
    mode, purpose = sdk.stage.mode, sdk.stage.purpose
    if mode not in (EXPIRED, UPDATE):
        raise misplaced(sdk)
    current, new = text(given, "currentPassword"), text(given, "newPassword")
    must_echo(given, "challengeMode", mode)
    if sdk.user.try_password(current):
        return [password_outcome(sdk, change(sdk, new)) if mode == UPDATE else set_new(sdk, new)]
    if sdk.user.password_attempts_left > 0:
        return [ask_password(sdk, mode, purpose, WRONG)]
    return [password_outcome(sdk, ATTEMPTS_EXHAUSTED) if mode == UPDATE else suspended(sdk)]


@call("forgotPassword", answers="getPassword")
def forgot_password(sdk, given):
    if sdk.stage.mode != VERIFY:
        raise misplaced(sdk)
    if not sdk.rules.forgot_password:
        raise Refused(*NOT_SUPPORTED)
    return [send_code(sdk, "forgotPassword")]


def verify(sdk, password):
    user = sdk.user
    if user.try_password(password):
        return ask_password(sdk, EXPIRED, "login", MUST_BE_REPLACED) if user.password_expired else finish(sdk)
    return ask_password(sdk, VERIFY, "login", WRONG) if user.password_attempts_left > 0 else suspended(sdk)


def suspended(sdk):
    return ask_user(sdk, SUSPENDED, blocked=sdk.user)


def change(sdk, new):
    """The status of the change."""
    return sdk.user.set_password(new, sdk.server.policy, sdk.rules.history)


def set_new(sdk, password):
    status = change(sdk, password)
    return finish(sdk) if status == OK else ask_password(sdk, sdk.stage.mode, sdk.stage.purpose, status)


def allow_switching_on(sdk, password):
    return prove(sdk, password, LDA_ENABLE) or ask_consent(sdk, "session")


def allow_switching_off(sdk, password):
    return prove(sdk, password, LDA_DISABLE) or ask_password(sdk, LDA_SET_PASSWORD, "session")


def prove(sdk, password, mode):
    """None if the password is right, else what the SDK says."""
    if sdk.user.try_password(password):
        return None
    if sdk.user.password_attempts_left > 0:
        return ask_password(sdk, mode, "session", WRONG)
    return status_of_lda(sdk, PASSWORDS_SPENT)


def switch_off(sdk, password):
    status = change(sdk, password)
    if status != OK:
        return ask_password(sdk, LDA_SET_PASSWORD, "session", status)
    sdk.user.has_lda = False
    return status_of_lda(sdk)
