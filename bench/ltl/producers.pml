/* Three producers and a consumer share a buffer of two. */
#define want (ready)
#define put (mine)
#define some (taken)
#define full (count == 2)
#define over (count > 2)
byte count;
bool ready, mine, taken;

active proctype Producer0() {
    do
    :: true ->
        ready = true;
        d_step { count < 2 -> count = count + 1; ready = false; mine = true };
        mine = false
    od
}

active proctype Producer1() {
    do
    :: true ->
        d_step { count < 2 -> count = count + 1 }
    od
}

active proctype Producer2() {
    do
    :: true ->
        d_step { count < 2 -> count = count + 1 }
    od
}

active proctype Consumer() {
    do
    :: true ->
        d_step { count > 0 -> count = count - 1; taken = true };
        taken = false
    od
}
