// run test/c/race-in-two-lines.c
// shot light
// size 390,844

// No action shows a race: below the last one stands where both threads are.
const ends = shown('.ends').map((end) => end.textContent.replace(/^now 0\.[01] is/, 'now T is'));
expect(
    'both', true,
    ends.includes('now T is at line 8: int seen = balance;') &&
        ends.includes('now T is at line 9: balance = seen + 10;'));
expect('how many', 2, ends.length);
expect('no action is wrong', 0, shown('.step.wrong').length);
