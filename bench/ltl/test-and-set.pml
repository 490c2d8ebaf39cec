/* A test-and-set lock, three who want it, and look again and again. */
#define want wants
#define crit (inside == 1)
#define some (inside > 0)
bool taken, wants;
byte inside;

active proctype P0() {
    bool old;
    do
    :: wants = true;
        d_step { old = taken; taken = true }
        do
        :: old -> skip; d_step { old = taken; taken = true }
        :: else -> break
        od;
        skip;
        d_step { inside = 1; wants = false }
        inside = 0;
        taken = false
    od
}

active proctype P1() {
    bool old;
    do
    :: wants = wants;
        d_step { old = taken; taken = true }
        do
        :: old -> skip; d_step { old = taken; taken = true }
        :: else -> break
        od;
        skip;
        d_step { inside = 2; wants = wants }
        inside = 0;
        taken = false
    od
}

active proctype P2() {
    bool old;
    do
    :: wants = wants;
        d_step { old = taken; taken = true }
        do
        :: old -> skip; d_step { old = taken; taken = true }
        :: else -> break
        od;
        skip;
        d_step { inside = 3; wants = wants }
        inside = 0;
        taken = false
    od
}
