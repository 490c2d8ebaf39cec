/* log.h -- --log: heddle says, line by line, why a verdict comes out as it does.
 *
 * Only builds with -DHEDDLE_LOG have a log (`make debug`, `make hard`).  In all others LOG costs
 * nothing: the compiler checks its arguments and drops it.  A line is LOG (GUARD, "text", ...): a
 * topic of log.def, a format and its arguments, without a newline. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>
#include <stddef.h>

typedef enum LogTopic {
#define TOPIC(id, name, help) LOG_##id,
#include "base/log.def"
#undef TOPIC
    LOG_TOPICS
} LogTopic;

#ifdef HEDDLE_LOG
#define LOG(topic, ...)                                                                            \
    do {                                                                                           \
        if (log_wants(LOG_##topic))                                                                \
            log_line(LOG_##topic, __VA_ARGS__);                                                    \
    } while (0)
#else
#define LOG(topic, ...)                                                                            \
    do {                                                                                           \
        if (0)                                                                                     \
            log_line(LOG_##topic, __VA_ARGS__);                                                    \
    } while (0)
#endif

/* Chooses the topics: names with commas between them, or all.  NULL, or a sentence that says what
 * is wrong (kept in a buffer of the caller). */
const char *log_choose(const char *topics, char *why, size_t size);
bool log_wants(LogTopic topic);
/* Prints one line on standard error, after its topic. */
void log_line(LogTopic topic, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
