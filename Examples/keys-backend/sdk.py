#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A bank's login with passkeys and one-time codes, flows/contracts/keys.yaml, for mfaflow: requests on standard input, answers and
events on standard output. Its world is its own; README.md tells what may stand in it."""
import hmac
import json
import sys

sys.dont_write_bytecode = True
from totp import base32, found_step
from world import Account, Declined, taken


class SDK:
    def __init__(self, world):
        self.world = taken(world, CALLS)
        self.users, self.passkeys, self.prompts = self.world.users, self.world.passkeys, self.world.prompts
        self.user, self.asked, self.is_in, self.now, self.queue, self.made = None, None, False, 0, [], {}

    def send(self, event, status=0, error=0, **data):
        self.asked = event if event.startswith("ask") else None
        self.queue.append({"event": event, "status": status, "error": error, "data": data})

    def ask_password(self, status=0):
        self.send("askPassword", status, name=self.user.name, attemptsLeft=self.user.left)

    def ask_code(self, event, status=0, **data):
        self.send(event, status, attemptsLeft=self.user.left, **data)

    def is_wrong(self, is_right):
        """Counts the answer: an account that is locked takes nothing, and whether it would be right is told to nobody."""
        is_right = bool(is_right) and self.user.left > 0
        self.user.left = self.user.left if is_right else max(0, self.user.left - 1)
        return not is_right

    def is_code_wrong(self, key, code, last):
        step = None if key is None else found_step(key, code, self.world.start + self.now / 1000, last)
        if self.is_wrong(step is not None):
            return True
        self.user.last = step  # no code counts twice (RFC 6238, section 5.2)
        return False

    def sign_in(self):
        self.is_in, self.user.left = True, self.user.most
        self.send("onSignedIn", name=self.user.name)

    def consents(self):  # the device's own check of its user
        return not self.prompts or self.prompts.pop(0) == "accept"

    def restart(self, given):
        self.user = None
        self.send("askName")

    def sendName(self, given):  # what the server knows decides nothing here: an unknown user is asked as a known one is
        name = given["name"].strip()
        self.user = self.users.setdefault(name, Account(name, {}))
        self.send("askPasskey", name=name) if name in self.passkeys else self.ask_password()

    def usePasskey(self, given):
        name, stored = self.user.name, self.user.passkey
        if not self.consents():
            return self.send("askPasskey", 4, name=name)
        shown = self.passkeys[name]
        self.passkeys[name] += shown > 0
        if stored is None:
            return self.send("askPasskey", 8, name=name)
        if shown <= stored and (shown or stored):  # WebAuthn, section 6.1.1: there is a copy
            self.user.passkey = sys.maxsize  # no counter is ahead of that
            return self.send("askPasskey", 9, name=name)
        self.user.passkey = shown
        self.sign_in()

    def sendPassword(self, given):
        right = self.user.password
        if self.is_wrong(right is not None and hmac.compare_digest(right.encode(), given["password"].encode())):
            return self.ask_password(5)
        self.ask_code("askCode")

    def sendCode(self, given):
        is_wrong = self.is_code_wrong(self.user.app, given["code"], self.user.last)
        self.ask_code("askCode", 6) if is_wrong else self.sign_in()

    def sendRecoveryCode(self, given):
        code = given["code"].strip()
        if self.is_wrong(code in self.user.recovery):
            return self.ask_code("askRecoveryCode", 7)
        self.user.recovery.remove(code)  # each counts once
        self.sign_in()

    def textCode(self, given):
        if not self.user.phone:
            return 11  # there is no telephone to send it to
        self.send("askSentCode", sentTo=self.user.phone.get("ends", ""))

    def sendTextedCode(self, given):
        if self.is_wrong(given["code"] == self.user.phone.get("code")):
            return self.send("askSentCode", error=9, sentTo=self.user.phone.get("ends", ""))
        self.sign_in()

    def stepUp(self, given):
        if self.user.name not in self.passkeys:
            return 12  # no passkey on this device
        self.send("askPasskey", name=self.user.name)

    def createPasskey(self, given):
        if not self.consents():
            return self.send("askNewPasskey", 4, name=self.user.name)
        self.passkeys[self.user.name], self.user.passkey = 1, 0
        self.send("onPasskeyAdded")

    def confirmApp(self, given):
        if self.is_code_wrong(base32(self.world.new_key), given["code"], -1):
            return self.ask_code("askNewApp", 6, secret=self.world.new_key)
        self.user.app = base32(self.world.new_key)
        self.send("onAppAdded")

    def leave(self, given):
        self.user, self.asked, self.is_in = None, None, False

    def perform(self, name, given):
        """None if the call is taken, else the number of the error."""
        if name not in CALLS:
            return 90
        call, is_in, asked, *needed = CALLS[name]
        if is_in not in (None, self.is_in) or asked not in (None, self.asked) or asked and self.queue:
            return 91  # not now: another question is open, or the reply to an answer is under way
        if not all(isinstance(given.get(key), str) and given[key].strip() for key in needed):
            return 92  # something is missing
        self.made[name] = self.made.get(name, 0) + 1
        fault = next((fault for fault in self.world.faults if fault["call"] == name and fault.get("nth", 1) == self.made[name]), {})
        if "refuse" in fault:
            return fault["refuse"]
        before = len(self.queue)
        refusal = call(self, given)
        for event in self.queue[before:]:
            event.update(error=fault.get("error", event["error"]), due=self.now + self.world.latency)
        if fault.get("silent"):
            del self.queue[before:]
        return refusal


CALLS = {  # what carries a call out, whether it is for users who are signed in, what it answers, and what it must take
    "start": (SDK.restart, False, None), "sendName": (SDK.sendName, False, "askName", "name"),
    "usePasskey": (SDK.usePasskey, None, "askPasskey"),
    "usePassword": (lambda sdk, given: sdk.ask_password(), False, "askPasskey"),
    "sendPassword": (SDK.sendPassword, False, "askPassword", "password"),
    "sendCode": (SDK.sendCode, False, "askCode", "code"), "textCode": (SDK.textCode, False, "askCode"),
    "sendTextedCode": (SDK.sendTextedCode, False, "askSentCode", "code"),
    "useRecoveryCode": (lambda sdk, given: sdk.ask_code("askRecoveryCode"), False, "askCode"),
    "sendRecoveryCode": (SDK.sendRecoveryCode, False, "askRecoveryCode", "code"),
    "stepUp": (SDK.stepUp, True, None),
    "newPasskey": (lambda sdk, given: sdk.send("askNewPasskey", name=sdk.user.name), True, None),
    "createPasskey": (SDK.createPasskey, True, "askNewPasskey"),
    "newApp": (lambda sdk, given: sdk.ask_code("askNewApp", secret=sdk.world.new_key), True, None),
    "confirmApp": (SDK.confirmApp, True, "askNewApp", "code"),
    "forgetLogin": (SDK.leave, False, None), "endSession": (SDK.leave, True, None),
}


def write(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def serve(lines):
    sdk, is_live = None, False
    for line in lines:
        request, result = None, {}
        try:
            request = json.loads(line)
            method, params = request["method"], request["params"]
            if method == "initialize":
                if params["protocol"] != "mfaflow-backend/1" or params["contract"]["name"] != "keys":
                    raise ValueError("these messages, or this contract, are not spoken here")
                sdk, is_live = SDK(params.get("world", {})), params["clock"] == "live"
                result = {"protocol": "mfaflow-backend/1", "contract": {"name": "keys"}, "clock": params["clock"]}
            elif method in ("call", "advance"):
                sdk.now = params["time"]
                if method == "call":
                    refusal = sdk.perform(params["name"], params["arguments"])
                    result = {"answer": "rejected", "code": refusal} if refusal else {"answer": "accepted"}
                while sdk.queue and (is_live or sdk.queue[0]["due"] <= sdk.now):  # a live clock has no latency here
                    event = sdk.queue.pop(0)
                    write(method="event", params={key: event[key] for key in event if key != "due"})
                if sdk.queue:
                    result["next"] = sdk.queue[0]["due"]
            elif method not in ("cancel", "shutdown"):
                raise ValueError("there is no such method")
            if "id" in request:
                write(id=request["id"], result=result)
            if method == "shutdown":
                break
        except (ValueError, LookupError, TypeError, AttributeError) as problem:
            code = -32001 if isinstance(problem, Declined) else -32602 if request else -32700
            error = {"code": code, "message": f"this cannot be carried out: {problem}"}
            write(id=request.get("id") if isinstance(request, dict) else None, error=error)


if __name__ == "__main__":
    serve(sys.stdin)
