/* memory.c -- malloc and its family.  They fail only with --malloc-may-fail, or if the size is
 * absurd. */
#include "intrinsics.h"

enum { ALIGNMENT_MAX = 1 << 30 };

static _Bool memory_is_short(size_t size)
{
    if (size <= __PTRDIFF_MAX__ && !(__heddle_option("malloc-may-fail") && __heddle_choose(0, 1)))
        return 0;
    errno_set(ENOMEM);
    return 1;
}

static void *memory_new(size_t size)
{
    return memory_is_short(size) ? NULL : __heddle_alloc(size);
}

void *malloc(size_t size)
{
    return memory_new(size);
}

void *calloc(size_t count, size_t size)
{
    if (size && count > __PTRDIFF_MAX__ / size) {
        errno_set(ENOMEM);
        return NULL;
    }
    return memory_is_short(count * size) ? NULL : __heddle_alloc_zero(count * size);
}

void free(void *object)
{
    __heddle_free(object);
}

/* Always moves, so that old pointers are seen to be stale.  Size 0 frees, as in glibc. */
static void *memory_resize(void *object, size_t size)
{
    if (!object)
        return memory_new(size);
    if (!size) {
        __heddle_free(object);
        return NULL;
    }
    if (memory_is_short(size))
        return NULL;
    size_t old = __heddle_size(object);
    void *moved = __heddle_alloc(size);
    __builtin_memcpy(moved, object, old < size ? old : size);
    __heddle_free(object);
    return moved;
}

void *realloc(void *object, size_t size)
{
    return memory_resize(object, size);
}

void *reallocarray(void *object, size_t count, size_t size)
{
    if (size && count > __PTRDIFF_MAX__ / size) {
        errno_set(ENOMEM);
        return NULL;
    }
    return memory_resize(object, count * size);
}

size_t malloc_usable_size(void *object)
{
    return object ? __heddle_size(object) : 0;
}

/* Of the addresses that a block may have only those are left that are a multiple.  (Where the program never looks at one
 * they need not be chosen.) */
static void memory_align(void *object, size_t alignment)
{
    enum { ALWAYS = 8, MOST = 1 << 16 };
    unsigned low = (unsigned)alignment - 1; /* a number, and never an address */
    if (__heddle_option("addresses") && alignment > ALWAYS && alignment <= MOST)
        __heddle_assume(!((unsigned long)object & low));
}

static _Bool memory_is_alignment(size_t alignment)
{
    return alignment && !(alignment & (alignment - 1)) && alignment <= ALIGNMENT_MAX;
}

static void *memory_aligned(size_t alignment, size_t size)
{
    if (!memory_is_alignment(alignment)) {
        errno_set(EINVAL);
        return NULL;
    }
    void *object = memory_new(size);
    if (object)
        memory_align(object, alignment);
    return object;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memory_aligned(alignment, size);
}

void *memalign(size_t alignment, size_t size)
{
    return memory_aligned(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size)
{
    if (!memory_is_alignment(alignment) || alignment % sizeof(void *))
        return EINVAL;
    if (memory_is_short(size))
        return ENOMEM;
    void *object = __heddle_alloc(size);
    memory_align(object, alignment);
    *result = object;
    return 0;
}
