// SPDX-License-Identifier: Apache-2.0
#ifndef MFAFLOW_FLOOR_H
#define MFAFLOW_FLOOR_H

#include <stddef.h>

/// How many events libyaml finds in a text; -1 if it refuses it. Nothing is kept of them.
long floor_events(const unsigned char *text, size_t length);

#endif
