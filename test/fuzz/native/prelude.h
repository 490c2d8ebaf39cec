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
double ceil(double), round(double), fmin(double, double), pow(double, double);
float sqrtf(float);
size_t strnlen(const char *, size_t);
char *stpcpy(char *, const char *), *stpncpy(char *, const char *, size_t);
char *strchrnul(const char *, int), *strsep(char **, const char *), *strndup(const char *, size_t);
void *memrchr(const void *, int, size_t), *memmem(const void *, size_t, const void *, size_t);
void *mempcpy(void *, const void *, size_t);
int isalnum(int), isblank(int), iscntrl(int), isgraph(int), islower(int), isprint(int);
int ffs(int), ffsll(long long);
unsigned htonl(unsigned);
unsigned short htons(unsigned short);
long long llabs(long long);
typedef struct {
    int quot, rem;
} div_t;
div_t div(int, int);
typedef struct {
    long quot, rem;
} ldiv_t;
ldiv_t ldiv(long, long);
void exit(int);
void __assert_fail(const char *, const char *, unsigned, const char *);

enum tone { DO, RE, MI, FA, LA = 77 };
enum { MOST_VALUES = 1 << 20 };
static unsigned long long mixed_;

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
/* A float that fits just so. */
#define LIMIT(T, x)                                                                                \
    ({                                                                                             \
        volatile double l_ = x;                                                                    \
        (T) l_;                                                                                    \
    })
#define LIMITF(T, x)                                                                               \
    ({                                                                                             \
        volatile float l_ = x;                                                                     \
        (T) l_;                                                                                    \
    })
#define SATURATED(T, low, high, x)                                                                 \
    ({                                                                                             \
        double s_ = (x);                                                                           \
        s_ <= (low) ? (T)(low) : s_ >= (high) ? (T)(high) : (T)s_;                                 \
    })
#define ORDERS(x, y)                                                                               \
    (((x) < (y)) | ((x) <= (y)) << 1 | ((x) == (y)) << 2 | ((x) != (y)) << 3 | ((x) >= (y)) << 4 | \
     ((x) > (y)) << 5 | __builtin_isunordered((x), (y)) << 6 |                                     \
     __builtin_islessgreater((x), (y)) << 7 | __builtin_isless((x), (y)) << 8 |                    \
     !__builtin_isgreaterequal((x), (y)) << 9 | !((x) < (y)) << 10)
#define CLASSES(x)                                                                                 \
    ((__builtin_isnan(x) != 0) | (__builtin_isinf_sign(x) != 0) << 1 |                             \
     (__builtin_isfinite(x) != 0) << 2 | (__builtin_isnormal(x) != 0) << 3 |                       \
     __builtin_fpclassify(1, 2, 3, 4, 5, (x)) << 4)
#ifdef __clang__
#define EXCHANGE(place, value)  __c11_atomic_exchange((place), (value), 5)
#define FETCH_MIN(place, value) __atomic_fetch_min((place), (value), 5)
#define FETCH_MAX(place, value) __atomic_fetch_max((place), (value), 5)
#else
#define EXCHANGE(place, value) __atomic_exchange_n((place), (value), 5)
#define FETCH(place, value, op)                                                                    \
    ({                                                                                             \
        __typeof__(place) p_ = (place);                                                            \
        __typeof__(*p_) v_ = (value), o_ = *p_;                                                    \
        *p_ = v_ op o_ ? v_ : o_;                                                                  \
        o_;                                                                                        \
    })
#define FETCH_MIN(place, value) FETCH(place, value, <)
#define FETCH_MAX(place, value) FETCH(place, value, >)
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

