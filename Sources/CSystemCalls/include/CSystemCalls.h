// SPDX-License-Identifier: Apache-2.0
// What this package asks of a POSIX system, in one form for all of them: no macro, no variadic function and no layout of a
// structure comes to Swift, and where the systems differ, the difference stands behind a function.
//
// Unless a function says otherwise, it returns what it came to, or, below zero, minus the number of what went wrong.

#ifndef CSYSTEMCALLS_H
#define CSYSTEMCALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

// Errors

enum system_error {
  SYSTEM_ALL_WELL = 0,
  // There is no such file, or no such folder above it.
  SYSTEM_MISSING,
  SYSTEM_IS_FOLDER,
  SYSTEM_FORBIDDEN,
  // A socket, or a pipe with nobody at its other end, cannot be opened.
  SYSTEM_NO_FILE,
  SYSTEM_EXISTS,
  SYSTEM_INTERRUPTED,
  // Nothing can be read or written now.
  SYSTEM_LATER,
  // Nobody reads any more.
  SYSTEM_CLOSED,
  SYSTEM_OTHER,
};

// What the number of an error means to this package.
enum system_error system_meaning(int number);
// The number of an error, such as that of SYSTEM_IS_FOLDER.
int system_number(enum system_error error);
// In the words of the system.
const char *system_words(int number);

// Descriptors; none that is opened here is inherited by a program that is started

int system_pipe(int ends[2]);
// Opens what is there without waiting for anybody.
int system_open_to_read(const char *path, bool follows_links);
int system_open_to_write(const char *path);
int system_open_to_append(const char *path, uint32_t permissions);
// Fails if anything is there.
int system_create(const char *path, uint32_t permissions);
// A file of a folder without a name, which nobody finds; fails where there is no such thing.
int system_create_nameless(const char *folder, uint32_t permissions);
int system_give_name(int descriptor, const char *path);
// Takes and gives nothing.
int system_open_nowhere(void);
int system_close(int descriptor);
// Returns when all that was written is on the disk.
int system_sync(int descriptor);
void system_never_wait(int descriptor);
// Opens the standard streams that nobody has opened for this process; what is written to its output then fails.
void system_open_missing_streams(void);
// Has no program inherit what this process was started with besides its standard streams.
void system_keep_to_itself(void);

ptrdiff_t system_read(int descriptor, void *bytes, size_t count);
ptrdiff_t system_write(int descriptor, const void *bytes, size_t count);
// As above, and a reader that is gone is told by the error alone, whatever this process does with the signal.
ptrdiff_t system_write_without_signal(int descriptor, const void *bytes, size_t count);
bool system_has_unread(int descriptor);

struct system_end {
  int descriptor;
  // Whether it is waited for to take something; else, to have something.
  bool is_written;
  bool is_ready;
};
enum { SYSTEM_MOST_ENDS = 8 };
// How many are ready before the time is over; below zero milliseconds it never is.
int system_wait_for(struct system_end *ends, int count, int milliseconds);

// Files and folders

enum system_kind { SYSTEM_FILE, SYSTEM_FOLDER, SYSTEM_PIPE, SYSTEM_SOCKET, SYSTEM_CHARACTERS, SYSTEM_BLOCKS, SYSTEM_LINK };

struct system_status {
  enum system_kind kind;
  uint32_t permissions, owner;
  int64_t size;
  uint64_t device, number, represented_device, links;
  // Of the last change of its text, and of all that is known of it.
  int64_t text_seconds, text_nanoseconds, change_seconds, change_nanoseconds;
};

int system_look_at(const char *path, bool follows_links, struct system_status *status);
int system_look_at_open(int descriptor, struct system_status *status);
uint32_t system_user(void);

// Null for what is no folder or may not be read; the number of the error is then set.
void *system_open_folder(const char *path, int *error);
int system_folder_descriptor(void *folder);
// The name of the next entry; null at the end. The kind is below zero where the folder does not say it.
const char *system_next_entry(void *folder, int *kind);
void system_close_folder(void *folder);

