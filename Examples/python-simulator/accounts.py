# SPDX-License-Identifier: Apache-2.0
"""The users of the server: which codes and passwords are right, how many attempts are left, whose devices are whose."""
from itertools import groupby

from world import text, texts

# A user with one of these has set up a device before.
SIGNS_OF_ACTIVATION = ("password", "passwordHistory", "passwordExpired", "registeredDevices", "lda")

OK, USED_BEFORE, AGAINST_POLICY = 100, 164, 190
CODE_WRONG, CODE_EXPIRED = 106, 925


class Account:
    def __init__(self, name, facts, device):
        self.name = name
        self.activated = facts.get("activated", any(sign in facts for sign in SIGNS_OF_ACTIVATION))
        self.block = facts.get("blocked")  # code, password or admin
        self.devices = texts(facts.get("registeredDevices", [device] if self.activated else []))
        lda = facts.get("lda", False)
        self.has_lda = device in texts(lda) if isinstance(lda, list) else lda  # this device signs the user in by itself

        self.codes = texts(facts.get("activationCode", []))
        self.most_codes = self.code_attempts_left = facts.get("activationAttempts", 3)
        self.resend_limit, self.resends = facts.get("resendLimit"), 0
        self.code_sent = 0  # when the code that is right was sent

        self.password = text(facts["password"]) if "password" in facts else None
        self.former_passwords = texts(facts.get("passwordHistory", []))  # the latest first
        self.most_passwords = self.password_attempts_left = facts.get("passwordAttempts", 3)
        self.password_expired = facts.get("passwordExpired", False)

    def try_code(self, code, is_expired):
        """The status; white space around it does not count. Wrong codes block the account in the end."""
        if self.codes and self.codes[0].strip(" \t\n\v\f\r") == code:
            if is_expired:
                return CODE_EXPIRED
            self.code_attempts_left, self.resends = self.most_codes, 0
            return OK
        self.code_attempts_left -= 1
        if self.code_attempts_left <= 0:
            self.block = "code"
        return CODE_WRONG

    @property
    def may_resend(self):
        return self.resend_limit is None or self.resends < self.resend_limit

    def resend_code(self, now):
        """Moves on to the next code, and stays with the last one."""
        self.resends += 1
        self.code_sent = now
        self.codes = self.codes[1:] or self.codes

    def try_password(self, password):
        """Whether it is right. Wrong passwords block the account in the end."""
        if password == self.password:
            self.password_attempts_left = self.most_passwords
            return True
        self.password_attempts_left -= 1
        if self.password_attempts_left <= 0:
            self.block = "password"
        return False

    def set_password(self, new, policy, history):
        """The status of the change, which also lifts a password block."""
        if not policy.allows(new, self.name):
            return AGAINST_POLICY
        if self.password is not None and history > 0:
            kept = history - 1  # the current password is one of the last, too
            if new in [self.password, *self.former_passwords[:kept]]:
                return USED_BEFORE
            self.former_passwords = [self.password, *self.former_passwords][:kept]
        self.password, self.password_expired = new, False
        self.password_attempts_left = self.most_passwords
        if self.block == "password":
            self.block = None
        return OK

    def register(self, device):
        self.activated = True
        if device not in self.devices:
            self.devices.append(device)


class Policy:
    """What a new password must be like."""

    def __init__(self, facts):
        self.min_length, self.max_length = facts.get("minLength", 8), facts.get("maxLength", 64)
        self.min_digits = facts.get("minDigits", 0)
        self.min_uppercase, self.min_lowercase = facts.get("minUppercase", 0), facts.get("minLowercase", 0)
        self.min_symbols = facts.get("minSymbols", 0)
        self.max_repeats = facts.get("maxRepeats")
        self.forbidden = text(facts.get("forbidden", ""))
        self.may_hold_user_name = facts.get("mayHoldUserName", True)
        self.message = text(facts.get("message", f"Use {self.min_length} to {self.max_length} characters."))

    def allows(self, password, user):
        digits = sum("0" <= sign <= "9" for sign in password)
        uppercase = sum("A" <= sign <= "Z" for sign in password)
        lowercase = sum("a" <= sign <= "z" for sign in password)
        longest_run = max((len(list(run)) for _, run in groupby(password)), default=0)
        return (
            self.min_length <= len(password) <= self.max_length
            and digits >= self.min_digits
            and uppercase >= self.min_uppercase
            and lowercase >= self.min_lowercase
            and len(password) - digits - uppercase - lowercase >= self.min_symbols
            and (self.max_repeats is None or longest_run <= self.max_repeats)
            and not any(sign in password for sign in self.forbidden)
            and (self.may_hold_user_name or user not in password)
        )

    def told(self):
        """As an event carries it, by the SDK's names."""
        told = {
            "minL": self.min_length, "maxL": self.max_length, "minDg": self.min_digits, "minUc": self.min_uppercase,
            "minLc": self.min_lowercase, "minSc": self.min_symbols,
        }
        if self.max_repeats is not None:
            told["Repetition"] = self.max_repeats
        if self.forbidden:
            told["charsNotAllowed"] = self.forbidden
        return {**told, "UserIDcheck": not self.may_hold_user_name, "msg": self.message}
