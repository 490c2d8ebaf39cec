/* Dekker's algorithm for two. */
#define want (wants == 1)
#define crit (inside == 1)
bool flag0, flag1;
byte turn, wants, inside;

active proctype First() {
    do
    :: true -> d_step { flag0 = true; wants = 1 }
        do
        :: flag1 ->
            if
            :: turn == 1 -> flag0 = false; turn == 0; flag0 = true
            :: else
            fi
        :: else -> break
        od;
        skip;
        d_step { inside = 1; wants = 0 }
        inside = 0;
        turn = 1;
        flag0 = false
    od
}

active proctype Second() {
    do
    :: flag1 = true;
        do
        :: flag0 ->
            if
            :: turn == 0 -> flag1 = false; turn == 1; flag1 = true
            :: else
            fi
        :: else -> break
        od;
        inside = 2;
        inside = 0;
        turn = 0;
        flag1 = false
    od
}
