#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""REL-ID for mfaflow, activation and login: requests on standard input, answers and events on standard output."""
import json
import sys

class SDK:
    def __init__(self, world):
        self.device, self.policy = world.get("device", {}), world.get("policy", {})
        self.lda = {"fingerprint": 1, "face": 2}.get(self.device.get("lda"), 0)
        self.users, self.user, self.mode, self.events, self.asked = world.get("users", {}), None, None, [], "off"
        for name, user in self.users.items():
            codes, password = user.get("activationCode", []), user.get("password")
            user.update(name=name, codes=codes if isinstance(codes, list) else [codes], codesLeft=3,
                        known=bool(password or user.get("lda")), here=not user.get("registeredDevices"),
                        left=user.get("passwordAttempts", 3), old=[password, *user.get("passwordHistory", [])])

    def send(self, event, status=100, error=0, **data):
        self.mode, self.asked, self.data = data.get("challengeMode"), "getUser141" if status == 141 else event, data
        self.events.append({"event": event, "status": status, "error": error, "data": data})

    def ask_user(self, status=100, error=0):
        self.send("getUser", status, error, userNames=[], recentlyLoggedInUser="")
    def ask_code(self, status=100):
        self.send("getActivationCode", status, userID=self.user["name"], attemptsLeft=self.user["codesLeft"])
    def ask_password(self, mode, status=100):
        new = {"passwordPolicy": {"msg": self.policy.get("message", "Use 8 to 64 characters.")}} if mode == 1 else {}
        left = self.user.get("passwordAttempts", 3) if mode == 1 else self.user["left"]
        self.send("getPassword", status, userID=self.user["name"], challengeMode=mode, attemptsLeft=left, **new)

    def finish(self):
        asks = not (self.user["known"] and self.user["here"]) and self.device.get("asksName", True)
        self.user.update(known=True, here=True)
        name = {"deviceName": self.device.get("name", "Python device")} if asks else {}
        self.send("getDeviceName" if asks else "onUserLoggedIn", userID=self.user["name"], **name)

    def prompt(self):  # the device's own check, which comes out as the world says
        script = self.device.get("biometric", [])
        if (script if isinstance(script, str) else script.pop(0) if script else "accept") == "accept":
            return True
        self.ask_user(error=self.device.get("ldaCancelError", 131))

    def initialize(self, given):
        self.send("onInitialized")
        self.ask_user()

    def setUser(self, given):
        self.user = user = self.users.get(given["userName"].strip())
        if user is None or user.get("blocked"):
            self.ask_user(101 if user is None else 141 if user["blocked"] == "password" else 138)
        elif not user["known"]:
            self.ask_code()
        elif not user["here"]:
            self.send("getAddNewDeviceOptions", userID=user["name"], newDeviceOptions=[])
        elif not user.get("lda"):
            self.ask_password(0)
        elif self.prompt():
            self.finish()

    def setActivationCode(self, given):
        user = self.user
        if given["activationCode"].strip() == user["codes"][0]:
            if user.get("blocked") or not self.lda:
                return self.ask_password(1)
            return self.send("getUserConsentForLDA", userID=user["name"], challengeMode=1, authenticationType=self.lda)
        user["codesLeft"] -= 1
        user["blocked"] = user.get("blocked") if user["codesLeft"] else "code"
        return self.ask_code(106) if user["codesLeft"] else self.ask_user(138)

    def resendActivationCode(self, given):
        if self.user.setdefault("resendLimit", 3) == 0:
            return 906  # no more codes are sent
        self.user["resendLimit"] -= 1
        self.user["codes"] = self.user["codes"][1:] or self.user["codes"]
        self.ask_code()

    def setUserConsentForLDA(self, given):
        if not given["shouldEnrollLDA"]:
            self.ask_password(1)
        elif self.prompt():
            self.user["lda"] = True
            self.finish()

    def setPassword(self, given):
        user, password = self.user, given["password"]
        if self.mode == 1:
            if sum(map(str.isdigit, password)) < self.policy.get("minDigits", 0) or not 8 <= len(password) <= 64:
                return self.ask_password(1, 190)
            if password in user["old"]:
                return self.ask_password(1, 164)
            user.update(password=password, old=[password, *user["old"]], blocked=None)
        elif password != user["password"]:
            user["left"] -= 1
            user["blocked"] = None if user["left"] else "password"
            return self.ask_password(0, 102) if user["left"] else self.ask_user(141)
        user["left"] = user.get("passwordAttempts", 3)
        self.finish()

    def logOff(self, given):
        self.send("onUserLoggedOff", userID=given["userID"])
        self.ask_user()

    def perform(self, name, given):  # None if the call is taken, else the number of the error
        call, asked, *needed = CALLS.get(name, (None, ""))
        if not call or self.asked not in asked.split():
            return 903 if call else 907  # not what is asked for; no such call here
        bad = [key for key in needed if given.get(key) in (None, "") or key in ECHOED and given[key] != self.data[key]]
        return 905 if bad else call(self, given)
BEFORE_LOGIN = "getUser getUser141 getActivationCode getUserConsentForLDA getPassword getAddNewDeviceOptions"
ECHOED = ("challengeMode", "authenticationType")  # they must come back as they were sent
CALLS = {  # what carries a call out, the events after which it may come, and what it must take
    "initialize": (SDK.initialize, "off"),
    "setUser": (SDK.setUser, "getUser getUser141", "userName"),
    "setActivationCode": (SDK.setActivationCode, "getActivationCode", "activationCode"),
    "resendActivationCode": (SDK.resendActivationCode, "getActivationCode"),
    "setUserConsentForLDA": (SDK.setUserConsentForLDA, "getUserConsentForLDA", "shouldEnrollLDA", *ECHOED),
    "setPassword": (SDK.setPassword, "getPassword", "password", "challengeMode"),
    "setDeviceName": (lambda sdk, given: sdk.finish(), "getDeviceName", "deviceName"),
    "resetBlockedUserAccount": (lambda sdk, given: sdk.ask_code(), "getUser141"),
    "resetAuthState": (lambda sdk, given: sdk.ask_user(), BEFORE_LOGIN),
    "logOff": (SDK.logOff, "onUserLoggedIn", "userID"),
}

def write(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

for line in sys.stdin:
    request, result = None, {}
    try:
        request = json.loads(line)
        method, params = request["method"], request["params"]
        if method == "initialize":
            sdk = SDK(params.get("world", {}))
            result = {"protocol": "mfaflow-backend/1", "contract": {"name": "relid"}, "clock": params["clock"]}
        elif method == "call":
            refusal = sdk.perform(params["name"], params["arguments"])
            result = {"answer": "rejected", "code": refusal} if refusal else {"answer": "accepted"}
            while sdk.events:  # before the answer: on a virtual clock, nothing comes behind it
                write(method="event", params=sdk.events.pop(0))
        elif method not in ("advance", "cancel", "shutdown"):
            raise ValueError(method)
        if "id" in request:
            write(id=request["id"], result=result)
        if method == "shutdown":
            break
    except (ValueError, LookupError, TypeError, NameError):
        error = {"code": -32602 if request else -32700, "message": "this cannot be carried out"}
        write(id=request.get("id") if request else None, error=error)
