/* Election on a ring of four (Dolev, Klawe, Rodeh 1982). */
#define one (leaders == 1)
#define none (leaders == 0)
#define two (leaders > 1)
mtype = { One, Two, Winner };
chan link[4] = [2 * 4] of { mtype, byte };
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
    link[(me + 1) % 4]!One,number;
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
                    link[(me + 1) % 4]!Two,m
                :: else ->
                    /* this is the greatest number, and all others have lost */
                    leaders = leaders + 1;
                    link[(me + 1) % 4]!Winner,m;
                    over = true
                fi
            :: else ->
                link[(me + 1) % 4]!One,m
            fi
        :: kind == Two ->
            if
            :: active_ ->
                if
                :: left > m && left > maximum ->
                    maximum = left;
                    link[(me + 1) % 4]!One,left
                :: else ->
                    active_ = false
                fi
            :: else ->
                link[(me + 1) % 4]!Two,m
            fi
        :: kind == Winner ->
            link[(me + 1) % 4]!Winner,m;
            over = true
        fi
    :: else -> break
    od
}

init {
    atomic {
        byte i;
        do
        :: i < 4 -> run process(i, (i * 3) % 4 + 1); i = i + 1
        :: else -> break
        od
    }
}
