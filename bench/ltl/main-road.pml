/* Traffic lights that prefer the main road. */
#define car (east)
#define go (green == 2)
#define other (green == 1)
byte green;
bool north, east;

active proctype Cars() {
    do
    :: true ->
        if
        :: d_step { !north -> north = true }
        :: d_step { !east -> east = true }
        fi
    od
}

active proctype Lights() {
    do
    :: true ->
        if
        :: north ->
            green = 1;
            skip;
            d_step { green = 0; north = false }
        :: else ->
            if
            :: east ->
                green = 2;
                skip;
                d_step { green = 0; east = false }
            :: else
            fi;
            skip
        fi;
        skip
    od
}
