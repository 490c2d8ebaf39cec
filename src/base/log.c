/* log.c -- see log.h. */
#include "base/log.h"

#include <stdio.h>

#ifndef HEDDLE_LOG

const char *log_choose(const char *topics, char *why, size_t size)
{
    if (!*topics)
        return NULL;
    snprintf(why, size,
             "--log: this build of heddle has no log; `make debug` builds build/debug/heddle, "
             "which has one");
    return why;
}

#else

#include <stdarg.h>
#include <stdint.h>
#include <string.h>

static const char *const names[] = {
#define TOPIC(id, name, help) name,
#include "base/log.def"
#undef TOPIC
};

/* The only global of the log: a bit for each topic, set once, before anybody looks. */
static uint32_t wanted;

static const char *complain(const char *topic, size_t len, char *why, size_t size)
{
    size_t at =
        (size_t)snprintf(why, size, "--log=%.*s: a topic can be all", (int)(len % 64), topic);
    for (size_t i = 0; i < LOG_TOPICS && at < size; i++)
        at += (size_t)snprintf(why + at, size - at, "%s%s", i + 1 < LOG_TOPICS ? ", " : " or ",
                               names[i]);
    return why;
}

const char *log_choose(const char *topics, char *why, size_t size)
{
    while (*topics) {
        size_t len = strcspn(topics, ","), i = 0;
        while (i < LOG_TOPICS && (strlen(names[i]) != len || memcmp(names[i], topics, len) != 0))
            i++;
        if (i < LOG_TOPICS)
            wanted |= (uint32_t)1 << i;
        else if (len == 3 && memcmp(topics, "all", 3) == 0)
            wanted = UINT32_MAX;
        else
            return complain(topics, len, why, size);
        topics += len + (topics[len] == ',');
    }
    return NULL;
}

bool log_wants(LogTopic topic)
{
    return wanted >> topic & 1;
}

void log_line(LogTopic topic, const char *format, ...)
{
    char text[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(stderr, "%s: %s\n", names[topic], text);
}

#endif
