/* content.h -- what is in a file, for programs that look at it by position, length or mapping.  Private to lib/. */
#ifndef HEDDLE_CONTENT_H
#define HEDDLE_CONTENT_H

#include "intrinsics.h"

/* Programs that only read and write have none of this: ask in an `if` of its own. */
#define CONTENTS                                                                                   \
    (__heddle_uses("lseek") || __heddle_uses("lseek64") || __heddle_uses("pread") ||               \
     __heddle_uses("pwrite") || __heddle_uses("fstat") || CONTENT_MAPS)
#define CONTENT_MAPS                                                                               \
    (__heddle_uses("mmap") &&                                                                      \
     (__heddle_uses("open") || __heddle_uses("creat") || __heddle_uses("shm_open")))

int __heddle_content_begin(int file); /* it was opened, or not (-1); gives it back */
void __heddle_content_end(int file);  /* it names something else from now on */
_Bool __heddle_content_is(int file);
long __heddle_content_read(int file, void *to, size_t count);
void __heddle_content_wrote(int file);
void __heddle_content_resize(int file, long length);
void *__heddle_content_map(size_t length, int flags, int file, long offset);
void __heddle_content_refuse_dup(int file);

#endif
