// run examples/c/bank.c --engine=explore
// No run to show: the verdict, and who may touch what.
expect('verdict', 'safe', text('#verdict b'));
expect('no lanes', 0, shown('#schedule').length);
expect('rules', true, shown('#disciplines tr').length > 0);
press('ArrowDown');
