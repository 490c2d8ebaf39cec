/* embed.c -- see embed.h.  The makefile says where the files are. */
#include "front/c/driver/embed.h"

#define EMBED(name, file)                                                                          \
    __asm__(".section .rodata\n"                                                                   \
            ".balign 16\n"                                                                         \
            "embed_" #name "_begin: .incbin \"" file "\"\n"                                        \
            "embed_" #name "_end: .byte 0\n"                                                       \
            ".previous\n");                                                                        \
    extern const char embed_##name##_begin[], embed_##name##_end[]

EMBED(lp64, HEDDLE_LP64);
EMBED(ilp32, HEDDLE_ILP32);
EMBED(heddle, "lib/heddle.h");
EMBED(pthread, "lib/include/pthread.h");
EMBED(
    replay,
    "lib/native/replay.c\"\n.incbin \"lib/native/copy.c\"\n.incbin \"lib/native/wait.c"); /* one behind the other */
EMBED(epoll, "lib/include/sys/epoll.h");
EMBED(stdatomic, "lib/include/stdatomic.h");

const char *embed_models(bool ilp32, size_t *len)
{
    *len =
        (size_t)(ilp32 ? embed_ilp32_end - embed_ilp32_begin : embed_lp64_end - embed_lp64_begin);
    return ilp32 ? embed_ilp32_begin : embed_lp64_begin;
}

const char *embed_replay(void)
{
    return embed_replay_begin;
}

const char *embed_header(int k, const char **name, size_t *len)
{
    static const struct {
        const char *name, *begin, *end;
    } headers[] = {{"heddle.h", embed_heddle_begin, embed_heddle_end},
                   {"pthread.h", embed_pthread_begin, embed_pthread_end},
                   {"sys/epoll.h", embed_epoll_begin, embed_epoll_end},
                   {"stdatomic.h", embed_stdatomic_begin, embed_stdatomic_end}};
    if (k >= (int)(sizeof headers / sizeof *headers))
        return NULL;
    *name = headers[k].name;
    *len = (size_t)(headers[k].end - headers[k].begin);
    return headers[k].begin;
}
