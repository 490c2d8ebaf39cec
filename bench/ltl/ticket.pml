/* A ticket lock for three; tickets are counted modulo four. */
#define want wants
#define crit (inside == 1)
#define other (inside == 2)
#define third (inside == 3)
#define first (wants && !second && inside != 2)
byte next, now, inside;
bool wants, second;

active proctype P0() {
    byte mine;
    do
    :: true -> d_step { mine = next; next = (next + 1) % 4; wants = true }
        now == mine;
        d_step { inside = 1; wants = false }
        inside = 0;
        now = (now + 1) % 4
    od
}

active proctype P1() {
    byte mine;
    do
    :: true -> d_step { mine = next; next = (next + 1) % 4; second = true }
        now == mine;
        d_step { inside = 2; second = false }
        inside = 0;
        now = (now + 1) % 4
    od
}

active proctype P2() {
    byte mine;
    do
    :: true -> d_step { mine = next; next = (next + 1) % 4 }
        now == mine;
        d_step { inside = 3 }
        inside = 0;
        now = (now + 1) % 4
    od
}
