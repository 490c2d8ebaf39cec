// run --summary --property=assert examples/popl04/figure3.zing
// shot light
// A table a procedure, as the paper has them.
const titles = shown('#summaries h2').map((title) => title.textContent);
expect('procedure', true, titles.includes('getResource'));
expect('edges', true, shown('#summaries td').some((td) => td.textContent === 'Sum-'));
