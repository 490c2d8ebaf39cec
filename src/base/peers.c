/* peers.c -- of plain heddle, which is alone. */
#include "base/peers.h"

__attribute__((weak)) Peers *peers_begin(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return NULL;
}

__attribute__((weak)) int peers_end(Peers *peers, int status)
{
    (void)peers;
    return status;
}
