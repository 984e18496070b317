// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE

#include "CSystemCalls.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <sys/sysctl.h>
#endif

extern char **environ;

// Whether a program without a folder in its name stands in some folder of the PATH. Why: a search that meets a folder that
// may not be entered says that the program is forbidden, even if there is none of that name.
static bool stands_on_path(const char *name) {
  const char *rest = getenv("PATH");
  char path[4096];
  while (rest != NULL && *rest != 0) {
    size_t length = strcspn(rest, ":");
    int count = snprintf(path, sizeof path, "%.*s/%s", (int)length, rest, name);
    if (count > 0 && (size_t)count < sizeof path && access(path, F_OK) == 0) return true;
    rest += length;
    if (*rest == ':') rest++;
  }
  return false;
}

int system_spawn(
    char *const words[], char *const variables[], int input, int output, int errors, int32_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  posix_spawnattr_setflags(&attributes, flags);
  posix_spawnattr_setpgroup(&attributes, 0);
  // Why: threads of ours block signals, and we ignore a closed pipe; a program must begin with neither.
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  const int usual[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  for (size_t index = 0; index < sizeof usual / sizeof *usual; index++) sigaddset(&signals, usual[index]);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  pid_t started = 0;
  int error = posix_spawnp(&started, words[0], &actions, &attributes, words, variables);
  if (error == EACCES && strchr(words[0], '/') == NULL && !stands_on_path(words[0])) error = ENOENT;
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  *process = started;
  return -error;
}

bool system_has_ended(int32_t process) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  return waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_signo != 0;
}

void system_collect(int32_t process, bool *by_signal, int32_t *number) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  *by_signal = WIFSIGNALED(status);
  *number = *by_signal ? WTERMSIG(status) : WEXITSTATUS(status);
}

void system_end_process(int32_t process, bool at_once) { kill(process, at_once ? SIGKILL : SIGTERM); }

#ifdef __APPLE__

bool system_has_other_member(int32_t group, int32_t leader) {
  int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PGRP, group};
  size_t size = 0;
  if (sysctl(name, 4, NULL, &size, NULL, 0) != 0) return false;
  size += 8 * sizeof(struct kinfo_proc);
  struct kinfo_proc *entries = malloc(size);
  bool has_other = false;
  if (entries && sysctl(name, 4, entries, &size, NULL, 0) == 0) {
    for (size_t index = 0; index < size / sizeof *entries; index++) {
      if (entries[index].kp_proc.p_pid != leader && entries[index].kp_proc.p_stat != SZOMB) has_other = true;
    }
  }
  free(entries);
  return has_other;
}

#else

// Its state, and the group that it is in; false for one that is gone.
static bool is_known(int32_t process, char *state, int *group) {
  char path[40], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  ptrdiff_t count = read(descriptor, text, sizeof text - 1);
  close(descriptor);
  if (count <= 0) return false;
  text[count] = 0;
  // Its name stands in brackets and may have anything in it: state, parent and group stand behind the last one.
  char *end = memrchr(text, ')', (size_t)count);
  return end && sscanf(end + 1, " %c %*d %d", state, group) == 2;
}

bool system_has_other_member(int32_t group, int32_t leader) {
  DIR *folder = opendir("/proc");
  if (!folder) return false;
  bool has_other = false;
  struct dirent *entry;
  while (!has_other && (entry = readdir(folder))) {
    char *end, state;
    int own;
    long process = strtol(entry->d_name, &end, 10);
    if (end == entry->d_name || *end || process == leader || !is_known((int32_t)process, &state, &own)) continue;
    // One that has ended and is not collected yet does not run.
    has_other = own == group && state != 'Z' && state != 'X';
  }
  closedir(folder);
  return has_other;
}

#endif

char **system_environment(void) { return environ; }

const char *system_variable(const char *name) { return getenv(name); }

void system_sleep(uint32_t microseconds) { usleep(microseconds); }

struct thread {
  void (*work)(void *);
  void *body;
};

static void *perform(void *body) {
  struct thread thread = *(struct thread *)body;
  free(body);
  thread.work(thread.body);
  return NULL;
}

int system_start_thread(void (*work)(void *), void *body) {
  struct thread *thread = malloc(sizeof *thread);
  if (!thread) return -ENOMEM;
  *thread = (struct thread){work, body};
  pthread_t started;
  int error = pthread_create(&started, NULL, perform, thread);
  if (error == 0) {
    pthread_detach(started);
  } else {
    free(thread);
  }
  return -error;
}

int system_processors(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }

int64_t system_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

char *system_program_path(void) {
#ifdef __APPLE__
  uint32_t size = 0;
  _NSGetExecutablePath(NULL, &size);
  char *path = malloc(size);
  if (path && _NSGetExecutablePath(path, &size) == 0) return path;
  free(path);
  return NULL;
#else
  return strdup("/proc/self/exe");
#endif
}

void system_exit(int32_t code) { exit(code); }

void system_exit_at_once(int32_t code) { _exit(code); }

void system_wait_for_end(void) { pause(); }
