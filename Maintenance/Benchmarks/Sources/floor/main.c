// SPDX-License-Identifier: Apache-2.0
// Reads every file of a folder and walks its events: the least that a checker of YAML can do, on one thread.
#include "floor.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned char *contents(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    unsigned char *bytes = malloc((size_t)size + 1);
    *length = bytes ? fread(bytes, 1, (size_t)size, file) : 0;
    fclose(file);
    return bytes;
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    DIR *folder = opendir(argv[1]);
    if (!folder) return 3;
    long total = 0;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        if (entry->d_name[0] == '.') continue;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        size_t length = 0;
        unsigned char *bytes = contents(path, &length);
        if (!bytes) return 3;
        long events = floor_events(bytes, length);
        free(bytes);
        if (events < 0) return 1;
        total += events;
    }
    closedir(folder);
    printf("%ld\n", total);
    return 0;
}
