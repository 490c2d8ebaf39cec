// run test/c/unknown-arguments.c --coverage --next=list
// No run to show: what to do next, and what runs have reached.
expect('commands', 3, shown('#next code').length);
expect('the first', 'heddle check', text('#next code').slice(0, 12));
expect('coverage', 'coverage', text('#coverage h2').slice(0, 8));
