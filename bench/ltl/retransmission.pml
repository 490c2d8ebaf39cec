/* Three chunks, of which each is sent three times at most, over a wire that loses. */
#define ok (good)
#define failed (bad)
#define all (got == 3)
byte data, got;
bool waiting, lost, good, bad;

active proctype Sender() {
    byte chunk;
    byte tries;
    do
    :: chunk < 3 && tries < 3 ->
        skip;
        d_step { data = chunk + 1; waiting = true };
        !waiting || lost;
        if
        :: lost ->
            skip;
            d_step { lost = false; tries = tries + 1 }
        :: else ->
            skip;
            d_step { chunk = chunk + 1; tries = 0 }
        fi;
        skip
    :: else -> break
    od;
    skip;
    if
    :: chunk == 3 ->
        good = true
    :: else ->
        bad = true
    fi;
    skip
}

active proctype Wire() {
    do
    :: true ->
        if
        :: d_step { data != 0 -> got = data; data = 0; waiting = false }
        :: d_step { data != 0 -> data = 0; lost = true }
        fi
    od
}
