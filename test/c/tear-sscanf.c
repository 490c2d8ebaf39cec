//: expect bug assert 31
//: options --property=assert
// A text is read byte by byte, and changes in between.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static char text[3] = "ab";

static void *write_text(void *arg)
{
    (void)arg;
    __VERIFIER_atomic_begin();
    text[0] = 'c';
    text[1] = 'd';
    __VERIFIER_atomic_end();
    return NULL;
}

int main(void)
{
    pthread_t thread;
    char copy[3];
    pthread_create(&thread, NULL, write_text, NULL);
    sscanf(text, "%2s", copy);
    pthread_join(thread, NULL);
    char first = copy[0], second = copy[1];
    assert((first == 'c') == (second == 'd'));
    return 0;
}
