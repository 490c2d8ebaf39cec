/* prelude.h -- what every program of fuzz/c_native.c begins with.  It includes no header, for
 * there are none for both data models. */
typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;
#define NULL ((void *)0)
void *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t), *memchr(const void *, int, size_t);
int memcmp(const void *, const void *, size_t), strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t), strcasecmp(const char *, const char *);
int strncasecmp(const char *, const char *, size_t);
size_t strlen(const char *), strspn(const char *, const char *),
    strcspn(const char *, const char *);
char *strcpy(char *, const char *), *strcat(char *, const char *), *strdup(const char *);
char *strncpy(char *, const char *, size_t), *strncat(char *, const char *, size_t);
char *strchr(const char *, int), *strrchr(const char *, int), *strstr(const char *, const char *);
char *strpbrk(const char *, const char *), *strtok(char *, const char *);
int isalpha(int), isdigit(int), isspace(int), isupper(int), ispunct(int), isxdigit(int);
int toupper(int), tolower(int), atoi(const char *), abs(int);
long atol(const char *), labs(long), strtol(const char *, char **, int);
long long atoll(const char *), strtoll(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
int snprintf(char *, size_t, const char *, ...), sprintf(char *, const char *, ...);
int sscanf(const char *, const char *, ...), *__errno_location(void), atexit(void (*)(void));
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t), free(void *);
double fabs(double), floor(double), sqrt(double), fmax(double, double), trunc(double);
typedef struct {
    int quot, rem;
} div_t;
div_t div(int, int);
void exit(int);
void __assert_fail(const char *, const char *, unsigned, const char *);

enum tone { DO, RE, MI, FA, LA = 77 };
enum { MOST_VALUES = 1 << 20 };

#ifdef NATIVE
static unsigned long long values[MOST_VALUES];
static unsigned at;
void native_write(const void *, size_t);
static void native_end(void)
{
    native_write(values, at * sizeof *values);
}
static _Bool same(unsigned long long value)
{
    values[at++ % MOST_VALUES] = value;
    return 1;
}
static void begin(void)
{
    atexit(native_end);
}
#else
#include VALUES
static unsigned at;
static _Bool same(unsigned long long value)
{
    return value == values[at++];
}
static void end(void)
{
    __assert_fail("the end", "", at, "end");
}
static void begin(void)
{
    atexit(end);
}
#endif

#define CHECK(x)                                                                                   \
    (same((unsigned long long)(x)) ? (void)0 : __assert_fail("value", "", __LINE__, ""))
#define CHECK_FLOAT(x)                                                                             \
    do {                                                                                           \
        double d_ = (x);                                                                           \
        unsigned long long u_ = 1;                                                                 \
        if (d_ == d_)                                                                              \
            memcpy(&u_, &d_, sizeof u_);                                                           \
        CHECK(u_);                                                                                 \
    } while (0)
#define TEXT(x)                                                                                    \
    do {                                                                                           \
        const char *t_ = (x);                                                                      \
        unsigned h_ = 7;                                                                           \
        while (*t_)                                                                                \
            h_ = h_ * 31 + (unsigned char)*t_++;                                                   \
        CHECK(h_);                                                                                 \
    } while (0)
#define BYTES(x, n)                                                                                \
    do {                                                                                           \
        for (int k_ = 0; k_ < (n); k_++)                                                           \
            CHECK((x)[k_]);                                                                        \
    } while (0)
#define SIGN(x)                                                                                    \
    ({                                                                                             \
        int s_ = (x);                                                                              \
        s_<0 ? -1 : s_> 0;                                                                         \
    })
#define NUMBER(x)                                                                                  \
    ({                                                                                             \
        double n_ = (x);                                                                           \
        n_ == n_ ? n_ : 0.5;                                                                       \
    })
#define WHOLE(T, low, high, x)                                                                     \
    ({                                                                                             \
        double w_ = (x);                                                                           \
        w_ >= low &&w_ <= high ? (T)w_ : (T)1;                                                     \
    })
#define QUOTIENT(T, most, op, x, y)                                                                \
    ({                                                                                             \
        T x_ = (x), y_ = (y);                                                                      \
        y_ == 0 || (y_ == -1 && x_ < -most) ? x_ : x_ op y_;                                       \
    })
#ifdef __clang__
#define EXCHANGE(place, value) __c11_atomic_exchange((place), (value), 5)
#else
#define EXCHANGE(place, value) __atomic_exchange_n((place), (value), 5)
#endif

struct small {
    int a;
    short b;
} __attribute__((packed));
struct big {
    long long a[4];
};
struct named {
    int key;
    const char *name;
};
struct list {
    int value;
    struct list *next;
};
struct pair2 {
    int *first, *second;
};
struct fine {
    unsigned a : 3;
    long long b : 36;
    int c : 5;
    unsigned long long d : 20;
};
struct packs {
    unsigned long long a : 36, b : 41;
    long long c : 30;
    int d : 9;
} __attribute__((packed));
struct two {
    float x, y;
};
struct odd {
    long long n;
    double d;
};

