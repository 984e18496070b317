// SPDX-License-Identifier: Apache-2.0

#include "CSystemCalls.h"

#include <errno.h>
#include <string.h>

enum system_error system_meaning(int number) {
  switch (number) {
    case 0: return SYSTEM_ALL_WELL;
    case ENOENT:
    case ENOTDIR: return SYSTEM_MISSING;
    case EISDIR: return SYSTEM_IS_FOLDER;
    case EACCES:
    case EPERM: return SYSTEM_FORBIDDEN;
    case ENXIO: return SYSTEM_NO_FILE;
    case EEXIST: return SYSTEM_EXISTS;
    case EINTR: return SYSTEM_INTERRUPTED;
    case EAGAIN: return SYSTEM_LATER;
    case EPIPE: return SYSTEM_CLOSED;
    default: return SYSTEM_OTHER;
  }
}

int system_number(enum system_error error) {
  switch (error) {
    case SYSTEM_ALL_WELL: return 0;
    case SYSTEM_MISSING: return ENOENT;
    case SYSTEM_IS_FOLDER: return EISDIR;
    case SYSTEM_FORBIDDEN: return EACCES;
    case SYSTEM_NO_FILE: return ENXIO;
    case SYSTEM_EXISTS: return EEXIST;
    case SYSTEM_INTERRUPTED: return EINTR;
    case SYSTEM_LATER: return EAGAIN;
    case SYSTEM_CLOSED: return EPIPE;
    default: return EINVAL;
  }
}

const char *system_words(int number) { return strerror(number); }
