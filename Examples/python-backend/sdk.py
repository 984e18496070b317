#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An SDK for mfaflow in Python: activation and login of REL-ID, in the world that the host tells.

Requests come on standard input, and answers and events go to standard output: one JSON message a line.
"""
import json
import sys


class SDK:
    def __init__(self, world):
        self.device, self.policy = world.get("device", {}), world.get("policy", {})
        self.lda = {"fingerprint": 1, "face": 2}.get(self.device.get("lda"), 0)
        self.users, self.user, self.mode, self.events = world.get("users", {}), None, None, []
        for name, user in self.users.items():
            codes, password = user.get("activationCode", []), user.get("password")
            user.update(name=name, codes=codes if isinstance(codes, list) else [codes], codesLeft=3,
                        known=bool(password or user.get("lda")), here=not user.get("registeredDevices"),
                        left=user.get("passwordAttempts", 3), old=[password, *user.get("passwordHistory", [])])

    def send(self, event, status=100, error=0, **data):
        self.mode = data.get("challengeMode")
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
        is_new = not (self.user["known"] and self.user["here"])
        self.user.update(known=True, here=True)
        if is_new and self.device.get("asksName", True):
            self.send("getDeviceName", userID=self.user["name"], deviceName=self.device.get("name", "Python device"))
        else:
            self.send("onUserLoggedIn", userID=self.user["name"])

    def prompt(self):
        """The device's own check, which comes out as the world says."""
        script = self.device.get("biometric", [])
        if (script if isinstance(script, str) else script.pop(0) if script else "accept") == "accept":
            return True
        self.ask_user(error=self.device.get("ldaCancelError", 131))

    def call_initialize(self, given):
        self.send("onInitialized")
        self.ask_user()

    def call_setUser(self, given):
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

    def call_setActivationCode(self, given):
        user = self.user
        if given["activationCode"].strip() == user["codes"][0]:
            if user.get("blocked") or not self.lda:
                return self.ask_password(1)
            return self.send("getUserConsentForLDA", userID=user["name"], challengeMode=1, authenticationType=self.lda)
        user["codesLeft"] -= 1
        if user["codesLeft"]:
            return self.ask_code(106)
        user["blocked"] = "code"
        self.ask_user(138)

    def call_resendActivationCode(self, given):
        if self.user.setdefault("resendLimit", 3) == 0:
            return 906  # no more codes are sent
        self.user["resendLimit"] -= 1
        self.user["codes"] = self.user["codes"][1:] or self.user["codes"]
        self.ask_code()

    def call_setUserConsentForLDA(self, given):
        if not given["shouldEnrollLDA"]:
            self.ask_password(1)
        elif self.prompt():
            self.user["lda"] = True
            self.finish()

    def call_setPassword(self, given):
        user, password = self.user, given["password"]
        if self.mode == 1:
            digits = sum(character.isdigit() for character in password)
            if digits < self.policy.get("minDigits", 0) or not 8 <= len(password) <= 64:
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

    def call_setDeviceName(self, given):
        self.finish()

    def call_resetBlockedUserAccount(self, given):
        self.ask_code()

    def call_resetAuthState(self, given):
        self.ask_user()

    def call_logOff(self, given):
        self.send("onUserLoggedOff", userID=given["userID"])
        self.ask_user()


def write(message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


for line in sys.stdin:
    request = json.loads(line)
    method, params, result = request["method"], request["params"], {}
    if method == "initialize":
        sdk = SDK(params.get("world", {}))
        result = {"protocol": "mfaflow-backend/1", "contract": {"name": "relid"}, "clock": params["clock"]}
    elif method == "call":
        call = getattr(sdk, "call_" + params["name"], None)
        refusal = call(params["arguments"]) if call else 907
        result = {"answer": "rejected", "code": refusal} if refusal else {"answer": "accepted"}
        for event in sdk.events:  # before the answer: on a virtual clock, nothing comes behind it
            write({"method": "event", "params": event})
        sdk.events = []
    if "id" in request:
        write({"id": request["id"], "result": result})
    if method == "shutdown":
        break
