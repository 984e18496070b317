# SPDX-License-Identifier: Apache-2.0
"""What a user who is signed in can change: the password, and the device's own authentication."""
from calls import MISSING_VALUE, NO_BIOMETRIC, NOT_ECHOED, Refused, call, flag, number, text, trimmed
from questions import ask_password
from stage import LDA_DISABLE, LDA_ENABLE, LDA_SET_PASSWORD, SIGNED_IN, UPDATE, Reply, event, is_success

PASSWORD = "Password"  # the name of the only credential that can be changed
CANCELLED = 217  # the real SDK's: the user has not consented
PASSWORDS_SPENT = 913  # the simulator's own: too many wrong passwords
ENDS_SESSION = (110, 153)  # an expired password, spent attempts


@call("getAllChallenges", signed_in=True)
def get_all_challenges(sdk, given):
    if trimmed(given, "userID") != sdk.user.name:
        raise Refused(*NOT_ECHOED)
    options = [] if sdk.user.password is None else [PASSWORD]
    return [Reply(event("onCredentialsAvailableForUpdate", 100, userID=sdk.user.name, options=options), SIGNED_IN)]


@call("initiateUpdateFlowForCredential", signed_in=True)
def initiate_update(sdk, given):
    if text(given, "credential") != PASSWORD or sdk.user.password is None:
        raise Refused(*NOT_ECHOED)
    return [ask_password(sdk, UPDATE, "session")]


def password_outcome(sdk, status):
    return Reply(event("onUpdateCredentialResponse", status, userID=sdk.user.name, credType=PASSWORD), SIGNED_IN)


@call("getDeviceAuthenticationDetails", signed_in=True, may_interrupt=True)
def get_device_authentication_details(sdk, given):
    """Taken; no event follows."""


@call("manageDeviceAuthenticationModes", signed_in=True)
def manage_device_authentication(sdk, given):
    """What is so already is said at once; everything else takes the password."""
    wanted, kind = flag(given, "isEnabled"), number(given, "authenticationType")
    if kind is None:
        raise Refused(*MISSING_VALUE)
    if sdk.device.lda == 0:
        raise Refused(*NO_BIOMETRIC)
    if kind != sdk.device.lda:
        raise Refused(*NOT_ECHOED)
    if wanted == sdk.user.has_lda:
        return [status_of_lda(sdk)]
    if wanted:
        return [ask_password(sdk, LDA_ENABLE, "session")]
    return [ask_password(sdk, LDA_SET_PASSWORD if sdk.user.password is None else LDA_DISABLE, "session")]


def switch_on(sdk, wanted):
    """The consent to the device's own authentication, of a user who is signed in."""
    if not wanted or not sdk.device.lets_owner_pass():
        return status_of_lda(sdk, CANCELLED)
    sdk.user.has_lda = True
    return status_of_lda(sdk)


def status_of_lda(sdk, error=0):
    told = event(
        "onDeviceAuthManagementStatus", None if error else 100, error, userID=sdk.user.name,
        isEnabled=int(sdk.user.has_lda), authenticationType=sdk.device.lda)
    return Reply(told, SIGNED_IN)


def logs_off_after(told, rules):
    """Whether the SDK logs the user off after an event."""
    name, error = told["event"], told.get("error", 0)
    ends_session = error == 0 and told.get("status") in ENDS_SESSION
    if name == "onUpdateCredentialResponse":
        return ends_session or (is_success(told) and rules.log_off_after_update)
    if name == "onUpdateNotification":
        return ends_session
    return name == "onDeviceAuthManagementStatus" and error == PASSWORDS_SPENT
