/* An elevator for four floors goes up and down. */
#define called (call3)
#define there (open == 4)
#define ground (open == 1)
#define some (open > 0)
byte floor, open, up;
bool call0, call1, call2, call3;

active proctype User0() {
    do
    :: true ->
        d_step { !call0 -> call0 = true }
    od
}

active proctype User1() {
    do
    :: true ->
        d_step { !call1 -> call1 = true }
    od
}

active proctype User2() {
    do
    :: true ->
        d_step { !call2 -> call2 = true }
    od
}

active proctype User3() {
    do
    :: true ->
        d_step { !call3 -> call3 = true }
    od
}

active proctype Car() {
    do
    :: true ->
        if
        :: floor == 0 && call0 ->
            skip;
            d_step { open = 1; call0 = false };
            open = 0
        :: else
        fi;
        skip;
        if
        :: floor == 1 && call1 ->
            skip;
            d_step { open = 2; call1 = false };
            open = 0
        :: else
        fi;
        skip;
        if
        :: floor == 2 && call2 ->
            skip;
            d_step { open = 3; call2 = false };
            open = 0
        :: else
        fi;
        skip;
        if
        :: floor == 3 && call3 ->
            skip;
            d_step { open = 4; call3 = false };
            open = 0
        :: else
        fi;
        skip;
        if
        :: up == 1 ->
            if
            :: floor == 3 ->
                up = 0
            :: else ->
                floor = floor + 1
            fi;
            skip
        :: else ->
            if
            :: floor == 0 ->
                up = 1
            :: else ->
                floor = floor - 1
            fi;
            skip
        fi;
        skip
    od
}
