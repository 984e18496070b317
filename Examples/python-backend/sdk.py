#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An SDK for mfaflow, in Python: activation and login of REL-ID, in the world that the host tells.

Requests come in on standard input and answers go out on standard output, one JSON message a line.
"""
import json
import sys


class Refused(Exception):
    """A call that is refused at once, with its error number."""


class SDK:
    def __init__(self, world):
        device = world.get("device", {})
        self.lda = {"fingerprint": 1, "face": 2}.get(device.get("lda", "none"), 0)
        self.biometric = device.get("biometric", [])
        self.asks_name, self.device_name = device.get("asksName", True), device.get("name", "Python device")
        self.policy, self.users = world.get("policy", {}), {}
        for name, facts in world.get("users", {}).items():
            codes, password = facts.get("activationCode", []), facts.get("password")
            self.users[name] = {
                "name": name, "password": password, "lda": facts.get("lda", False), "blocked": facts.get("blocked"),
                "codes": codes if isinstance(codes, list) else [codes], "resends": facts.get("resendLimit", 3),
                "known": password is not None or facts.get("lda", False), "codeTries": 3, "passwordTries": 3,
                "here": not facts.get("registeredDevices"),
                "old": [password] + facts.get("passwordHistory", [])}
        self.started, self.asked, self.user, self.events = False, None, None, []

    def send(self, event, status=100, **data):
        self.events.append({"event": event, "status": status, "data": data} if status else {"event": event, "data": data})

    def ask(self, event, status=100, **data):
        self.asked = (event, data.get("challengeMode"))
        self.send(event, status, **data)

    def ask_user(self, status=100, error=0):
        self.ask("getUser", status, userNames=[], recentlyLoggedInUser="")
        self.events[-1]["error"] = error

    def ask_code(self, status=100):
        self.ask("getActivationCode", status, userID=self.user["name"], attemptsLeft=self.user["codeTries"])

    def ask_password(self, mode, status=100):
        left = 3 if mode == 1 else self.user["passwordTries"]
        message = self.policy.get("message", "Use 8 to 64 characters.")
        policy = {"passwordPolicy": {"msg": message}} if mode == 1 else {}
        self.ask("getPassword", status, userID=self.user["name"], challengeMode=mode, attemptsLeft=left, **policy)

    def finish(self):
        user = self.user
        is_new, user["known"], user["here"] = not (user["known"] and user["here"]), True, True
        if is_new and self.asks_name:
            return self.ask("getDeviceName", userID=user["name"], deviceName=self.device_name)
        self.asked = None
        self.send("onUserLoggedIn", userID=user["name"])

    def owner_is_there(self):
        if (self.biometric.pop(0) if isinstance(self.biometric, list) and self.biometric else "accept") == "accept":
            return True
        self.ask_user(error=131)
        return False

    # The calls, by their names in the contract

    def initialize(self, a):
        self.started = True
        self.send("onInitialized")
        self.ask_user()

    def setUser(self, a):
        self.user = user = self.users.get(a["userName"].strip())
        if user is None or user["blocked"]:
            return self.ask_user(101 if user is None else 141 if user["blocked"] == "password" else 138)
        if not user["known"]:
            return self.ask_code()
        if not user["here"]:
            return self.ask("getAddNewDeviceOptions", None, userID=user["name"], newDeviceOptions=[])
        if not user["lda"]:
            return self.ask_password(0)
        if self.owner_is_there():
            self.finish()

    def setActivationCode(self, a):
        user = self.user
        if a["activationCode"].strip() == user["codes"][0]:
            if self.lda and not user["blocked"]:
                return self.ask("getUserConsentForLDA", userID=user["name"], challengeMode=1, authenticationType=self.lda)
            return self.ask_password(1)
        user["codeTries"] -= 1
        if user["codeTries"]:
            return self.ask_code(106)
        user["blocked"] = "code"
        self.ask_user(138)

    def resendActivationCode(self, a):
        if not self.user["resends"]:
            raise Refused(906)
        self.user["resends"] -= 1
        self.user["codes"] = self.user["codes"][1:] or self.user["codes"]
        self.ask_code()

    def setUserConsentForLDA(self, a):
        if not a["shouldEnrollLDA"]:
            return self.ask_password(1)
        if self.owner_is_there():
            self.user["lda"] = True
            self.finish()

    def setPassword(self, a):
        user, password = self.user, a["password"]
        if self.asked[1] == 1:
            if sum(c.isdigit() for c in password) < self.policy.get("minDigits", 0) or not 8 <= len(password) <= 64:
                return self.ask_password(1, 190)
            if password in user["old"]:
                return self.ask_password(1, 164)
            user.update(password=password, blocked=None, passwordTries=3)
            user["old"].append(password)
            return self.finish()
        if password == user["password"]:
            user["passwordTries"] = 3
            return self.finish()
        user["passwordTries"] -= 1
        if user["passwordTries"]:
            return self.ask_password(0, 102)
        user["blocked"] = "password"
        self.ask_user(141)

    def setDeviceName(self, a):
        self.asks_name = False
        self.finish()

    def resetBlockedUserAccount(self, a):
        self.ask_code()

    def resetAuthState(self, a):
        self.ask_user()

    def logOff(self, a):
        self.send("onUserLoggedOff", userID=a["userID"])
        self.ask_user()


def write(message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def serve():
    sdk = None
    for line in sys.stdin:
        request = json.loads(line)
        method, params, answer = request["method"], request.get("params", {}), {}
        if method == "initialize":
            sdk = SDK(params.get("world", {}))
            answer = {"protocol": "mfaflow-backend/1", "contract": {"name": "relid"}, "clock": params["clock"]}
        elif method == "call":
            call = None if params["name"].startswith("_") else getattr(sdk, params["name"], None)
            try:
                answer = {"answer": "accepted"} if call else {"answer": "rejected", "code": 907}
                call and call(params["arguments"])
            except Refused as refusal:
                answer = {"answer": "rejected", "code": refusal.args[0]}
        for event in sdk.events:
            write({"method": "event", "params": event})
        sdk.events = []
        if "id" in request:
            write({"id": request["id"], "result": answer})
        if method == "shutdown":
            return


serve()
