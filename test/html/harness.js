// harness.js -- what the tests of the page share: keys, looks, and a list of what is wrong.
'use strict';

const troubles = [];
const press = (key) =>
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
const shown = (selector) => [...document.querySelectorAll(selector)].filter(
    (element) => element.offsetParent);
const text = (selector) => shown(selector).map((element) => element.textContent).join('|');
const cell = (table, name) => {
    const row = shown(table + ' tr').find((tr) => tr.firstChild.textContent === name);
    return row ? row.lastChild.textContent + (row.className === 'changed' ? ' changed' : '') :
                 'none';
};

function expect(what, wanted, got) {
    if (String(wanted) !== String(got)) {
        troubles.push(`${what}: expected ${wanted}, got ${got}`);
    }
}

window.addEventListener('error', (event) => troubles.push(event.message));
