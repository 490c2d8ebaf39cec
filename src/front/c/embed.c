/* embed.c -- see embed.h.  The makefile says where the files are. */
#include "front/c/embed.h"

#define EMBED(name, file)                                                                          \
    __asm__(".section .rodata\n"                                                                   \
            ".balign 16\n"                                                                         \
            "embed_" #name "_begin: .incbin \"" file "\"\n"                                        \
            "embed_" #name "_end: .byte 0\n"                                                       \
            ".previous\n");                                                                        \
    extern const char embed_##name##_begin[], embed_##name##_end[]

EMBED(lp64, HEDDLE_LP64);
EMBED(ilp32, HEDDLE_ILP32);
EMBED(header, HEDDLE_HEADER);

const char *embed_models(bool ilp32, size_t *len)
{
    *len =
        (size_t)(ilp32 ? embed_ilp32_end - embed_ilp32_begin : embed_lp64_end - embed_lp64_begin);
    return ilp32 ? embed_ilp32_begin : embed_lp64_begin;
}

const char *embed_header(size_t *len)
{
    *len = (size_t)(embed_header_end - embed_header_begin);
    return embed_header_begin;
}
