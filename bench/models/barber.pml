/* The sleeping barber: N customers, K visits each, C chairs. Semaphores are counters; who finds no chair leaves. */
byte customers;     /* that wait */
byte chair;         /* the barber's chair is free for the next one */
byte done;          /* cuts that are finished */
byte waiting;       /* chairs that are taken */
bool mutex_;
byte cut;
byte served;

proctype customer() {
    byte visit;
    do
    :: visit < K ->
        atomic { !mutex_ -> mutex_ = true };
        if
        :: waiting < C ->
            waiting = waiting + 1;
            customers = customers + 1;
            mutex_ = false;
            atomic { chair > 0 -> chair = chair - 1 };
            cut = cut + 1;
            assert(cut <= 1);
            atomic { done > 0 -> done = done - 1 }
        :: else ->
            mutex_ = false
        fi;
        visit = visit + 1
    :: else -> break
    od
}

active proctype barber() {
    do
    :: true ->
end:    atomic { customers > 0 -> customers = customers - 1 };
        atomic { !mutex_ -> mutex_ = true };
        waiting = waiting - 1;
        assert(waiting >= 0 && waiting < C);
        mutex_ = false;
        chair = chair + 1;
        atomic { cut == 1 -> cut = 0 };
        served = (served + 1) % 2;
        done = done + 1
    od
}

init {
    atomic {
        byte i;
        do
        :: i < N -> run customer(); i = i + 1
        :: else -> break
        od
    }
}