bool system_exists(const char *path);
int system_may_write(const char *path);
int system_make_folder(const char *path, uint32_t permissions);
int system_rename(const char *path, const char *name);
void system_remove(const char *path);
/// Only if it is empty; what goes wrong is not told.
void system_remove_folder(const char *path);
// These are for the caller to give back with `system_free`; null if there is none.
char *system_real_path(const char *path);
/// What a link says, be it there or not; null for what is no link.
char *system_link_target(const char *path);
char *system_current_folder(void);
void system_free(void *memory);
char *system_copy(const char *text);

// Processes

// Starts a program that leads a process group of its own, with the usual signals and these standard streams.
int system_spawn(
    char *const words[], char *const variables[], int input, int output, int errors, int32_t *process);
// Whether it has ended; it is still known to the system then.
bool system_has_ended(int32_t process);
// Waits for its end, and has the system forget it. Whether a signal ended it, and its number or the exit code.
void system_collect(int32_t process, bool *by_signal, int32_t *number);
// Kills with a process number, or, below zero, with the number of a group.
void system_end_process(int32_t process, bool at_once);
// Whether another process than this one runs in a group.
bool system_has_other_member(int32_t group, int32_t leader);
char **system_environment(void);
const char *system_variable(const char *name);
void system_sleep(uint32_t microseconds);
// On a thread of its own.
int system_start_thread(void (*work)(void *), void *body);
int system_processors(void);
// Of a clock that is never set back, in nanoseconds.
int64_t system_time(void);
// For the caller to give back with `system_free`; null if the system does not tell.
char *system_program_path(void);
// The bytes of a file, null if they cannot be had.
const void *system_map(const char *path, size_t *size);
void system_unmap(const void *bytes, size_t size);
void system_exit(int32_t code) __attribute__((noreturn));
// Without a look at what others have asked to be done at the end.
void system_exit_at_once(int32_t code) __attribute__((noreturn));
void system_wait_for_end(void);

// Where a byte stands; null if it does not.
const uint8_t *system_find(const uint8_t *bytes, uint8_t byte, size_t count);

// Signals

enum system_signal {
  SYSTEM_INTERRUPT,
  SYSTEM_QUIT,
  SYSTEM_HANG_UP,
  SYSTEM_TERMINATE,
  SYSTEM_STOP,
  SYSTEM_CONTINUE,
  // The terminal has another size.
  SYSTEM_RESIZE,
  // From outside, such as by a watchdog; abort() lets it in whether it is blocked or not.
  SYSTEM_ABORT,
};

void system_ignore_closed_pipes(void);
// Blocks the signals above, but for those that this process was started to ignore.
void system_block_signals(void);
// Waits for one of those that were blocked.
int system_next_signal(enum system_signal *signal, int32_t *number);
// Stops this process until somebody has it go on; whether no signal tells of that.
bool system_stop(void);

// Terminals

struct system_mode {
  struct termios settings;
};
struct system_keys {
  uint8_t erase, erase_word, erase_line, end;
};

bool system_is_terminal(int descriptor);
// Zero if nobody knows.
int system_columns(int descriptor);
int system_rows(int descriptor);
void system_drop_input(int descriptor);
// Whether another program has the terminal now.
bool system_is_others(int descriptor);
int system_read_mode(int descriptor, struct system_mode *mode);
void system_set_mode(int descriptor, const struct system_mode *mode);
// Whether it shows keys, or keeps them back until the end of a line.
bool system_is_plain(const struct system_mode *mode);
// The same mode, in which it does neither; the keys of signals still work.
struct system_mode system_taken(const struct system_mode *mode);
struct system_keys system_keys_of(const struct system_mode *mode);
// If this process crashes from now on, the text is written to the output, and the terminal is as it was; false where one is guarded
// already, or the text is too long.
bool system_guard_terminal(int input, int output, const struct system_mode *mode, const char *text);
void system_unguard_terminal(void);

#endif
