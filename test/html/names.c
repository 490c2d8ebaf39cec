/* </script><!-- <script> & &lt; "' */
#include <assert.h>
#include <pthread.h>

static int x;

static void *set(void *argument)
{
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    assert(x == 0 && "<b>");
    pthread_join(t, 0);
    return 0;
}
