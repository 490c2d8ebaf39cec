/* Readers and writers: flags that are tested and set in an atomic block, no locks. 8 readers, 2 writers. */
bool reading[8];
bool writing[2];
byte data;

proctype reader(byte me) {
    byte seen;
    do
    :: true ->
        atomic { !writing[0] && !writing[1] -> reading[me] = true };
        seen = data;
        assert(seen == 0);
        reading[me] = false
    od
}

proctype writer(byte me) {
    do
    :: true ->
        atomic {
            !writing[0] && !writing[1] && !reading[0] && !reading[1] && !reading[2] && !reading[3] &&
            !reading[4] && !reading[5] && !reading[6] && !reading[7] -> writing[me] = true
        };
        data = 1;
        data = 0;
        writing[me] = false
    od
}

init {
    atomic {
        byte i;
        do
        :: i < 8 -> run reader(i); i = i + 1
        :: else -> break
        od;
        run writer(0);
        run writer(1)
    }
}
