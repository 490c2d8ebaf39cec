// run test/c/weak-store-buffer.c
// shot light

// Reads lead to the writes that they read from, if another thread wrote them.
expect('read', 'b = atomic_load_explicit(&x, memory_order_relaxed);', data.bugs[0].steps[12].text);
expect('it is old', 'x,0,true', data.bugs[0].steps[12].reads);
expect('so it is said', true, /reads an older value of x, from the beginning/.test(text('.step')));
expect('what is up to date', true, /reads y from the beginning/.test(text('.step')));
expect(
    'reads of main', 'a,8,false b,14,false',
    data.bugs[0].steps.slice(15).map((step) => step.reads.join(' ')).join(' '));
expect('drawn', 2, document.querySelectorAll('#lanes path.arrow.reads').length);

// Nothing but the last values is left at the end; before the read there are two of x.  (Main only
// waits: it will not read the old y.)
expect('at the end', '', text('#visible'));
press('Home');
while (!/y = 1/.test(text('.current'))) {
    press('ArrowDown');
}
expect('what may be read', 'x0the beginningread by 0.1|1action 6read by all', text('#visible tr'));
expect('new', '', text('#visible tr.changed'));
