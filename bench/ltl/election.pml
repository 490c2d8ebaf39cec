/* Election of Chang and Roberts on a ring of four. */
#define none (leaders == 0)
#define one (leaders == 1)
#define two (leaders > 1)
#define best (leader == 4)
chan link[4] = [8] of { byte };
byte leaders, leader;

proctype process(byte me; byte number) {
    byte m;
    bool over;
    link[(me + 1) % 4]!number;
    do
    :: !over ->
        link[me]?m;
        if
        :: m > number -> link[(me + 1) % 4]!m
        :: m == number ->
            atomic { leaders = leaders + 1; leader = number }
            over = true
        :: else
        fi
    :: else -> break
    od
}

init {
    atomic { run process(0, 3); run process(1, 1); run process(2, 4); run process(3, 2) }
}
