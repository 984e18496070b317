// SPDX-License-Identifier: Apache-2.0
#include "floor.h"

#include <yaml.h>

long floor_events(const unsigned char *text, size_t length) {
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) return -1;
    yaml_parser_set_input_string(&parser, text, length);
    long count = 0;
    yaml_event_type_t type = YAML_NO_EVENT;
    while (type != YAML_STREAM_END_EVENT) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            count = -1;
            break;
        }
        type = event.type;
        count++;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return count;
}
