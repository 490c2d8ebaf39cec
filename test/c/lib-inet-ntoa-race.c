//: expect bug race
// inet_ntoa writes one text for all threads: servers that log who has called must not share it.
#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>

static void *serve(void *client)
{
    puts(inet_ntoa(*(struct in_addr *)client));
    return 0;
}

int main(void)
{
    struct in_addr clients[2] = {{1}, {2}};
    pthread_t t;
    pthread_create(&t, 0, serve, &clients[0]);
    serve(&clients[1]);
    pthread_join(t, 0);
    return 0;
}
