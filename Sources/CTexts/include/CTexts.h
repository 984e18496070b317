// SPDX-License-Identifier: Apache-2.0
// The files of this repository that the program holds.
//
// Why C: Swift takes minutes to compile a long list of bytes, and for `#embed` there is none.

#ifndef CTEXTS_H
#define CTEXTS_H

// The text of a file, by its path from the top of the repository; it ends with a zero. NULL if the program does not hold it.
const char *_Nullable embedded_text(const char *_Nonnull path);

#endif
