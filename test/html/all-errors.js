// run test/html/names.c --all-errors --property=assert,race
// Each error can be chosen.
expect('errors', true, data.bugs.length >= 2);
expect('offered', data.bugs.length, shown('#bugs')[0].options.length);
const select = shown('#bugs')[0];
select.value = '1';
select.dispatchEvent(new Event('change'));
expect('shown', data.bugs[1], view.bug);
expect('at its end', data.bugs[1].steps.length, location.hash.slice(1));
