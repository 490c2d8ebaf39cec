/* The alternating bit protocol over wires that hold one and lose; payloads are counted modulo three. */
byte data, load, ack;
bool heard, told, fresh, wrong;

active proctype sender() {
    byte bit_, next;
    do
    :: true ->
        if
        :: d_step { data == 0 -> data = bit_ + 1; load = next }
        :: d_step { ack != 0 -> told = true;
                if
                :: ack == bit_ + 1 -> bit_ = 1 - bit_; next = (next + 1) % 3
                :: else
                fi;
                ack = 0
            }
        fi;
        told = false
    od
}

active proctype receiver() {
    byte bit_, next, last;
    do
    :: true ->
        d_step {
            data != 0 ->
            heard = true;
            last = data;
            if
            :: data == bit_ + 1 ->
                fresh = true;
                wrong = wrong || load != next;
                next = (next + 1) % 3;
                bit_ = 1 - bit_
            :: else
            fi;
            data = 0;
            load = 0
        }
        d_step { heard = false; fresh = false }
        d_step {
            if
            :: ack == 0 -> ack = last
            :: else
            fi;
            last = 0
        }
    od
}

active proctype thief() {
    do
    :: true ->
        if
        :: d_step { data != 0 -> data = 0; load = 0 }
        :: d_step { ack != 0 -> ack = 0 }
        fi
    od
}
