/* A bank: N tellers, K transfers each, between A accounts that have a lock each; the locks are taken in order. */
short money[A];
bool locked[A];
byte ended;

proctype teller(byte me) {
    byte round;
    byte from;
    byte to;
    byte low;
    byte high;
    short had;
    do
    :: round < K ->
        from = (me + round) % A;
        to = (from + 1) % A;
        low = from;
        high = to;
        if
        :: low > high ->
            low = to;
            high = from
        :: else
        fi;
        atomic { !locked[low] -> locked[low] = true };
        atomic { !locked[high] -> locked[high] = true };
        had = money[from];
        money[from] = had - 1;
        had = money[to];
        money[to] = had + 1;
        locked[high] = false;
        locked[low] = false;
        round = round + 1
    :: else -> break
    od;
    ended = ended + 1
}

init {
    byte i;
    short sum;
    atomic {
        do
        :: i < A -> money[i] = 100; i = i + 1
        :: else -> break
        od;
        i = 0;
        do
        :: i < N -> run teller(i); i = i + 1
        :: else -> break
        od
    }
    (ended == N);
    i = 0;
    do
    :: i < A -> sum = sum + money[i]; i = i + 1
    :: else -> break
    od;
    assert(sum == 100 * A)
}
