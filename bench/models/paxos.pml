/* Paxos for one value: N proposers, 3 acceptors, ballots 1 to N, wires of messages that come in any order of sender.
 * Every acceptor has a channel; promises and acceptances come back to the proposer through its own. */
mtype = { Prepare, Promise, Accept, Accepted, Refused };
/* kind, from, ballot, voted (the ballot in which the acceptor has voted; 0: none), value */
chan acceptor[3] = [2 * N] of { mtype, byte, byte, byte, byte };
chan proposer[N] = [6] of { mtype, byte, byte, byte, byte };
byte chosen;        /* 0: none */

proctype propose(byte me) {
    mtype kind;
    byte from;
    byte ballot;
    byte voted;
    byte seen;
    byte i;
    byte promises;
    byte refused;
    byte best;
    byte value;
    value = me + 1;
    do
    :: i < 3 ->
        acceptor[i]!Prepare,me,me + 1,0,0;
        i = i + 1
    :: else -> break
    od;
    do
    :: promises < 2 && refused < 2 ->
        proposer[me]?kind,from,ballot,voted,seen;
        if
        :: kind == Promise ->
            promises = promises + 1;
            if
            :: voted > best ->
                best = voted;
                value = seen
            :: else
            fi
        :: else ->
            refused = refused + 1
        fi
    :: else -> break
    od;
    if
    :: promises >= 2 ->
        i = 0;
        do
        :: i < 3 ->
            acceptor[i]!Accept,me,me + 1,0,value;
            i = i + 1
        :: else -> break
        od;
        promises = 0;
        refused = 0;
        do
        :: promises < 2 && refused < 2 ->
            proposer[me]?kind,from,ballot,voted,seen;
            if
            :: kind == Accepted -> promises = promises + 1
            :: else
            fi;
            if
            :: kind == Refused && seen > 0 -> refused = refused + 1
            :: else
            fi
        :: else -> break
        od;
        if
        :: promises >= 2 ->
            d_step {
                assert(chosen == 0 || chosen == value);
                chosen = value
            }
        :: else
        fi
    :: else
    fi
}

proctype accept_(byte me) {
    mtype kind;
    byte to;
    byte ballot;
    byte v;
    byte seen;
    byte promised;
    byte voted;
    byte value;
    do
    :: true ->
end:    acceptor[me]?kind,to,ballot,v,seen;
        if
        :: kind == Prepare ->
            if
            :: ballot > promised ->
                promised = ballot;
                proposer[to]!Promise,me,ballot,voted,value
            :: else ->
                proposer[to]!Refused,me,ballot,v,0
            fi
        :: else ->
            if
            :: ballot >= promised ->
                promised = ballot;
                voted = ballot;
                value = seen;
                proposer[to]!Accepted,me,ballot,v,seen
            :: else ->
                proposer[to]!Refused,me,ballot,v,seen
            fi
        fi
    od
}

init {
    atomic {
        byte i;
        do
        :: i < 3 -> run accept_(i); i = i + 1
        :: else -> break
        od;
        i = 0;
        do
        :: i < N -> run propose(i); i = i + 1
        :: else -> break
        od
    }
}
