// memory.js -- the picture of the memory: boxes, and lines for the pointers between them; see
// html.c.
'use strict';

const inPicture = (object) => object && object.kind !== 'global';

// What points into the memory from outside: [name, target].
function findRoots(state) {
    const roots = [];
    const add = (name, target) =>
        inPicture(state.objects.get(target)) && roots.push([name, target]);
    for (const object of state.objects.values()) {
        for (const [name, cell] of object.kind === 'global' ? object.cells : []) {
            add(object.name + (name ? '.' + name : ''), cell.target);
        }
    }
    for (const [thread, frames] of state.threads) {
        for (const frame of frames) {
            for (const [name, cell] of frame.cells) {
                add(thread + ' ' + frame.name + ': ' + name, cell.target);
            }
        }
    }
    return roots;
}

// The objects of the heap in ranks: how far they are from the roots.
function findRanks(state, roots) {
    const rank = new Map(), ranks = [];
    let wave = roots.map(([, target]) => target);
    while (wave.length) {
        const next = [],
              fresh = wave.filter(
                  (object) => !rank.has(object) && inPicture(state.objects.get(object)));
        for (const object of new Set(fresh)) {
            rank.set(object, ranks.length);
            next.push(...[...state.objects.get(object).cells.values()].map((cell) => cell.target));
        }
        if (fresh.length) {
            ranks.push([...new Set(fresh)]);
        }
        wave = next;
    }
    const rest = [...state.objects.values()].filter(
        (object) => object.kind === 'heap' && object.cells.size && !rank.has(object.object));
    if (rest.length) {
        ranks.push(rest.map((object) => object.object));
    }
    return ranks;
}

function boxElement(object, old, links) {
    const freed = object.kind === 'freed';
    const box = make('div', 'box' + (freed ? ' freed' : old ? '' : ' new')), table = make('table');
    box.append(make('b', '', object.name), table);
    if (freed) {
        box.append(make('small', '', 'freed by ' + object.by));
    }
    for (const [name, cell] of object.cells) {
        const tr = row(name, cell.value, differs(old, name, cell.value));
        table.append(tr);
        if (cell.target) {
            links.push([tr, cell.target]);
        }
    }
    return box;
}

// From the right side of an element to the box that it points to.
function linkElement(svg, origin, element, box) {
    const a = element.getBoundingClientRect(), b = box.getBoundingClientRect();
    const from = {x: a.right - origin.left, y: (a.top + a.bottom) / 2 - origin.top};
    if (b.left >= a.right) {
        curve(svg, 'arrow', from, {x: b.left - origin.left, y: b.top + 9 - origin.top}, 24);
        return;
    }
    // back, round the right sides of both
    const to = {x: b.right - origin.left, y: b.top + 9 - origin.top};
    const far = Math.max(from.x, to.x) + 28;
    svg.append(
        draw('path', {
            'class': 'arrow',
            'd': `M${from.x},${from.y} C${far},${from.y} ${far},${to.y} ${to.x},${to.y}`,
        }),
        draw('path', {'class': 'tip', 'd': `M${to.x},${to.y} l6,-4 l0,8 z`}));
}

function showHeap(before, after) {
    const heap = find('heap'), roots = findRoots(after), links = [], boxes = new Map();
    const first = make('div', 'rank');
    for (const [name, target] of roots) {
        const root = make('div', 'box root');
        root.append(make('b', '', name));
        links.push([root, target]);
        first.append(root);
    }
    heap.replaceChildren(first);
    for (const rank of findRanks(after, roots)) {
        const column = make('div', 'rank');
        for (const object of rank) {
            const box = boxElement(after.objects.get(object), before.objects.get(object), links);
            boxes.set(object, box);
            column.append(box);
        }
        heap.append(column);
    }
    find('heap-none').hidden = boxes.size > 0;
    const svg = draw('svg', {width: 1, height: 1}), origin = heap.getBoundingClientRect();
    heap.append(svg);
    for (const [element, target] of links) {
        if (boxes.has(target)) {
            linkElement(svg, origin, element, boxes.get(target));
        }
    }
}
