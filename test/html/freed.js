// run examples/c/refcount-broken.c

// Who freed what is used: an arrow, and a box that is still there for those who point to it.
expect(
    'why', true,
    /^`Object#\d` was freed in `object_put`, by thread 0 at line 46\./.test(data.bugs[0].why));
expect('arrow', 1, document.querySelectorAll('#lanes path.arrow.miss').length);
const arrow = data.bugs[0].arrows.find((a) => a.kind === 'miss');
expect('from', 'free(o);', data.bugs[0].steps[arrow.from].text);
expect('to', data.bugs[0].steps.length - 1, arrow.to);
expect('box', 'freed by thread 0 at line 46', text('#heap .box.freed small'));
expect('pointers to it', true, document.querySelectorAll('#heap path.arrow').length >= 2);
press('Home');
expect('not yet', 0, shown('#heap .box.freed').length);

// A lane folds, and unfolds when one of its blocks is opened.
press('End');
const width = (lane) => shown('#heads button')[lane].getBoundingClientRect().width;
const before = width(0), steps = shown('.step').length;
shown('#heads button')[0].click();
expect('narrow', true, width(0) < 60 && before > 150);
expect('fewer', true, shown('.step').length < steps);
expect('pressed', 'true', shown('#heads button')[0].getAttribute('aria-pressed'));
shown('.block > .title')[0].click();
expect('wide again', before, width(0));
expect('all there', steps, shown('.step').length);
