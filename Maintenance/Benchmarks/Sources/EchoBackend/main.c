// SPDX-License-Identifier: Apache-2.0
// The least that a program behind `--backend process:` can do: it takes every call, and nothing ever comes of one.
// With the word `raw` it sends each line back as it is: what the pipes alone cost.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int say(const char *text, size_t length) {
    while (length > 0) {
        ssize_t count = write(1, text, length);
        if (count <= 0) return 0;
        text += count;
        length -= (size_t)count;
    }
    return 1;
}

static int answer(const char *line) {
    const char *id = strstr(line, "\"id\":");
    if (!id) return 1;
    const char *result = "{\"answer\":\"accepted\"}";
    if (strstr(line, "\"method\":\"initialize\""))
        result = "{\"protocol\":\"mfaflow-backend/1\",\"contract\":{\"name\":\"relid\"},\"clock\":\"virtual\"}";
    int isLast = strstr(line, "\"method\":\"shutdown\"") != NULL;
    if (isLast) result = "{}";
    char text[256];
    int length = snprintf(text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":%s}\n", atol(id + 5), result);
    return say(text, (size_t)length) && !isLast;
}

int main(int argc, char **argv) {
    static char line[1 << 16];
    size_t filled = 0;
    int isRaw = argc > 1 && strcmp(argv[1], "raw") == 0;
    for (;;) {
        ssize_t count = read(0, line + filled, sizeof line - 1 - filled);
        if (count <= 0) return 0;
        filled += (size_t)count;
        line[filled] = 0;
        char *start = line;
        for (char *end; (end = memchr(start, '\n', filled - (size_t)(start - line))); start = end + 1) {
            *end = isRaw ? '\n' : 0;
            if (isRaw ? !say(start, (size_t)(end + 1 - start)) : !answer(start)) return 0;
        }
        filled -= (size_t)(start - line);
        memmove(line, start, filled);
    }
}
