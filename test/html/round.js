// run test/c/live-backoff.c --property=livelock

const first =
    shown('.step').find((step) => /from here to the end, for ever/.test(step.textContent));
expect('the round is marked', true, Boolean(first));
expect('why', true, /repeat for ever/.test(text('#why')));
const last = shown('.current')[0].id;
press('ArrowDown');
expect('round again', first.id, shown('.current')[0].id);
press('End');
expect('the end', last, shown('.current')[0].id);
