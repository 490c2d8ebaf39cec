/* A barrier for three that turns its sense round. */
#define even (sense == 0)
#define odd (sense == 1)
byte count, sense;

active proctype P0() {
    byte mine;
    byte last;
    do
    :: true ->
        mine = 1 - mine;
        skip;
        d_step { count = (count + 1) % 3; last = count };
        if
        :: last == 0 ->
            sense = mine
        :: else ->
            sense == mine
        fi;
        skip
    od
}

active proctype P1() {
    byte mine;
    byte last;
    do
    :: true ->
        mine = 1 - mine;
        skip;
        d_step { count = (count + 1) % 3; last = count };
        if
        :: last == 0 ->
            sense = mine
        :: else ->
            sense == mine
        fi;
        skip
    od
}

active proctype P2() {
    byte mine;
    byte last;
    do
    :: true ->
        mine = 1 - mine;
        skip;
        d_step { count = (count + 1) % 3; last = count };
        if
        :: last == 0 ->
            sense = mine
        :: else ->
            sense == mine
        fi;
        skip
    od
}
