// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE

#include "CSystemCalls.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int result(int value) { return value < 0 ? -errno : value; }

static enum system_kind kind(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFREG: return SYSTEM_FILE;
    case S_IFDIR: return SYSTEM_FOLDER;
    case S_IFIFO: return SYSTEM_PIPE;
    case S_IFSOCK: return SYSTEM_SOCKET;
    case S_IFCHR: return SYSTEM_CHARACTERS;
    case S_IFLNK: return SYSTEM_LINK;
    default: return SYSTEM_BLOCKS;
  }
}

static int told(int outcome, const struct stat *known, struct system_status *status) {
  if (outcome != 0) return -errno;
#ifdef __APPLE__
  struct timespec text = known->st_mtimespec, change = known->st_ctimespec;
#else
  struct timespec text = known->st_mtim, change = known->st_ctim;
#endif
  *status = (struct system_status){
      .kind = kind(known->st_mode),
      .permissions = known->st_mode & 07777,
      .owner = known->st_uid,
      .size = known->st_size,
      .device = (uint64_t)known->st_dev,
      .number = (uint64_t)known->st_ino,
      .represented_device = (uint64_t)known->st_rdev,
      .links = (uint64_t)known->st_nlink,
      .text_seconds = text.tv_sec,
      .text_nanoseconds = text.tv_nsec,
      .change_seconds = change.tv_sec,
      .change_nanoseconds = change.tv_nsec,
  };
  return 0;
}

int system_look_at(const char *path, bool follows_links, struct system_status *status) {
  struct stat known;
  return told(follows_links ? stat(path, &known) : lstat(path, &known), &known, status);
}

int system_look_at_open(int descriptor, struct system_status *status) {
  struct stat known;
  return told(fstat(descriptor, &known), &known, status);
}

uint32_t system_user(void) { return geteuid(); }

void *system_open_folder(const char *path, int *error) {
  DIR *folder = opendir(path);
  if (!folder) *error = errno;
  return folder;
}

int system_folder_descriptor(void *folder) { return dirfd(folder); }

const char *system_next_entry(void *folder, int *kind) {
  struct dirent *entry = readdir(folder);
  if (!entry) return NULL;
  *kind = entry->d_type == DT_DIR ? SYSTEM_FOLDER : entry->d_type == DT_REG ? SYSTEM_FILE : -1;
  return entry->d_name;
}

void system_close_folder(void *folder) { closedir(folder); }

bool system_exists(const char *path) { return access(path, F_OK) == 0; }

int system_may_write(const char *path) { return result(access(path, W_OK)); }

int system_make_folder(const char *path, uint32_t permissions) { return result(mkdir(path, (mode_t)permissions)); }

int system_rename(const char *path, const char *name) { return result(rename(path, name)); }

void system_remove(const char *path) { unlink(path); }

void system_remove_folder(const char *path) { rmdir(path); }

char *system_real_path(const char *path) { return realpath(path, NULL); }

char *system_link_target(const char *path) {
  char target[4096];
  ssize_t length = readlink(path, target, sizeof target - 1);
  if (length < 0) return NULL;
  target[length] = 0;
  return strdup(target);
}

char *system_current_folder(void) { return getcwd(NULL, 0); }

const void *system_map(const char *path, size_t *size) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return NULL;
  struct stat status;
  void *place = MAP_FAILED;
  if (fstat(descriptor, &status) == 0 && status.st_size > 0) {
    *size = (size_t)status.st_size;
    place = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  }
  close(descriptor);
  return place == MAP_FAILED ? NULL : place;
}

void system_unmap(const void *bytes, size_t size) { munmap((void *)bytes, size); }

const uint8_t *system_find(const uint8_t *bytes, uint8_t byte, size_t count) { return memchr(bytes, byte, count); }

void system_free(void *memory) { free(memory); }

char *system_copy(const char *text) { return strdup(text); }
