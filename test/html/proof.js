// run --prove test/prove/abs-call-after-commit.zing
// shot light
// What failed is open and has its path; what was proved is listed.
expect('verdict', 'failed', text('#verdict b'));
expect('failed', true, shown('.check[open] b.failed').length > 0);
expect('path', true, shown('.check[open] td').length > 0);
expect('first', 'failed', shown('.check b')[0].textContent);
expect('proved', true, shown('.check b.proved').length > 0);
