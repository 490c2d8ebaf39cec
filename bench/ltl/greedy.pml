/* Four philosophers who all take the left fork first. */
#define want (hungry)
#define crit (eats == 1)
#define some (eats > 0)
byte eats;
bool fork0, fork1, fork2, fork3, hungry;

active proctype P0() {
    do
    :: true ->
        hungry = true;
        d_step { !fork0 -> fork0 = true };
        d_step { !fork1 -> fork1 = true };
        skip;
        d_step { eats = 1; hungry = false };
        eats = 0;
        fork1 = false;
        fork0 = false
    od
}

active proctype P1() {
    do
    :: true ->
        d_step { !fork1 -> fork1 = true };
        d_step { !fork2 -> fork2 = true };
        eats = 2;
        eats = 0;
        fork2 = false;
        fork1 = false
    od
}

active proctype P2() {
    do
    :: true ->
        d_step { !fork2 -> fork2 = true };
        d_step { !fork3 -> fork3 = true };
        eats = 3;
        eats = 0;
        fork3 = false;
        fork2 = false
    od
}

active proctype P3() {
    do
    :: true ->
        d_step { !fork3 -> fork3 = true };
        d_step { !fork0 -> fork0 = true };
        eats = 4;
        eats = 0;
        fork0 = false;
        fork3 = false
    od
}
