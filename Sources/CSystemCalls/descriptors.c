// SPDX-License-Identifier: Apache-2.0
// Why this macro: without it the headers of Linux do not show `pipe2` and `O_TMPFILE`.
#define _GNU_SOURCE

#include "CSystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int result(int value) { return value < 0 ? -errno : value; }

int system_pipe(int ends[2]) {
#ifdef __APPLE__
  // There is no such function in one step. A program that is started meanwhile inherits nothing all the same: each is
  // started with POSIX_SPAWN_CLOEXEC_DEFAULT.
  if (pipe(ends) != 0) return -errno;
  for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  return 0;
#else
  return result(pipe2(ends, O_CLOEXEC));
#endif
}

int system_open_to_read(const char *path, bool follows_links) {
  // Why O_NONBLOCK: opening a pipe that nobody writes to would wait for ever.
  return result(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | (follows_links ? 0 : O_NOFOLLOW)));
}

int system_open_to_write(const char *path) { return result(open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)); }

int system_open_to_append(const char *path, uint32_t permissions) {
  return result(open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, (mode_t)permissions));
}

int system_create(const char *path, uint32_t permissions) {
  return result(open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, (mode_t)permissions));
}

int system_create_nameless(const char *folder, uint32_t permissions) {
#ifdef O_TMPFILE
  // Without this folder none could be given a name.
  if (access("/proc/self/fd", X_OK) != 0) return -errno;
  return result(open(folder, O_WRONLY | O_CLOEXEC | O_TMPFILE, (mode_t)permissions));
#else
  return -ENOTSUP;
#endif
}

int system_give_name(int descriptor, const char *path) {
#ifdef O_TMPFILE
  char own[40];
  snprintf(own, sizeof own, "/proc/self/fd/%d", descriptor);
  return result(linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW));
#else
  return -ENOTSUP;
#endif
}

int system_open_nowhere(void) { return result(open("/dev/null", O_RDWR | O_CLOEXEC)); }

int system_close(int descriptor) { return result(close(descriptor)); }

int system_sync(int descriptor) { return result(fsync(descriptor)); }

void system_never_wait(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
#ifdef F_SETNOSIGPIPE
  fcntl(descriptor, F_SETNOSIGPIPE, 1);
#endif
}

void system_open_missing_streams(void) {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
    if (fcntl(stream, F_GETFD) == -1) (void)!open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
}

void system_keep_to_itself(void) {
#ifndef __APPLE__
  long most = sysconf(_SC_OPEN_MAX);
  for (int descriptor = STDERR_FILENO + 1; descriptor < most && descriptor < 4096; descriptor++) {
    int flags = fcntl(descriptor, F_GETFD);
    if (flags >= 0 && !(flags & FD_CLOEXEC)) fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC);
  }
#endif
}

ptrdiff_t system_read(int descriptor, void *bytes, size_t count) {
  ptrdiff_t done = read(descriptor, bytes, count);
  return done < 0 ? -errno : done;
}

ptrdiff_t system_write(int descriptor, const void *bytes, size_t count) {
  ptrdiff_t done = write(descriptor, bytes, count);
  return done < 0 ? -errno : done;
}

ptrdiff_t system_write_without_signal(int descriptor, const void *bytes, size_t count) {
#ifdef F_SETNOSIGPIPE
  // The descriptor raises none.
  return system_write(descriptor, bytes, count);
#else
  // The signal of a write comes to the thread that writes; held back there, it can be taken away again.
  sigset_t closed, before;
  sigemptyset(&closed);
  sigaddset(&closed, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &closed, &before);
  ptrdiff_t done = system_write(descriptor, bytes, count);
  if (done == -EPIPE) {
    struct timespec now = {0, 0};
    sigtimedwait(&closed, NULL, &now);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return done;
#endif
}

bool system_has_unread(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return false;
  if (S_ISREG(status.st_mode)) return lseek(descriptor, 0, SEEK_CUR) < status.st_size;
  if (!S_ISFIFO(status.st_mode) && !S_ISSOCK(status.st_mode)) return false;
  struct pollfd entry = {descriptor, POLLIN, 0};
  return poll(&entry, 1, 0) > 0 && entry.revents & POLLIN;
}

int system_wait_for(struct system_end *ends, int count, int milliseconds) {
  struct pollfd entries[SYSTEM_MOST_ENDS];
  if (count > SYSTEM_MOST_ENDS) return -EINVAL;
  for (int end = 0; end < count; end++) {
    entries[end] = (struct pollfd){ends[end].descriptor, ends[end].is_written ? POLLOUT : POLLIN, 0};
  }
  int ready = result(poll(entries, (nfds_t)count, milliseconds));
  for (int end = 0; end < count; end++) ends[end].is_ready = entries[end].revents != 0;
  return ready;
}
