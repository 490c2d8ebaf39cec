/* Three readers and a writer; nobody starts to read while the writer waits. */
#define want (asked)
#define crit (writing)
#define reading (readers > 0)
byte readers;
bool asked, writing;

active proctype Reader0() {
    do
    :: true ->
        d_step { !writing && !asked -> readers = readers + 1 };
        readers = readers - 1
    od
}

active proctype Reader1() {
    do
    :: true ->
        d_step { !writing && !asked -> readers = readers + 1 };
        readers = readers - 1
    od
}

active proctype Reader2() {
    do
    :: true ->
        d_step { !writing && !asked -> readers = readers + 1 };
        readers = readers - 1
    od
}

active proctype Writer() {
    do
    :: true ->
        asked = true;
        d_step { readers == 0 -> writing = true; asked = false };
        writing = false
    od
}