/* Of odd sizes, by value; with bit-fields of almost as many bits. */
#define SIZED(n, T, bits)                                                                          \
    struct sz##n {                                                                                 \
        unsigned char c[n];                                                                        \
    };                                                                                             \
    struct bf##n {                                                                                 \
        T v : bits;                                                                                \
        unsigned w : 5;                                                                            \
    } __attribute__((packed));                                                                     \
    static struct sz##n turn##n(struct sz##n s, int k)                                             \
    {                                                                                              \
        unsigned char first = s.c[0];                                                              \
        s.c[0] = s.c[n - 1];                                                                       \
        s.c[n - 1] = first;                                                                        \
        s.c[(unsigned)k % n] ^= k;                                                                 \
        return s;                                                                                  \
    }                                                                                              \
    static struct bf##n flip##n(struct bf##n s, long long k)                                       \
    {                                                                                              \
        s.v = ~s.v;                                                                                \
        s.w ^= (unsigned)k;                                                                        \
        return s;                                                                                  \
    }
SIZED(3, int, 19)
SIZED(5, long long, 35)
SIZED(6, unsigned long long, 43)
SIZED(7, long long, 51)
SIZED(9, unsigned long long, 64)
SIZED(12, unsigned, 32)
SIZED(15, signed char, 7)
SIZED(17, unsigned short, 11)
SIZED(24, long long, 60)

static int flag(_Bool a, _Bool b, unsigned char c)
{
    return a * 4 + b * 2 + c;
}
static signed char narrow(int x)
{
    return (signed char)x;
}
static unsigned short narrow2(signed char x, unsigned short y)
{
    return (unsigned short)(x + y);
}

static struct pair2 swapped(struct pair2 p)
{
    return (struct pair2){p.second, p.first};
}
static struct fine refine(struct fine f, long long x)
{
    f.b = (long long)((unsigned long long)f.b ^ (unsigned long long)x);
    f.c = (int)x;
    f.d += f.a;
    f.a--;
    return f;
}
static struct two mixed(struct two t, int n)
{
    return (struct two){t.y + n, t.x};
}
static struct odd oddly(struct odd o, long long n)
{
    o.d += o.n;
    o.n = n;
    return o;
}
static int deep(int n, int x)
{
    static int calls;
    calls++;
    return n <= 0 ? calls ^ x : deep(n - 1, x ^ n) ^ (deep(n - 2, x) & 1);
}
static int by_name(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->key > y->key) - (x->key < y->key);
}
#define BY(word, T)                                                                                \
    static int by_##word(const void *a, const void *b)                                             \
    {                                                                                              \
        T x = *(const T *)a, y = *(const T *)b;                                                    \
        return x < y ? -1 : x > y;                                                                 \
    }
BY(schar, signed char)
BY(uchar, unsigned char)
BY(short, short)
BY(ushort, unsigned short)
BY(int, int)
BY(unsigned, unsigned)
BY(long, long)
BY(ulong, unsigned long)
BY(llong, long long)

static unsigned long long sum_of(const char *kinds, ...)
{
    unsigned long long sum = 0, x = 0;
    char first = *kinds;
    va_list list, again;
    __builtin_va_start(list, kinds);
    __builtin_va_copy(again, list);
    for (; *kinds; kinds++, sum = sum * 31 + x)
        switch (*kinds) {
        case 'i':
            x = (unsigned long long)__builtin_va_arg(list, int);
            break;
        case 'u':
            x = __builtin_va_arg(list, unsigned);
            break;
        case 'l':
            x = (unsigned long long)__builtin_va_arg(list, long);
            break;
        case 'L':
            x = (unsigned long long)__builtin_va_arg(list, long long);
            break;
        case 'p':
            x = (unsigned long long)*__builtin_va_arg(list, int *);
            break;
        case 'd': {
            double d = __builtin_va_arg(list, double);
            x = d > -1e9 && d < 1e9 ? (unsigned long long)(long long)(d * 1024) : 3;
            break;
        }
        case 's': {
            struct small s = __builtin_va_arg(list, struct small);
            x = (unsigned)s.a * 7ull + (unsigned short)s.b;
            break;
        }
        case 'b': {
            struct big b = __builtin_va_arg(list, struct big);
            x = (unsigned long long)b.a[0] ^ (unsigned long long)b.a[3];
            break;
        }
        }
    __builtin_va_end(list);
    if (first == 'i')
        sum ^= (unsigned long long)__builtin_va_arg(again, int);
    __builtin_va_end(again);
    return sum;
}

static int ends;
static void at_end_even(void)
{
    CHECK(ends = ends * 3 + 2);
}
static void at_end_odd(void)
{
    CHECK(ends = ends * 5 + 1);
}
static void at_end(int n)
{
    static int used;
    if (used++ < 6)
        CHECK(atexit(n & 1 ? at_end_odd : at_end_even));
}
