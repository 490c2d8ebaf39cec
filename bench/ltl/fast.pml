/* Lamport's fast mutual exclusion for three. */
#define want (b0)
#define crit (inside == 1)
#define some (inside > 0)
#define two (got0 + got1 + got2 > 1)
byte x, y, inside, got0, got1, got2;
bool b0, b1, b2;

active proctype P0() {
    do
    :: true ->
        do
        :: got0 == 0 ->
            b0 = true;
            x = 1;
            if
            :: y != 0 ->
                b0 = false;
                y == 0
            :: else ->
                y = 1;
                if
                :: x != 1 ->
                    b0 = false;
                    !b1;
                    !b2;
                    if
                    :: y == 1 ->
                        got0 = 1
                    :: else ->
                        y == 0
                    fi;
                    skip
                :: else ->
                    got0 = 1
                fi;
                skip
            fi;
            skip
        :: else -> break
        od;
        skip;
        inside = 1;
        skip;
        d_step { inside = 0; got0 = 0 };
        y = 0;
        b0 = false
    od
}

active proctype P1() {
    do
    :: true ->
        do
        :: got1 == 0 ->
            b1 = true;
            x = 2;
            if
            :: y != 0 ->
                b1 = false;
                y == 0
            :: else ->
                y = 2;
                if
                :: x != 2 ->
                    b1 = false;
                    !b0;
                    !b2;
                    if
                    :: y == 2 ->
                        got1 = 1
                    :: else ->
                        y == 0
                    fi;
                    skip
                :: else ->
                    got1 = 1
                fi;
                skip
            fi;
            skip
        :: else -> break
        od;
        skip;
        inside = 2;
        skip;
        d_step { inside = 0; got1 = 0 };
        y = 0;
        b1 = false
    od
}

active proctype P2() {
    do
    :: true ->
        do
        :: got2 == 0 ->
            b2 = true;
            x = 3;
            if
            :: y != 0 ->
                b2 = false;
                y == 0
            :: else ->
                y = 3;
                if
                :: x != 3 ->
                    b2 = false;
                    !b0;
                    !b1;
                    if
                    :: y == 3 ->
                        got2 = 1
                    :: else ->
                        y == 0
                    fi;
                    skip
                :: else ->
                    got2 = 1
                fi;
                skip
            fi;
            skip
        :: else -> break
        od;
        skip;
        inside = 3;
        skip;
        d_step { inside = 0; got2 = 0 };
        y = 0;
        b2 = false
    od
}
