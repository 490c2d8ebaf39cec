//: expect bounded
//: options --memory-model=sc --engine=explore --as-tried
// Streams have a lock: two threads that read from one do not race.
#include <heddle.h>
#include <pthread.h>
#include <stdio.h>

static FILE *file;
static int kind;

static void *reads(void *arg)
{
    int n = 0;
    char text[2];
    switch (kind) {
    case 0:
        scanf("%d", &n);
        break;
    case 1:
        fread(text, 2, 1, file);
        break;
    case 2:
        fgets(text, 2, file);
        break;
    case 3:
        (void)(fgetc(file) == EOF && feof(file));
        break;
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    file = fopen("some", "r");
    if (!file)
        return 1;
    kind = (int)heddle_choose(0, 3);
    pthread_create(&t, NULL, reads, NULL);
    reads(NULL);
    pthread_join(t, NULL);
    return 0;
}