struct padded {
    char a;
    int b;
    short c;
};
struct loose {
    int v;
    short w;
} __attribute__((packed));

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
    }                                                                                              \
    static int by_sz##n(const void *a, const void *b)                                              \
    {                                                                                              \
        return memcmp(a, b, n);                                                                    \
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

/* With padding that has no value. */
static struct padded pad(char a, int b, short c)
{
    struct padded p;
    p.c = c;
    p.a = a;
    p.b = b;
    return p;
}
static struct padded repad(struct padded p, int n)
{
    struct padded q;
    q.a = p.c + (n & 0xffff);
    q.b = p.a;
    q.c = p.b ^ n;
    return q;
}
static char char_of(long long x)
{
    return x;
}
static unsigned char uchar_of(short x)
{
    return x;
}
static short short_of(unsigned long long x)
{
    return x;
}
static unsigned short ushort_of(signed char x)
{
    return x;
}
static _Bool bool_of(long x)
{
    return x;
}
static double odd_float(int k)
{
    static const double odds[] = {0.,     -0.,     1.,   __builtin_inf(), -__builtin_inf(),
                                  5e-324, 1.1e308, -2.5, 1e-310};
    volatile double zero = 0;
    return k < 9 ? odds[k] : zero / zero;
}
/* The ends of all widths, as many bits as a type takes of them. */
static const unsigned long long ends_of[] = {0,
                                             1,
                                             -1ull,
                                             0x7f,
                                             0x80,
                                             0xff,
                                             0x7fff,
                                             0x8000,
                                             0xffff,
                                             0x7fffffff,
                                             0x80000000,
                                             0xffffffff,
                                             0x7fffffffffffffff,
                                             0x8000000000000000,
                                             -2ull,
                                             0x123456789abcdef};
enum { ENDS = sizeof ends_of / sizeof *ends_of };
/* All pairs of them. */
#define PAIRS(T, U, x, y)                                                                          \
    for (int x##_ = 0; x##_ < ENDS; x##_++)                                                        \
        for (int y##_ = 0, once_ = 1; y##_ < ENDS; y##_++, once_ = 1)                              \
            for (T x = (T)ends_of[x##_]; once_;)                                                   \
                for (U y = (U)ends_of[y##_]; once_; once_ = 0)
/* Many values as one. */
#define MIX(x) (mixed_ = mixed_ * 31 + (unsigned long long)(x))
static double within(double d)
{
    return d > -1e9 && d < 1e9 ? d : 3;
}
static long long many(signed char a, unsigned short b, float c, long long d, struct small e,
                      _Bool f, unsigned g, double h, short i, struct sz9 j)
{
    unsigned long long sum = (unsigned long long)(a * 3 + b);
    sum = sum * 31 + (unsigned long long)(long long)within(c);
    sum = sum * 31 + (unsigned long long)d + (unsigned long long)e.a * 5;
    sum = sum * 31 + (unsigned long long)e.b + f;
    sum = sum * 31 + g + (unsigned long long)(long long)within(h);
    return (long long)(sum * 31 + (unsigned long long)i + j.c[8]);
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

static unsigned long long struct_of(char kind, va_list *list)
{
    unsigned long long x = 0;
    switch (kind) {
    case 's': {
        struct small s = __builtin_va_arg(*list, struct small);
        x = (unsigned)s.a * 7ull + (unsigned short)s.b;
        break;
    }
    case 't': {
        struct two t = __builtin_va_arg(*list, struct two);
        x = (unsigned long long)(long long)(within(t.x) * 5 + within(t.y));
        break;
    }
    case 'o': {
        struct odd o = __builtin_va_arg(*list, struct odd);
        x = (unsigned long long)o.n * 3 + (unsigned long long)(long long)within(o.d);
        break;
    }
    case 'P': {
        struct packs p = __builtin_va_arg(*list, struct packs);
        x = p.a ^ (unsigned long long)p.b * 3 ^ (unsigned long long)p.c ^
            (unsigned long long)p.d << 5;
        break;
    }
    case 'q': {
        struct fine f = __builtin_va_arg(*list, struct fine);
        x = f.a ^ (unsigned long long)f.b ^ (unsigned long long)f.c << 3 ^ (unsigned)f.d << 9;
        break;
    }
    case 'z': {
        struct sz7 z = __builtin_va_arg(*list, struct sz7);
        x = z.c[0] * 256u + z.c[6];
        break;
    }
    case 'Z': {
        struct sz17 z = __builtin_va_arg(*list, struct sz17);
        x = z.c[0] * 256u + z.c[16];
        break;
    }
    case 'b': {
        struct big b = __builtin_va_arg(*list, struct big);
        x = (unsigned long long)b.a[0] ^ (unsigned long long)b.a[3];
        break;
    }
    }
    return x;
}
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
        default:
            x = struct_of(*kinds, &list);
            break;
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
static void at_end_more(void)
{
    CHECK(ends = ends * 7 + 3);
    CHECK(atexit(at_end_odd));
    CHECK(ends++);
}
static void at_end_late(int n)
{
    static int used;
    if (used++ < 3)
        CHECK(atexit(n > 3 ? at_end_more : at_end_even));
}
static void at_end(int n)
{
    static int used;
    if (used++ < 6)
        CHECK(atexit(n & 1 ? at_end_odd : at_end_even));
}
