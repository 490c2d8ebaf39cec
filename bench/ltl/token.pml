/* A token goes round among four, who are busy with other things without it. */
#define first (token == 0)
#define last (token == 3)
#define second (token == 1)
byte token;

active proctype P0() {
    byte idle;
    do
    :: true ->
        if
        :: token == 0 ->
            token = 1
        :: else ->
            idle = 1 - idle
        fi;
        skip
    od
}

active proctype P1() {
    byte idle;
    do
    :: true ->
        if
        :: token == 1 ->
            token = 2
        :: else ->
            idle = 1 - idle
        fi;
        skip
    od
}

active proctype P2() {
    byte idle;
    do
    :: true ->
        if
        :: token == 2 ->
            token = 3
        :: else ->
            idle = 1 - idle
        fi;
        skip
    od
}

active proctype P3() {
    byte idle;
    do
    :: true ->
        if
        :: token == 3 ->
            token = 0
        :: else ->
            idle = 1 - idle
        fi;
        skip
    od
}
