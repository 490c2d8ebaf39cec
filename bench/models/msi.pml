/* MSI: N caches and a bus that they snoop. A cache asks for the bus, waits until it has it, and then all caches change.
 * Lines are invalid (0), shared (1) or modified (2); values are 0 and 1. */
byte state[N];
byte value[N];
byte owner;         /* whose turn on the bus, plus one; 0: nobody's */
byte memory_;
byte latest;        /* what was written last */

/* somebody else reads (1) or writes (2) what `me` asks for */
inline snoop(how) {
    d_step {
        i = 0;
        do
        :: i < N ->
            if
            :: i != me && state[i] == 2 ->
                memory_ = value[i];
                if
                :: how == 1 -> state[i] = 1
                :: else
                fi
            :: else
            fi;
            if
            :: i != me && how == 2 -> state[i] = 0; value[i] = 0
            :: else
            fi;
            i = i + 1
        :: else -> break
        od;
        i = 0;
        value[me] = memory_;
        state[me] = how
    }
}

proctype cache(byte me) {
    byte v;
    byte i;
    do
    :: true -> /* read */
        if
        :: state[me] == 0 ->
            atomic { owner == 0 -> owner = me + 1 };
            snoop(1);
            v = value[me];
            assert(v == latest);
            owner = 0;
            v = 0
        :: else
        fi
    :: true -> /* write */
        atomic { owner == 0 -> owner = me + 1 };
        if
        :: state[me] != 2 -> snoop(2)
        :: else
        fi;
        v = 1 - value[me];
        d_step { value[me] = v; latest = v; v = 0 };
        owner = 0
    :: true -> /* evict */
        atomic { owner == 0 -> owner = me + 1 };
        if
        :: state[me] == 2 -> memory_ = value[me]
        :: else
        fi;
        d_step { state[me] = 0; value[me] = 0 };
        owner = 0
    od
}

init {
    atomic {
        byte j;
        do
        :: j < N -> run cache(j); j = j + 1
        :: else -> break
        od
    }
}
