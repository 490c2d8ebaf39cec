/* Three philosophers who queue up, and take both forks at once. */
#define want (hungry)
#define crit (eats == 1)
#define some (eats > 0)
byte next, now, eats;
bool fork0, fork1, fork2, hungry;

active proctype P0() {
    byte mine;
    do
    :: true ->
        skip;
        d_step { mine = next; next = (next + 1) % 4; hungry = true };
        d_step { now == mine && !fork0 && !fork1 -> fork0 = true; fork1 = true; now = (now + 1) % 4 };
        skip;
        d_step { eats = 1; hungry = false };
        eats = 0;
        fork1 = false;
        fork0 = false
    od
}

active proctype P1() {
    byte mine;
    do
    :: true ->
        skip;
        d_step { mine = next; next = (next + 1) % 4 };
        d_step { now == mine && !fork1 && !fork2 -> fork1 = true; fork2 = true; now = (now + 1) % 4 };
        eats = 2;
        eats = 0;
        fork2 = false;
        fork1 = false
    od
}

active proctype P2() {
    byte mine;
    do
    :: true ->
        skip;
        d_step { mine = next; next = (next + 1) % 4 };
        d_step { now == mine && !fork2 && !fork0 -> fork2 = true; fork0 = true; now = (now + 1) % 4 };
        eats = 3;
        eats = 0;
        fork0 = false;
        fork2 = false
    od
}
