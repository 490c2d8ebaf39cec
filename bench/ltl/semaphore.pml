/* A semaphore that wakes up anybody who waits. */
#define want (hungry)
#define crit (inside == 1)
#define some (inside > 0)
byte used, inside;
bool hungry;

active proctype P0() {
    do
    :: true ->
        hungry = true;
        d_step { used < 1 -> used = used + 1; hungry = false };
        inside = 1;
        inside = 0;
        used = used - 1
    od
}

active proctype P1() {
    do
    :: true ->
        d_step { used < 1 -> used = used + 1 };
        inside = 2;
        inside = 0;
        used = used - 1
    od
}

active proctype P2() {
    do
    :: true ->
        d_step { used < 1 -> used = used + 1 };
        inside = 3;
        inside = 0;
        used = used - 1
    od
}
