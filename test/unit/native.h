/* native.h -- comes before lib/all.c when that is compiled for test/unit: copies are played, too.
 */
void *__heddle_copy(void *to, const void *from, __SIZE_TYPE__ count);
void *__heddle_fill(void *to, int byte, __SIZE_TYPE__ count);
#define __builtin_memcpy  __heddle_copy
#define __builtin_memmove __heddle_copy
#define __builtin_memset  __heddle_fill
