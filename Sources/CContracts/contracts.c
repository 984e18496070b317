// SPDX-License-Identifier: Apache-2.0

#include "CContracts.h"

static const unsigned char relid_text[] = {
#embed "../SDKContract/Contracts/relid.yaml"
};

static const unsigned char relid_packed[] = {
#embed "../SDKContract/Contracts/relid.packed"
};

struct embedded_bytes embedded_relid_text(void) { return (struct embedded_bytes){relid_text, sizeof relid_text}; }

struct embedded_bytes embedded_relid_packed(void) { return (struct embedded_bytes){relid_packed, sizeof relid_packed}; }
