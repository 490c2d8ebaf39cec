// run examples/nets/pool.spec
// A net has one lane, and its places are the state.
expect('verdict', 'bug', text('#verdict b'));
expect('lanes', 1, shown('#heads button').length);
expect('lost', '2', cell('#globals', 'lost').replace(' changed', ''));
press('Home');
press('ArrowDown');
expect('stepped', '#2', location.hash);
expect('marked', true, shown('.line.here').length === 1);
