// run examples/c/bank-broken.c
// shot light

expect('why', true, /thread 0\.0 waits for .* which thread 0\.1 holds/.test(text('#why')));
expect(
    'waiting', 4,
    shown('.thread').filter((thread) => / at line \d+: /.test(thread.textContent)).length);
expect('a lock', 'thread 0.0', cell('#globals', 'account[0].lock'));
expect('who is where', true, shown('.line .who').some((who) => who.textContent === '◂ 0.0, 0.1'));
