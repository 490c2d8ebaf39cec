/* runtime.c -- what a program of fuzz/c_native.c needs natively.  For 32 bits there is no C library on
 * most machines: this is all that there is. */
typedef __SIZE_TYPE__ size_t;
void native_write(const void *, size_t);

#ifdef __x86_64__

/* gcc calls it where it computes with atomic floats. */
void __atomic_feraiseexcept(int exceptions)
{
    (void)exceptions;
}

long write(int, const void *, size_t);

void native_write(const void *data, size_t size)
{
    for (const char *at = data; size;) {
        long done = write(1, at, size);
        if (done <= 0)
            return;
        at += done;
        size -= (size_t)done;
    }
}

#else

static long system_call(long number, long a, long b, long c)
{
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
    return result;
}

void native_write(const void *data, size_t size)
{
    for (const char *at = data; size;) {
        long done = system_call(4, 1, (long)at, (long)size);
        if (done <= 0)
            return;
        at += done;
        size -= (size_t)done;
    }
}

static void (*handlers[32])(void);
static int handler_count;

int atexit(void (*handler)(void))
{
    handlers[handler_count++] = handler;
    return 0;
}

void __assert_fail(const char *what, const char *file, unsigned line, const char *function)
{
    __builtin_trap();
}

void exit(int status)
{
    while (handler_count)
        handlers[--handler_count]();
    for (;;)
        system_call(1, status, 0, 0);
}

int main(void);
__asm__(".globl _start\n_start: andl $-16, %esp\n call native_start\n");
void native_start(void)
{
    exit(main());
}

void *memcpy(void *to, const void *from, size_t size)
{
    for (size_t k = 0; k < size; k++)
        ((volatile char *)to)[k] = ((const char *)from)[k];
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    if ((size_t)to < (size_t)from)
        return memcpy(to, from, size);
    while (size--)
        ((volatile char *)to)[size] = ((const char *)from)[size];
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    for (size_t k = 0; k < size; k++)
        ((volatile char *)to)[k] = (char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *x = a, *y = b;
    for (; size; size--, x++, y++)
        if (*x != *y)
            return *x - *y;
    return 0;
}

int strcmp(const char *a, const char *b)
{
    for (; *a && *a == *b; a++, b++)
        ;
    return (unsigned char)*a - (unsigned char)*b;
}

/* Memory that is never used again. */
static char heap[1 << 22] __attribute__((aligned(16)));
static size_t heap_used;

void *malloc(size_t size)
{
    char *at = heap + heap_used + 16;
    *(size_t *)(at - 16) = size;
    heap_used += 16 + (size + 15) / 16 * 16;
    return at;
}

void *calloc(size_t count, size_t size)
{
    return malloc(count * size);
}

void free(void *at)
{
    (void)at;
}

void *realloc(void *old, size_t size)
{
    char *at = malloc(size);
    size_t had = old ? *(size_t *)((char *)old - 16) : 0;
    return memcpy(at, old, had < size ? had : size);
}

/* Division of 64 bits, bit by bit. */
typedef unsigned long long u64;

static u64 divide(u64 a, u64 b, u64 *rest)
{
    u64 result = 0, r = 0;
    for (int bit = 63; bit >= 0; bit--) {
        _Bool over = r >> 63;
        r = r << 1 | (a >> bit & 1);
        if (over || r >= b) {
            r -= b;
            result |= 1ull << bit;
        }
    }
    *rest = r;
    return result;
}

u64 __udivdi3(u64 a, u64 b)
{
    u64 rest;
    return divide(a, b, &rest);
}

u64 __umoddi3(u64 a, u64 b)
{
    u64 rest;
    divide(a, b, &rest);
    return rest;
}

long long __divdi3(long long a, long long b)
{
    u64 rest, x = a < 0 ? -(u64)a : (u64)a, y = b < 0 ? -(u64)b : (u64)b;
    u64 result = divide(x, y, &rest);
    return (long long)((a < 0) != (b < 0) ? -result : result);
}

long long __moddi3(long long a, long long b)
{
    u64 rest, x = a < 0 ? -(u64)a : (u64)a, y = b < 0 ? -(u64)b : (u64)b;
    divide(x, y, &rest);
    return (long long)(a < 0 ? -rest : rest);
}

#endif
