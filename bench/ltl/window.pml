/* Sliding window, go back N: three messages, a window of two, wires that hold two; the thief may take what is under way. */
chan data = [2] of { byte, byte };
#define order (!wrong)
#define got (received == 3)
bool done, wrong;
byte received;
chan acks = [2] of { byte };

active proctype sender() {
    byte base;
    byte next;
    byte ack;
    do
    :: base < 3 ->
        if
        :: next < base + 2 && next < 3 && len(data) < 2 ->
            atomic { data!(next % (2 + 1)),next; next = next + 1 }
        :: acks?ack ->
            d_step {
                do
                :: base < next && base % (2 + 1) != ack -> base = base + 1
                :: else -> break
                od;
                ack = 0
            }
        :: next > base -> next = base
        fi
    :: else -> break
    od;
    done = true
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
            :: number == expected % (2 + 1) ->
                wrong = wrong || value != expected;
                received = received + 1;
                expected = expected + 1
            :: else
            fi;
            number = 0;
            value = 0
        }
    :: len(acks) < 2 && expected > 0 -> acks!(expected % (2 + 1))
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
