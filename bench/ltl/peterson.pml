/* Peterson's algorithm for two, who look again and again. */
#define want (wants == 1)
#define crit (inside == 1)
#define both (inside == 3)
bool flag0, flag1;
byte turn, wants, inside;

active proctype First() {
    do
    :: true -> d_step { flag0 = true; wants = 1 }
        turn = 1;
        do
        :: flag1 && turn == 1 -> skip
        :: else -> break
        od;
        skip;
        d_step { inside = inside + 1; wants = 0 }
        inside = inside - 1;
        flag0 = false
    od
}

active proctype Second() {
    do
    :: flag1 = true;
        turn = 0;
        do
        :: flag0 && turn == 0 -> skip
        :: else -> break
        od;
        inside = inside + 2;
        inside = inside - 2;
        flag1 = false
    od
}
