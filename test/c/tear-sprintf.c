//: expect bug assert 28
//: options --property=assert
// A text is written byte by byte: another thread can see the first one without the second.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static char text[3] = "ab";

static void *write_text(void *arg)
{
    (void)arg;
    sprintf(text, "%s", "cd");
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, write_text, NULL);
    __VERIFIER_atomic_begin();
    char first = text[0], second = text[1];
    __VERIFIER_atomic_end();
    pthread_join(thread, NULL);
    assert((first == 'c') == (second == 'd'));
    return 0;
}
