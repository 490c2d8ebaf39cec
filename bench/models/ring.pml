/* Election on a ring of N processes (Dolev, Klawe, Rodeh 1982): channels in one direction, O(n log n) messages.
 * A process is active until it has lost; in each phase it learns its two neighbours' numbers. */
mtype = { One, Two, Winner };
chan link[N] = [2 * N] of { mtype, byte };
byte leaders;

proctype process(byte me; byte number) {
    mtype kind;
    byte m;
    byte maximum;
    byte left;
    bool active_;
    bool over;
    active_ = true;
    maximum = number;
    link[(me + 1) % N]!One,number;
    do
    :: !over ->
        link[me]?kind,m;
        if
        :: kind == One ->
            if
            :: active_ ->
                if
                :: m != maximum ->
                    left = m;
                    link[(me + 1) % N]!Two,m
                :: else ->
                    /* this is the greatest number, and all others have lost */
                    assert(m == N);
                    leaders = leaders + 1;
                    assert(leaders == 1);
                    link[(me + 1) % N]!Winner,m;
                    over = true
                fi
            :: else ->
                link[(me + 1) % N]!One,m
            fi
        :: kind == Two ->
            if
            :: active_ ->
                if
                :: left > m && left > maximum ->
                    maximum = left;
                    link[(me + 1) % N]!One,left
                :: else ->
                    active_ = false
                fi
            :: else ->
                link[(me + 1) % N]!Two,m
            fi
        :: kind == Winner ->
            link[(me + 1) % N]!Winner,m;
            over = true
        fi
    :: else -> break
    od
}

init {
    atomic {
        byte i;
        do
        :: i < N -> run process(i, (i * I) % N + 1); i = i + 1
        :: else -> break
        od
    }
}
