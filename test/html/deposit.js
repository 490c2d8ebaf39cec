// run examples/c/deposit.c
// shot light dark print

// It opens at the failing action.
expect('verdict', 'bug', text('#verdict .bug'));
expect(
    'why',
    '`balance` was read by `deposit` in thread 0.0 before `deposit` in thread 0.1 wrote it,' +
        ' and written back after.',
    data.bugs[0].why);
expect('current', '27assert(balance == 30);', text('.current'));
expect('source line', '27', text('.line.here .at'));
expect('balance at the end', '10', cell('#globals', 'balance'));
expect('threads', '0 main|0.0 deposit|0.1 deposit', text('#heads button'));
expect('ended', 2, shown('.thread').filter((thread) => / ended$/.test(thread.textContent)).length);
expect(
    'arrows', 'fork fork join join',
    data.bugs[0].arrows.map((arrow) => arrow.kind).sort().join(' '));
expect('arrows drawn', 4, document.querySelectorAll('#lanes path.arrow').length);

// Whoever shows the page in a frame hears where it is.
const heard = [];
document.addEventListener('heddle-step', (event) => heard.push(event.detail.action));
press('Home');
press('ArrowDown');
expect('heard', '1,2', heard);

// Back to the two writes: their values, and what each action changed.
press('Home');
expect('first line', '20', text('.line.here .at'));
expect('balance at first', '0', cell('#globals', 'balance'));
while (!/balance = 20/.test(text('.current'))) {
    press('ArrowDown');
}
expect('first write', '20 changed', cell('#globals', 'balance'));
expect('it is of', '0.1 deposit', text('.thread b.runs'));
while (!/balance = 10/.test(text('.current'))) {
    press('ArrowDown');
}
expect('second write', '10 changed', cell('#globals', 'balance'));
press('ArrowDown');
expect('after it', '10', cell('#globals', 'balance'));
press('ArrowUp');
press('ArrowUp');
expect('back', '20 changed', cell('#globals', 'balance'));

// Stacks: both threads have read 0.
press('Home');
while (view.stops[view.at].last < 11) {
    press('ArrowDown');
}
expect(
    'seen', 2, shown('.frame .value').filter((value) => value.textContent === 'seen = 0').length);

// A transaction folds into one line and opens again; the keys stop at it.
const steps = shown('.step').length;
press('PageUp');
const inside = view.stops[view.at].context;
expect('actions in it', 3, inside.last - inside.first + 1);
press('ArrowLeft');
expect('folded', steps - 3, shown('.step').length);
expect('at', 'transaction: 3 actions', text('.current'));
expect('expanded', 'false', shown('.current')[0].getAttribute('aria-expanded'));
expect('arrows stay', 4, document.querySelectorAll('#lanes path.arrow').length);
press('ArrowDown');
press('ArrowUp');
expect('still there', 'transaction: 3 actions', text('.current'));
press('ArrowRight');
expect('unfolded', steps, shown('.step').length);
press('f');
expect('all folded', true, shown('.step').length < steps);
press('f');
expect('all unfolded', steps, shown('.step').length);
press('End');
expect('address', '#18', location.hash);

// An editor's own style of what it shows in a panel changes nothing.
const panel = make(
    'style', '',
    '@layer editor { code { background: red; color: red; padding: 9px; } body { padding: 9px; } }');
document.head.prepend(panel);
const looks = getComputedStyle(document.querySelector('.step code'));
expect('code', 'rgba(0, 0, 0, 0) 0px', looks.backgroundColor + ' ' + looks.padding);
expect('body', '0px', getComputedStyle(document.body).padding);
