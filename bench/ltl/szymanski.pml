/* Szymanski's algorithm for three. */
#define want (f0 == 1)
#define crit (inside == 1)
#define one (inside < 3 || inside == 4)
#define other (inside > 1)
byte f0, f1, f2, inside;

active proctype P0() {
    do
    :: f0 = 1;
        f1 < 3 && f2 < 3;
        f0 = 3;
        if
        :: f1 == 1 || f2 == 1 -> f0 = 2; f1 == 4 || f2 == 4
        :: else
        fi;
        f0 = 4;
        true;
        inside = inside + 1;
        inside = inside - 1;
        (f1 < 2 || f1 > 3) && (f2 < 2 || f2 > 3);
        f0 = 0
    od
}

active proctype P1() {
    do
    :: f1 = 1;
        f2 < 3 && f0 < 3;
        f1 = 3;
        if
        :: f2 == 1 || f0 == 1 -> f1 = 2; f2 == 4 || f0 == 4
        :: else
        fi;
        f1 = 4;
        f0 < 2;
        inside = inside + 2;
        inside = inside - 2;
        f2 < 2 || f2 > 3;
        f1 = 0
    od
}

active proctype P2() {
    do
    :: f2 = 1;
        f0 < 3 && f1 < 3;
        f2 = 3;
        if
        :: f0 == 1 || f1 == 1 -> f2 = 2; f0 == 4 || f1 == 4
        :: else
        fi;
        f2 = 4;
        f0 < 2 && f1 < 2;
        inside = inside + 4;
        inside = inside - 4;
        true;
        f2 = 0
    od
}
