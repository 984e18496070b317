// SPDX-License-Identifier: Apache-2.0
// The contracts that are part of the program: the YAML text of each, and its packed form.

#ifndef CCONTRACTS_H
#define CCONTRACTS_H

#include <stddef.h>

struct embedded_bytes {
  const unsigned char *_Nonnull start;
  size_t count;
};

struct embedded_bytes embedded_relid_text(void);
struct embedded_bytes embedded_relid_packed(void);

#endif
