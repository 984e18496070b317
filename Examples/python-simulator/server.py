# SPDX-License-Identifier: Apache-2.0
"""What stands behind the SDK: users, rules, notifications."""
from accounts import Account, Policy
from notifications import Notification
from world import Rules, device_id, text


class Server:
    def __init__(self, world):
        self.rules = Rules(world)
        self.policy = Policy(world.get("policy", {}))
        device, users = device_id(world.get("device", {})), world.get("users", {})
        self.accounts = {name: Account(name, facts, device) for name, facts in users.items()}
        self.notifications = [
            Notification.written(self.accounts[name], facts, self.rules)
            for name, user in users.items() for facts in user.get("notifications", [])
        ]
        self.other_devices = [text(name) for name in world.get("devices", {})]
        self.drawn = 0

    def draw_key(self):
        """A new id of a session or a notification, or a key of a code: from the world's seed, by SplitMix64.

        The lowest 48 bits of the number, in hexadecimal digits, the lowest digit first.
        """
        self.drawn += 1
        whole = 2**64 - 1
        bits = (self.rules.seed + self.drawn * 0x9E3779B97F4A7C15) & whole
        bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & whole
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & whole
        bits ^= bits >> 31
        return f"{bits & (2**48 - 1):012X}"[::-1]

    def has_other_device(self, user):
        return any(device in user.devices for device in self.other_devices)
