// run test/case/select-two-senders.zing
// A message is an arrow from where it is sent to where it is received.
const messages = data.bugs[0].arrows.filter((arrow) => arrow.kind === 'receive');
expect('messages', true, messages.length >= 2);
for (const arrow of messages) {
    const from = data.bugs[0].steps[arrow.from], to = data.bugs[0].steps[arrow.to];
    expect('order', true, arrow.from < arrow.to && from.thread !== to.thread);
}
