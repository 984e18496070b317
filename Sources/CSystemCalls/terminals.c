// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE

#include "CSystemCalls.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const int numbers[] = {
    [SYSTEM_INTERRUPT] = SIGINT,   [SYSTEM_QUIT] = SIGQUIT, [SYSTEM_HANG_UP] = SIGHUP,
    [SYSTEM_TERMINATE] = SIGTERM,  [SYSTEM_STOP] = SIGTSTP, [SYSTEM_CONTINUE] = SIGCONT,
    [SYSTEM_RESIZE] = SIGWINCH,    [SYSTEM_ABORT] = SIGABRT,
};
enum { COUNT = sizeof numbers / sizeof *numbers };

void system_ignore_closed_pipes(void) { signal(SIGPIPE, SIG_IGN); }

static bool is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void system_block_signals(void) {
  sigset_t watched;
  sigemptyset(&watched);
  for (int index = 0; index < COUNT; index++) {
    if (!is_ignored(numbers[index])) sigaddset(&watched, numbers[index]);
  }
  pthread_sigmask(SIG_BLOCK, &watched, NULL);
}

int system_next_signal(enum system_signal *signal, int32_t *number) {
  sigset_t blocked, watched;
  pthread_sigmask(SIG_BLOCK, NULL, &blocked);
  sigemptyset(&watched);
  for (int index = 0; index < COUNT; index++) {
    if (sigismember(&blocked, numbers[index]) == 1) sigaddset(&watched, numbers[index]);
  }
  int found;
  int error = sigwait(&watched, &found);
  if (error != 0) return -error;
  *number = found;
  for (int index = 0; index < COUNT; index++) {
    if (numbers[index] == found) *signal = (enum system_signal)index;
  }
  return 0;
}

bool system_stop(void) {
  kill(getpid(), SIGSTOP);
#ifdef __APPLE__
  // There a signal is lost for which nobody waits at that moment.
  return true;
#else
  return false;
#endif
}

bool system_is_terminal(int descriptor) { return isatty(descriptor) == 1; }

int system_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int system_rows(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

void system_drop_input(int descriptor) { tcflush(descriptor, TCIFLUSH); }

bool system_is_others(int descriptor) {
  pid_t owner = tcgetpgrp(descriptor);
  return owner > 0 && owner != getpgrp();
}

int system_read_mode(int descriptor, struct system_mode *mode) {
  return tcgetattr(descriptor, &mode->settings) == 0 ? 0 : -errno;
}

void system_set_mode(int descriptor, const struct system_mode *mode) {
  tcsetattr(descriptor, TCSANOW, &mode->settings);
}

bool system_is_plain(const struct system_mode *mode) { return (mode->settings.c_lflag & (ECHO | ICANON)) != 0; }

struct system_mode system_taken(const struct system_mode *mode) {
  struct system_mode taken = *mode;
  taken.settings.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | IEXTEN);
  // Ctrl-S is a key like any other, and does not hold the screen.
  taken.settings.c_iflag &= ~(tcflag_t)(IXON);
  taken.settings.c_cc[VMIN] = 1;
  taken.settings.c_cc[VTIME] = 0;
  return taken;
}

struct system_keys system_keys_of(const struct system_mode *mode) {
  const cc_t *keys = mode->settings.c_cc;
  // A key that is switched off is 0, or all ones; neither is typed.
  return (struct system_keys){keys[VERASE], keys[VWERASE], keys[VKILL], keys[VEOF]};
}

// What a handler of signals knows: it can be handed nothing.
static struct {
  volatile sig_atomic_t is_set;
  int input, output;
  struct termios settings;
  char text[64];
  size_t size;
} guarded;
static const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
enum { CRASHES = sizeof crashes / sizeof *crashes };
static struct sigaction usual[CRASHES];

// Calls nothing but what a handler of signals may call.
static void give_back_and_crash(int number) {
  if (guarded.is_set && !system_is_others(guarded.input)) {
    guarded.is_set = 0;
    ptrdiff_t unused = write(guarded.output, guarded.text, guarded.size);
    (void)unused;
    tcsetattr(guarded.input, TCSANOW, &guarded.settings);
  }
  for (int index = 0; index < CRASHES; index++) {
    if (crashes[index] == number) sigaction(number, &usual[index], NULL);
  }
  // It is let in when this returns, and then ends the process as it would have.
  raise(number);
}

bool system_guard_terminal(int input, int output, const struct system_mode *mode, const char *text) {
  size_t size = strlen(text);
  if (guarded.is_set || size > sizeof guarded.text) return false;
  memcpy(guarded.text, text, size);
  guarded.size = size;
  guarded.input = input;
  guarded.output = output;
  guarded.settings = mode->settings;
  struct sigaction action = {.sa_handler = give_back_and_crash};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < CRASHES; index++) sigaction(crashes[index], &action, &usual[index]);
  guarded.is_set = 1;
  return true;
}

void system_unguard_terminal(void) {
  if (!guarded.is_set) return;
  guarded.is_set = 0;
  for (int index = 0; index < CRASHES; index++) sigaction(crashes[index], &usual[index], NULL);
}
