// run examples/c/lazy-list-broken.c
// shot light

// Objects are boxes, pointers are lines between them.
const boxes = shown('#heap .box:not(.root)');
expect('a root', true, shown('#heap .root').some((root) => root.textContent === 'head'));
expect('nodes', true, boxes.filter((box) => /^Node#/.test(box.textContent)).length >= 3);
expect('pointers', true, document.querySelectorAll('#heap path.arrow').length >= 3);
expect('head', true, /^&Node#/.test(cell('#globals', 'head')));
press('Home');
while (!shown('#heap .box.new').length) {
    press('ArrowDown');
}
expect('it was not there', false, view.states[view.stops[view.at].first].objects.has([
    ...view.states[view.stops[view.at].last + 1].objects.values()
].pop().object));

// A row in which a thread goes on with the statement of the row above takes one line.
const again = [...document.querySelectorAll('.step.again')];
expect('again', true, again.length > 10);
expect('the same', true, again.every((step) => {
    const of = (row) =>
        row.querySelector('.at').textContent + row.querySelector('code').textContent;
    return of(step) === of(view.elements[view.elements.indexOf(step) - 1]);
}));
expect('one line', true, again.every((step) => step.querySelector('code').offsetHeight < 22));
