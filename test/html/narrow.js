// run test/html/long.c
// shot light dark
// size 390,844

// The page is as wide and as high as the screen, and nothing sticks out of it.
const inside = (element) => {
    const box = element.getBoundingClientRect();
    return box.left >= 0 && box.right <= window.innerWidth && box.top >= 0 &&
        box.bottom <= window.innerHeight && box.height > 0;
};
const mark = () => document.querySelector('.line.here mark');
expect('width', 390, window.innerWidth);
expect('page', 390, document.documentElement.scrollWidth);
expect('all at once', window.innerHeight, document.documentElement.scrollHeight);
expect('steps', true, data.bugs[0].steps.length > 200);
expect('current', true, inside(shown('.current')[0]));
expect('line', true, inside(mark()));
expect('buttons', 7, shown('#bar button').filter(inside).length);
expect('tabs', 3, shown('#tabs button').filter(inside).length);
expect('keys are for keyboards', 0, shown('#keys').length);

// Lanes are rails; the text has most of the width, and says whose it is.
const block = shown('.block')[0].getBoundingClientRect();
expect('text', true, block.width > 250 && block.right <= 390);
expect('rails', true, shown('.lane').every((lane) => lane.getBoundingClientRect().right < 100));
expect('who', '0 main', shown('.block > .title')[0].dataset.who);

// A step at a time, by thumb; one panel at a time.
const click = (selector) => document.querySelector(selector).click();
const total = data.bugs[0].steps.length;
expect('at the end', total + ' of ' + total, text('#position b'));
click('#bar [data-key="ArrowUp"]');
expect('one back', true, Number(text('#position b').split(' ')[0]) < total);
expect('in sight', true, inside(shown('.current')[0]));
click('#bar [data-key="Home"]');
expect('home', '1', location.hash.slice(1));
expect('source', 0, shown('#values, #memory').length);
click('#tabs [data-tab="values"]');
expect('values', 0, shown('#source, #memory').length);
expect('a value', '0', cell('#globals', 'total'));
click('#tabs [data-tab="memory"]');
expect('memory', 0, shown('#source, #values').length);
click('#bar [data-key="End"]');
expect('nodes', 4, shown('#heap .box').filter((box) => /^Node#/.test(box.textContent)).length);
expect('pointers', 4, document.querySelectorAll('#heap path.arrow').length);

// A long line scrolls to the statement.
click('#tabs [data-tab="source"]');
click('#bar [data-key="f"]');
press('Home');
const number = data.bugs[0].steps.findIndex((step) => step.text === 'head = n;');
goTo(number);
press('ArrowRight');
goTo(number);
expect('part', 'head = n;', mark().textContent);
expect('scrolled', true, find('program').scrollLeft > 300 && inside(mark()));
goTo(0);
press('ArrowRight');
goTo(0);
expect('scrolled back', 0, find('program').scrollLeft);

// One that begins near the left does not: other lines keep their beginnings.
const wide = data.bugs[0].steps.findIndex((step) => step.column < 9 && step.text.length > 38);
goTo(wide);
press('ArrowRight');
goTo(wide);
expect('not scrolled', '0 true', find('program').scrollLeft + ' ' + (wide >= 0));
