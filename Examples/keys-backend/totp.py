# SPDX-License-Identifier: Apache-2.0
"""Time-based one-time codes: RFC 6238 over RFC 4226."""
import base64
import hashlib
import hmac

STEP, WINDOW = 30, 1  # seconds for which a code counts, and how many steps a clock may be off


def totp(key, step, digits=6):
    """The code of a time step: RFC 6238, which is RFC 4226 with the step as its counter."""
    mac = hmac.new(key, step.to_bytes(8, "big"), hashlib.sha1).digest()
    offset = mac[-1] & 15
    return str(int.from_bytes(mac[offset:offset + 4], "big") % (1 << 31) % 10 ** digits).zfill(digits)


def found_step(key, code, now, last):
    """The step that a code is of, near the time of day and behind the last one that was taken; None if it is of none."""
    near = range(max(int(now) // STEP - WINDOW, last + 1), int(now) // STEP + WINDOW + 1)
    return next((step for step in near if hmac.compare_digest(totp(key, step).encode(), code.encode())), None)


def base32(text):
    return base64.b32decode(text.upper() + "=" * (-len(text) % 8))
