/* Lamport's bakery: N processes, each K times in the critical section. */
byte number[N];
bool choosing[N];
byte inside;

proctype process(byte me) {
    byte round;
    byte other;
    byte most;
    byte theirs;
    do
    :: round < K ->
        choosing[me] = true;
        most = 0;
        other = 0;
        do
        :: other < N ->
            theirs = number[other];
            if
            :: theirs > most -> most = theirs
            :: else
            fi;
            other = other + 1
        :: else -> break
        od;
        number[me] = most + 1;
        choosing[me] = false;
        other = 0;
        do
        :: other < N ->
            if
            :: other != me ->
                (!choosing[other]);
                (number[other] == 0 || number[other] > number[me] ||
                 (number[other] == number[me] && other > me))
            :: else
            fi;
            other = other + 1
        :: else -> break
        od;
        inside = inside + 1;
        assert(inside == 1);
        inside = inside - 1;
        number[me] = 0;
        round = round + 1
    :: else -> break
    od
}

init {
    atomic {
        byte i;
        do
        :: i < N -> run process(i); i = i + 1
        :: else -> break
        od
    }
}
