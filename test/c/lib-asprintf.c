//: expect safe
//: both
// A text in memory of its own; parts of names; what is written in parts is read.
#define _GNU_SOURCE
#include <assert.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <syslog.h>
#include <unistd.h>

int main(void)
{
    char *text, path[] = "/usr/lib/", same[] = "/usr/lib/";
    assert(asprintf(&text, "%d of %s", 3, "four") == 9 && strcmp(text, "3 of four") == 0);
    syslog(LOG_INFO, "%s", text);
    struct iovec parts[2] = {{text, 1}, {text + 2, 2}};
    assert(writev(1, parts, 2) == 3);
    free(text);
    assert(strcmp((basename)(path), "lib") == 0 && strcmp(dirname(same), "/usr") == 0);
    return 0;
}
