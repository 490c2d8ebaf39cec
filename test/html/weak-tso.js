// run test/c/weak-store-buffer.c --memory-model=tso

// A store waits in the queue of its thread, which alone reads it, until it gets to memory; that of
// x still does so when the thread has ended.
press('Home');
while (!/y = 1/.test(text('.current'))) {
    press('ArrowDown');
}
expect('it waits', true, /y waits to get to memory/.test(text('.current')));
expect(
    'what may be read',
    'x0the beginningread by all|1waits, action 6read by 0.0|' +
        'a0the beginningread by all|0waits, action 8read by 0.0|' +
        'y0the beginningread by 0|1waits, action 10read by 0.1',
    text('#visible tr'));
expect('another one reads', 'x,0,true', data.bugs[0].steps[10].reads);
