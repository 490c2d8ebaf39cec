// run --library --client=2x2 examples/library/ring.h examples/library/ring-broken.c
// The calls of a client are drawn as intervals.

expect('calls', 3, document.querySelectorAll('#calls path').length);
expect('returned', 3, document.querySelectorAll('#calls path.done').length);
expect(
    'texts',
    'thread 0|thread 1|ring_put(1) = 1|ring_get() = 1, *value = 1|ring_get() = 1, *value = 1',
    [...document.querySelectorAll('#calls text')].map((text) => text.textContent).join('|'));
expect('what the client notes of them', false, /history/.test(text('#globals')));
expect('the object', '1', cell('#globals', 'the_object.first'));
