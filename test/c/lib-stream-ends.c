//: expect bounded
//: options --memory-model=sc --engine=explore --as-tried
// The end of a file is an end: it stays one, and who has got less than asked for is told why.  (What a file holds is not known.)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void bytes(void)
{
    int c = getchar();
    assert(c >= EOF && c <= 255);
    if (c != EOF) {
        assert(!feof(stdin) && !ferror(stdin));
        return;
    }
    assert(feof(stdin) && getchar() == EOF && fgetc(stdin) == EOF && getc(stdin) == EOF);
    int n = 7;
    assert(scanf("%d", &n) == EOF && n == 7);
    clearerr(stdin);
    assert(!feof(stdin));
}

static void numbers(void)
{
    int n = 7;
    int got = scanf("%d", &n);
    assert(got == 1 || got == 0 || got == EOF);
    if (got == EOF)
        assert(feof(stdin) && getchar() == EOF);
    if (got != 1)
        assert(n == 7);
}

static void blocks(FILE *f)
{
    char to[5] = "????", line[3];
    size_t n = fread(to, 2, 2, f);
    assert(n <= 2 && to[4] == 0);
    if (n < 2)
        assert(feof(f) && !ferror(f) && fread(to, 1, 1, f) == 0);
    else
        assert(!feof(f));
    if (n == 0)
        assert(to[2] == '?' && to[3] == '?');
    if (n < 2)
        assert(!fgets(line, sizeof line, f) && fgetc(f) == EOF);
    rewind(f);
    assert(!feof(f));
}

static void lines(FILE *f)
{
    char line[3] = "??", one[2] = "?";
    char *got = fgets(one, 1, f);
    assert(got == one && !one[0] && !feof(f)); /* reads nothing */
    if (fgets(line, sizeof line, f)) {
        assert(line[0] && memchr(line, 0, 3));
        if (strlen(line) == 1)
            assert(line[0] == '\n' || feof(f));
    } else {
        assert(feof(f) && strcmp(line, "??") == 0);
    }
    rewind(f);
    char *whole = NULL;
    size_t room = 0;
    long length = getline(&whole, &room, f);
    if (length >= 0)
        assert((size_t)length < room && strlen(whole) == (size_t)length &&
               (whole[length - 1] == '\n' || feof(f)));
    else
        assert(feof(f));
    long again = getdelim(&whole, &room, ';', f);
    assert(length >= 0 || again < 0);
    if (again >= 0)
        assert(again && (whole[again - 1] == ';' || feof(f)));
    free(whole);
}

static void clocks(void)
{
    struct timespec now = {-1, -1};
    errno = 0;
    assert(clock_gettime(-1, &now) == -1 && errno == EINVAL && now.tv_sec == -1);
    errno = 0;
    assert(clock_gettime(12, &now) == -1 && errno == EINVAL && now.tv_nsec == -1);
    assert(timespec_get(&now, 2) == 0 && now.tv_sec == -1);
}

int main(void)
{
    clocks();
    bytes();
    numbers();
    FILE *f = fopen("/etc/hostname", "r");
    if (!f) {
        assert(errno == ENOENT);
        return 0;
    }
    blocks(f);
    lines(f);
    assert(fclose(f) == 0);
    assert(fputs("", stdout) >= 0 && puts("ab") >= 0 && putchar(0x141) == 'A' &&
           fputc(-1, stdout) == 255 && fwrite("ab", 0, 2, stdout) == 0 &&
           fwrite("abcd", 2, 2, stdout) == 2 && fwrite("ab", 2, 0, stdout) == 0 &&
           printf("%d", 12) == 2 && fprintf(stderr, "%s", "") == 0 && fflush(stdout) == 0);
    assert(setvbuf(stdout, NULL, 3, 0) != 0 && setvbuf(stdout, NULL, -1, 0) != 0);
    return 0;
}
