/* Sliding window, go back N: K messages, a window of W, sequence numbers modulo W + 1, wires that hold two and lose. */
chan data = [2] of { byte, byte };
chan acks = [2] of { byte };

active proctype sender() {
    byte base;
    byte next;
    byte ack;
    do
    :: base < K ->
        if
        :: next < base + W && next < K && len(data) < 2 ->
            atomic { data!(next % (W + 1)),next; next = next + 1 }
        :: acks?ack ->
            d_step {
                do
                :: base < next && base % (W + 1) != ack -> base = base + 1
                :: else -> break
                od;
                ack = 0
            }
        :: next > base -> next = base
        fi
    :: else -> break
    od
}

active proctype receiver() {
    byte number;
    byte value;
    byte expected;
end:
    do
    :: data?number,value ->
        d_step {
            if
            :: number == expected % (W + 1) ->
                assert(value == expected);
                expected = expected + 1
            :: else
            fi;
            number = 0;
            value = 0
        }
    :: len(acks) < 2 && expected > 0 -> acks!(expected % (W + 1))
    od
}

active proctype thief() {
    byte number;
    byte value;
    byte ack;
end:
    do
    :: data?number,value -> d_step { number = 0; value = 0 }
    :: acks?ack -> ack = 0
    od
}
