#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The codes of totp.py, held against the test vectors of RFC 6238, appendix B (SHA-1, eight digits), and the worlds of sdk.py."""
import sys
import unittest

sys.dont_write_bytecode = True
from sdk import SDK
from totp import base32, found_step, totp

KEY = b"12345678901234567890"
VECTORS = [
    (59, "94287082"), (1111111109, "07081804"), (1111111111, "14050471"), (1234567890, "89005924"),
    (2000000000, "69279037"), (20000000000, "65353130"),
]


class Codes(unittest.TestCase):
    def test_vectors(self):
        for time, code in VECTORS:
            self.assertEqual(totp(KEY, time // 30, 8), code, time)
            self.assertEqual(totp(KEY, time // 30), code[2:], time)

    def test_key_in_base32(self):
        self.assertEqual(base32("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"), KEY)
        self.assertEqual(base32("gezdgnbv"), b"12345")
        self.assertEqual(base32("GEZDG"), b"123")

    def test_window(self):
        code = totp(KEY, 100)
        for time, step in [(2969, None), (2970, 100), (3000, 100), (3059, 100), (3060, None)]:
            self.assertEqual(found_step(KEY, code, time, -1), step, time)

    def test_no_code_counts_twice_nor_one_before_it(self):
        self.assertIsNone(found_step(KEY, totp(KEY, 100), 3000, 100))
        self.assertIsNone(found_step(KEY, totp(KEY, 99), 3000, 100))
        self.assertEqual(found_step(KEY, totp(KEY, 101), 3000, 100), 101)

    def test_what_is_no_code(self):
        for code in ["", "12345", "1234567", "abcdef", "é12345"]:
            self.assertIsNone(found_step(KEY, code, 3000, -1), code)


class Worlds(unittest.TestCase):
    def test_bad_worlds(self):
        for world, words in [
            ([], "the world is no mapping"), ({"user": {}}, "user is no key"), ({"latency": "1"}, "latency is of another type"),
            ({"latency": True}, "latency is of another type"), ({"users": {"eve": {"pasword": "x"}}}, "pasword is no key"),
            ({"users": {"eve": {"app": "0189"}}}, "base32"), ({"now": "noon"}, "noon"),
            ({"device": {"prompts": ["acept"]}}, "accept, cancel or fail"), ({"device": {"passkeys": {"eve": "1"}}}, "counter"),
            ({"faults": [{"call": "sendcode"}]}, "of no call"), ({"faults": [{"call": "start", "refuse": 0}]}, "with 0"),
        ]:
            with self.assertRaises(ValueError, msg=world) as caught:
                SDK(world)
            self.assertIn(words, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
