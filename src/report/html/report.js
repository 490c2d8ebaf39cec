// report.js -- steps through the runs of a report; html.c says what `data` holds.
'use strict';

const data = JSON.parse(document.getElementById('data').textContent);
const find = (id) => document.getElementById(id);

// The error that is shown.
const view = {
    bug: null,
    several: false,   // files are in it
    states: [],       // the state after each action; [0] is the initial one
    elements: [],     // of the actions
    contexts: [],     // {element, title, parts: [{element, title, first, last}], first, last}
    shut: new Set(),  // lanes that are folded
    stops: [],        // what the arrow keys stop at: {element, first, last, part, context}
    at: 0,            // the number of the current stop
};

function make(tag, name, text) {
    const element = document.createElement(tag);
    if (name) {
        element.className = name;
    }
    if (text !== undefined) {
        element.textContent = text;
    }
    return element;
}

function draw(tag, attributes) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) {
        element.setAttribute(name, value);
    }
    return element;
}

// `x` in a sentence is code.
function setSentence(element, text) {
    element.replaceChildren(
        ...text.split('`').map((piece, k) => (k % 2 ? make('code', '', piece) : piece)));
}

const counted = (n, what) => n + ' ' + what + (n === 1 ? '' : 's');

// ---- states ----

// A frame keeps what its variables were when nobody will read them any more.
function mergeFrames(before, frames) {
    const old = before ? [...before].reverse() : [];
    return [...frames]
        .reverse()
        .map((frame, depth) => {
            const same =
                old[depth] && old[depth].name === frame.name ? old[depth].cells : new Map();
            return {...frame, cells: new Map([...same, ...frame.cells])};
        })
        .reverse();
}

// Who holds which lock after an action; a lock that nobody holds is held by none.
function advanceLocks(locks, step) {
    const held = new Map(locks);
    for (const [kind, name] of step ? step.deeds : []) {
        if (kind === 'acquire' || kind === 'release') {
            held.set(
                name, kind === 'acquire' ? 'thread ' + view.bug.threads[step.thread].name : 'none');
        }
    }
    return held;
}

// Somebody may still point to it: the picture shows who freed it.
function dropObject(state, number, step) {
    const object = state.objects.get(number);
    state.objects.delete(number);
    if (object && object.kind === 'heap' && step) {
        const by = `thread ${view.bug.threads[step.thread].name} at line ${step.line}`;
        state.objects.set(number, {...object, kind: 'freed', cells: new Map(), by});
    }
}

// The state after an action, from the one before it.
function advance(before, boxes, values, step) {
    const state = {
        locks: advanceLocks(before.locks, step),
        objects: new Map(before.objects),
        threads: new Map(before.threads),
        values: new Map([...before.values, ...values]),
    };
    let frames = null;
    const fresh = new Map();
    for (const [kind, object, name, file, line, list] of boxes) {
        const cells = new Map(list.map(([cell, value, target]) => [cell, {value, target}]));
        if (kind === 'gone') {
            dropObject(state, object, step);
        } else if (kind === 'thread') {
            frames = [];
            fresh.set(name, frames);
        } else if (kind === 'frame') {
            frames.push({name, file, line, cells});
        } else {
            state.objects.set(object, {object, kind, name, cells});
        }
    }
    for (const [name, list] of fresh) {
        state.threads.set(name, mergeFrames(before.threads.get(name), list));
    }
    return state;
}

function computeStates(bug) {
    const empty = {objects: new Map(), threads: new Map(), values: new Map(), locks: new Map()};
    const states = [advance(empty, bug.start, bug.values)];
    for (const step of bug.steps) {
        states.push(advance(states[states.length - 1], step.scene, step.values, step));
    }
    return states;
}

// ---- the schedule ----

const actionName = (number) => (number ? 'action ' + number : 'the beginning');

// The file, if it is not that of what the thread did before.
function fileRemark(step, number) {
    const steps = view.bug.steps;
    if (!view.several || !data.files[step.file]) {
        return '';
    }
    let before = number - 1;
    while (before >= 0 && steps[before].thread !== step.thread) {
        before--;
    }
    return before >= 0 && steps[before].file === step.file ? '' : data.files[step.file].short;
}

// Does the thread only go on with the statement of the row above?
function isAgain(step, number) {
    const before = view.bug.steps[number - 1];
    const same = (key) => before[key] === step[key];
    return Boolean(before) && ['context', 'file', 'line', 'column', 'text'].every(same);
}

// Of a race or a deadlock: what no action shows is where the threads are then.
function endElements() {
    return view.bug.waiting.map((waiter) => {
        const thread = view.bug.threads[waiter.thread];
        const at = ' is at line ' + waiter.line + ': ' + waiter.text;
        return make('span', 'text ends', 'now ' + (thread ? thread.name : 'a thread') + at);
    });
}

function stepElement(step, number) {
    const element = make('div', isAgain(step, number) ? 'step again' : 'step');
    element.id = 'action-' + (number + 1);
    element.setAttribute('role', 'treeitem');
    if (fileRemark(step, number)) {
        element.append(make('span', 'text file', fileRemark(step, number)));
    }
    element.append(make('span', 'at', step.line || ''), make('code', '', step.text));
    if (number + 1 === view.bug.round) {
        element.append(make('span', 'text', '↻ from here to the end, for ever'));
    }
    for (const text of step.texts) {
        element.append(make('span', 'text', text));
    }
    for (const [name, from, older] of step.reads) {
        if (!older) {  // else a text says so
            element.append(make('span', 'text', 'reads ' + name + ' from ' + actionName(from)));
        }
    }
    for (const [name, value] of step.values) {
        element.append(make('span', 'value', name + ' = ' + value));
    }
    if (number === view.bug.steps.length - 1) {
        element.append(...endElements());
        element.classList.toggle('wrong', view.bug.waiting.length === 0);
    }
    element.addEventListener('click', () => goTo(number));
    view.elements[number] = element;
    return element;
}

// A block unfolds; one in a lane that is folded unfolds the lane.
function open(block) {
    const lane = view.bug.steps[block.first].thread;
    if (view.shut.has(lane)) {
        setLane(lane, false);
    }
    setFolded(block, false);
}

// The columns of the schedule; on a narrow page the style has its own.
function showLanes() {
    const widths =
        view.bug.threads.map((_, lane) => view.shut.has(lane) ? '3.4rem' : 'minmax(12rem, 1fr)');
    find('schedule').style.setProperty('--lanes', widths.join(' '));
    find('schedule').style.setProperty('--threads', view.bug.threads.length);
}

// Folds a lane with all that it has, or unfolds it.
function setLane(lane, folded) {
    view.shut[folded ? 'add' : 'delete'](lane);
    find('heads').children[lane + 1].setAttribute('aria-pressed', String(folded));
    view.contexts.filter((context) => view.bug.steps[context.first].thread === lane)
        .forEach((context) => setFolded(context, folded));
    showLanes();
}

// A net has one, `net`.
const threadName = ({name, entry}) => name === entry ? name : name + ' ' + entry;

function headElement(thread, lane) {
    const head = make('button', '', threadName(thread));
    head.type = 'button';
    head.title = 'fold or unfold ' + head.textContent;
    head.setAttribute('aria-pressed', 'false');
    head.addEventListener('click', () => {
        setLane(lane, !view.shut.has(lane));
        refresh(view.stops[view.at].last);
    });
    return head;
}

function setFolded(block, folded) {
    block.element.classList.toggle('folded', folded);
    block.title.setAttribute('aria-expanded', String(!folded));
}

const isFolded = (block) => block.element.classList.contains('folded');

// A block of actions that folds: a context or a transaction.
function makeBlock(name, title, first, last) {
    const block = {element: make('div', name), title: make('div', 'title', title), first, last};
    block.title.setAttribute('role', 'treeitem');
    block.title.setAttribute('aria-expanded', 'true');
    block.title.addEventListener('click', () => {
        if (isFolded(block)) {
            open(block);
        } else {
            setFolded(block, true);
        }
        refresh(block.last);
    });
    block.element.append(block.title);
    return block;
}

// The first action behind those that belong together with number `first`.
function endOf(steps, first, end, key) {
    let next = first + 1;
    while (next < end && steps[next][key] === steps[first][key]) {
        next++;
    }
    return next;
}

function fillContext(context, steps, end) {
    for (let first = context.first; first < end;) {
        const known = steps[first].transaction > 0;
        const next = known ? endOf(steps, first, end, 'transaction') : first + 1;
        const part = {first, last: next - 1};
        if (next - first > 1 && next - first < end - context.first) {
            const title = 'transaction: ' + counted(next - first, 'action');
            Object.assign(part, makeBlock('transaction', title, first, next - 1));
        }
        for (let number = first; number < next; number++) {
            (part.element || context.element).append(stepElement(steps[number], number));
        }
        if (part.element) {
            context.element.append(part.element);
        }
        context.parts.push(part);
        first = next;
    }
}

function showSchedule(bug) {
    const lanes = find('lanes'), heads = find('heads');
    lanes.replaceChildren();
    heads.replaceChildren(make('div', '', ''));
    heads.append(...bug.threads.map(headElement));
    view.shut.clear();
    showLanes();
    view.contexts = [];
    for (let first = 0; first < bug.steps.length;) {
        const end = endOf(bug.steps, first, bug.steps.length, 'context');
        const row = make('div', 'context');
        const whole = end - first > 1 && bug.steps[first].transaction > 0 &&
            endOf(bug.steps, first, end, 'transaction') === end;
        const title = (whole ? 'transaction: ' : '') + counted(end - first, 'action');
        const context = makeBlock('block', title, first, end - 1);
        context.parts = [];
        row.append(make('div', 'number', bug.steps[first].context));
        const runs = bug.steps[first].thread, thread = bug.threads[runs];
        bug.threads.forEach((_, lane) => {
            const line = make('div', lane === runs ? 'lane runs' : 'lane');
            line.style.setProperty('--lane', lane + 2);
            row.append(line);
        });
        context.element.style.setProperty('--lane', runs + 2);
        context.title.dataset.who = threadName(thread);
        fillContext(context, bug.steps, end);
        row.append(context.element);
        lanes.append(row);
        view.contexts.push(context);
        first = end;
    }
    lanes.append(draw('svg', {width: 1, height: 1}));
}

// What is to be seen of the actions, one stop each.
function findStops() {
    view.stops = [];
    for (const context of view.contexts) {
        if (isFolded(context)) {
            view.stops.push(
                {element: context.title, first: context.first, last: context.last, context});
            continue;
        }
        for (const part of context.parts) {
            if (part.element && isFolded(part)) {
                view.stops.push(
                    {element: part.title, first: part.first, last: part.last, part, context});
                continue;
            }
            for (let number = part.first; number <= part.last; number++) {
                view.stops.push(
                    {element: view.elements[number], first: number, last: number, part, context});
            }
        }
    }
}

const stopOf = (number) => view.stops.findIndex((stop) => number <= stop.last);

// ---- arrows ----

// A curve from one place to another, with a tip at its end.
function curve(svg, name, from, to, bend) {
    const path = draw('path', {
        'class': name,
        'd': `M${from.x},${from.y} C${from.x + bend},${from.y} ${to.x - bend},${to.y} ${to.x},${
            to.y}`,
    });
    const side = bend < 0 ? 6 : -6;
    svg.append(path, draw('path', {
                   'class': 'tip',
                   'd': `M${to.x},${to.y} l${side},-4 l0,8 z`,
               }));
    return path;
}

// From each write to those who read it in another thread.
function readArrows(bug) {
    return bug.steps.flatMap(
        (step, to) =>
            step.reads.filter(([, from]) => from && bug.steps[from - 1].thread !== step.thread)
                .map(([name, from, older]) => ({
                         from: from - 1,
                         to,
                         kind: older ? 'reads older' : 'reads',
                         name,
                     })));
}

const isNarrow = () => getComputedStyle(find('heads')).display === 'none';

// Where an arrow begins or ends: at the action, on a narrow page in its thread's lane beside it.
function laneBox(stop) {
    const box = stop.element.getBoundingClientRect();
    if (!isNarrow()) {
        return box;
    }
    const lane = stop.context.element.parentElement.querySelector('.lane.runs');
    const {left, right} = lane.getBoundingClientRect();
    return {left, right, top: box.top, bottom: box.bottom};
}

function showArrows() {
    const lanes = find('lanes'), svg = lanes.querySelector('svg');
    const origin = lanes.getBoundingClientRect();
    svg.replaceChildren();
    for (const arrow of [...view.bug.arrows, ...readArrows(view.bug)]) {
        const from = view.stops[stopOf(arrow.from)], to = view.stops[stopOf(arrow.to)];
        const a = laneBox(from), b = laneBox(to);
        const right = a.left <= b.left;
        const path = curve(
            svg, 'arrow ' + arrow.kind, {
                x: (right ? a.right : a.left) - origin.left,
                y: (a.top + a.bottom) / 2 - origin.top,
            },
            {
                x: (right ? b.left : b.right) - origin.left,
                y: b.top + 10 - origin.top,
            },
            (right ? 1 : -1) * (isNarrow() ? 3 : 40));
        const title = draw('title', {});
        title.textContent = arrow.kind + ' ' + arrow.name;
        path.append(title);
    }
}

// ---- the source ----

// Bytes of UTF-8 are characters of a text.
const indexOf = (text, bytes) =>
    new TextDecoder().decode(new TextEncoder().encode(text).slice(0, bytes)).length;

// The part of the line that is the statement: [begin, end].
function findPart(text, step) {
    const begin = indexOf(text, step.column - 1);
    let end = begin;
    for (let k = 0; k < step.text.length && end < text.length; k++) {
        if (step.text[k] === ' ' && /\s/.test(text[end])) {
            end += text.slice(end).match(/^\s+/)[0].length;
        } else if (step.text[k] === text[end]) {
            end++;
        } else {
            break;
        }
    }
    return [begin, end];
}

// Marks the statement in its line, and scrolls to it: sideways only if it begins far to the right,
// for other lines lose their beginnings.
function showPart(line, step) {
    const code = line.children[1], text = code.textContent, panel = find('program');
    const [begin, end] = findPart(text, step);
    const part = make('mark', '', text.slice(begin, end));
    code.replaceChildren(text.slice(0, begin), part, text.slice(end));
    panel.scrollTop = line.offsetTop - panel.offsetTop - panel.clientHeight / 2;
    panel.scrollLeft = 0;
    const origin = panel.getBoundingClientRect(), begins = code.getBoundingClientRect().left;
    const at = part.getBoundingClientRect(), ends = origin.left + panel.clientWidth - 24;
    const near = at.right <= ends || at.left - begins < panel.clientWidth / 3;
    panel.scrollLeft = near ? 0 : at.left - begins - 24;
}

function showSource(step, state) {
    const file = data.files[step.file];
    const source = find('source');
    if (source.dataset.file !== String(step.file)) {
        source.dataset.file = step.file;
        find('file').textContent = file ? file.name : '';
        source.replaceChildren(...(file ? file.text : '').split('\n').map((text, k) => {
            const line = make('div', 'line');
            line.append(make('span', 'at', k + 1), make('code', '', text), make('span', 'who'));
            return line;
        }));
    }
    for (const line of source.children) {
        line.classList.remove('here', 'wrong');
        line.removeAttribute('aria-current');
        line.lastChild.textContent = '';
        if (line.children[1].children.length) {
            line.children[1].textContent = line.children[1].textContent;
        }
    }
    for (const [name, frames] of state.threads) {
        const top = frames[0];
        const line = top && top.file === step.file ? source.children[top.line - 1] : null;
        if (line) {
            line.lastChild.textContent += (line.lastChild.textContent ? ', ' : '◂ ') + name;
        }
    }
    const wrong = source.children[view.bug.where.line - 1];
    if (wrong && view.bug.where.file === step.file) {
        wrong.classList.add('wrong');
    }
    const here = source.children[step.line - 1];
    if (here) {
        here.classList.add('here');
        here.setAttribute('aria-current', 'true');
        showPart(here, step);
    }
}

// ---- the state ----

function row(name, value, changed) {
    const tr = make('tr', changed ? 'changed' : '');
    tr.append(make('td', '', name), make('td', '', value));
    return tr;
}

function differs(old, name, value) {
    return !old || !old.cells.has(name) || old.cells.get(name).value !== value;
}

// What heddle notes of the calls of a client (heddle_history): the calls are drawn instead.
const isHistory = (object) => object.cells.has('state') && object.cells.has('calls[63]');

function showGlobals(before, after) {
    const rows = [];
    const add = (name, value, old) => rows.push(row(name, value, value !== old));
    for (const object of after.objects.values()) {
        const old = before.objects.get(object.object);
        const mine = object.kind === 'global' && !(view.bug.calls.length && isHistory(object));
        for (const [name, cell] of mine ? object.cells : []) {
            const full = object.name + (name && name[0] !== '[' ? '.' : '') + name;
            const was = old && old.cells.has(name) ? old.cells.get(name).value : undefined;
            add(full, after.locks.get(full) || cell.value, before.locks.get(full) || was);
        }
    }
    if (!after.objects.size) {
        for (const [name, value] of after.values) {
            add(name, value, before.values.get(name));
        }
    }
    find('globals').replaceChildren(...rows);
}

// In weak memory: the values of a cell, oldest first, and which threads may still read them.
function showVisible(step) {
    let last = null;
    find('visible-title').hidden = !step.visible.length;
    find('visible').replaceChildren(...step.visible.map(([name, value, from, readers, waits]) => {
        const tr = row(name === last ? '' : name, value, from === view.stops[view.at].last + 1);
        tr.append(
            make('td', '', (waits ? 'waits, ' : '') + actionName(from)),
            make('td', '', readers ? 'read by ' + readers : 'read by nobody'));
        tr.classList.toggle('cell', name !== last);
        last = name;
        return tr;
    }));
}

function frameElement(frame, old) {
    const element = make('div', 'frame');
    element.append(make('code', '', frame.name + (frame.line ? ':' + frame.line : '') + ' '));
    for (const [name, cell] of frame.cells) {
        const changed = differs(old && old.name === frame.name ? old : null, name, cell.value);
        element.append(
            make('span', 'value' + (changed ? ' changed' : ''), name + ' = ' + cell.value));
    }
    return element;
}

function showStacks(before, after, runs, last) {
    const elements = view.bug.threads.map((thread, lane) => {
        const frames = after.threads.get(thread.name), old = before.threads.get(thread.name) || [];
        const waits = last ? view.bug.waiting.find((waiter) => waiter.thread === lane) : null;
        const element = make('div', 'thread');
        element.append(make('b', lane === runs ? 'runs' : '', thread.name + ' ' + thread.entry));
        if (!frames && after.threads.size) {
            element.append(' not started');
        } else if (frames && !frames.length) {
            element.append(' ended');
        } else if (waits) {
            element.append(' at line ' + waits.line + ': ' + waits.text);
        }
        (frames || []).forEach((frame, k) => {
            element.append(frameElement(frame, old[old.length - frames.length + k]));
        });
        return element;
    });
    find('stacks').replaceChildren(...elements);
}

// ---- moving ----

// A page inside another one (heddle serve) has no address of its own.
function setAddress(part) {
    if (location.protocol !== 'about:') {
        history.replaceState(null, '', part);
    }
}

function showStop() {
    const stop = view.stops[view.at], step = view.bug.steps[stop.last];
    const before = view.states[stop.first], after = view.states[stop.last + 1];
    const last = stop.last === view.bug.steps.length - 1;
    for (const old of document.querySelectorAll('.current')) {
        old.classList.remove('current');
        old.removeAttribute('aria-selected');
    }
    stop.element.classList.add('current');
    stop.element.setAttribute('aria-selected', 'true');
    stop.element.id = stop.element.id || 'block-' + stop.first;
    find('lanes').setAttribute('aria-activedescendant', stop.element.id);
    stop.element.scrollIntoView({block: 'nearest', inline: 'nearest'});
    find('position')
        .replaceChildren(
            make('b', '', stop.last + 1 + ' of ' + view.bug.steps.length),
            ` thread ${view.bug.threads[step.thread].name}, line ${step.line}`);
    find('status').textContent = 'action ' + (stop.last + 1) + ' of ' + view.bug.steps.length +
        ', thread ' + view.bug.threads[step.thread].name + ', line ' + step.line + ': ' + step.text;
    showSource(step, after);
    showGlobals(before, after);
    showVisible(step);
    showStacks(before, after, step.thread, last);
    showHeap(before, after);
    setAddress('#' + (stop.last + 1));
}

function goTo(number) {
    view.at = stopOf(Math.max(0, Math.min(number, view.bug.steps.length - 1)));
    showStop();
    // for whoever shows the page in a frame: an editor
    const last = view.stops[view.at].last, {file, line} = view.bug.steps[last];
    const detail = {action: last + 1, file: data.files[file] ? data.files[file].name : '', line};
    document.dispatchEvent(new CustomEvent('heddle-step', {detail}));
}

// After blocks were folded or unfolded; the action stays the current one.
function refresh(number) {
    findStops();
    showArrows();
    goTo(number);
}

function fold() {
    const stop = view.stops[view.at];
    const block = stop.part && stop.part.element && !isFolded(stop.part) ? stop.part : stop.context;
    setFolded(block, true);
    refresh(block.last);
}

function unfold() {
    const stop = view.stops[view.at];
    const block = [stop.context, stop.part].find((b) => b && b.element && isFolded(b));
    if (block) {
        open(block);
        refresh(block.first);
    }
}

function foldAll() {
    const parts = view.contexts.flatMap((context) => context.parts.filter((part) => part.element));
    const all = parts.length ? parts : view.contexts;
    const folded = !all.every(isFolded);
    all.forEach((block) => setFolded(block, folded));
    refresh(view.stops[view.at].last);
}

function stepContext(direction) {
    const here = view.contexts.indexOf(view.stops[view.at].context);
    const to = Math.max(0, Math.min(here + direction, view.contexts.length - 1));
    goTo(view.contexts[to].first);
}

// Behind the last action of a run that repeats comes the first one of the round.
function stepOn() {
    const next = view.stops[view.at + 1], round = view.bug.round;
    const again = round && round <= view.bug.steps.length ? round - 1 : view.stops[view.at].last;
    goTo(next ? next.last : again);
}

const keys = {
    ArrowDown: stepOn,
    ArrowUp: () => goTo((view.stops[view.at - 1] || view.stops[view.at]).last),
    ArrowLeft: fold,
    ArrowRight: unfold,
    PageDown: () => stepContext(1),
    PageUp: () => stepContext(-1),
    Home: () => goTo(0),
    End: () => goTo(view.bug.steps.length - 1),
    f: foldAll,
};

function onKey(event) {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (view.stops.length && plain && keys[event.key] && event.target.tagName !== 'SELECT') {
        event.preventDefault();
        keys[event.key]();
    }
}

// On a narrow page one of the panels is shown.
function chooseTab(name) {
    document.querySelector('main').dataset.tab = name;
    for (const tab of find('tabs').children) {
        tab.setAttribute('aria-pressed', String(tab.dataset.tab === name));
    }
    if (view.stops.length) {
        showStop();
    }
}

function listen() {
    for (const button of find('bar').querySelectorAll('button')) {
        button.addEventListener('click', () => keys[button.dataset.key]());
    }
    for (const tab of find('tabs').children) {
        tab.addEventListener('click', () => chooseTab(tab.dataset.tab));
    }
    document.addEventListener('keydown', onKey);
    const redraw = () => {
        if (view.stops.length) {
            showArrows();
            showStop();
        }
    };
    new ResizeObserver(redraw).observe(document.documentElement);
    window.matchMedia('print').addEventListener('change', redraw);
}

// ---- calls of a library ----

const LETTER = 7.3, ROW = 34, LEFT = 70;
const callText = (call) => call.call + (call.result ? ' = ' + call.result : '');

// Where each begin and each return is drawn: so far apart that the texts have room.
function callColumns(calls) {
    const count = calls.reduce((sum, call) => sum + (call.result === null ? 1 : 2), 0);
    const columns = [];
    for (let event = 0; event <= count; event++) {
        const needs = calls.filter((call) => (call.result === null ? count : call.end) === event)
                          .map((call) => columns[call.begin] + callText(call).length * LETTER + 8);
        columns.push(Math.max(event ? columns[event - 1] + 14 : 0, ...needs));
    }
    return columns;
}

// Each call as an interval from its begin to its return; a dashed one has not returned.
function showCalls(calls) {
    const columns = callColumns(calls), threads = calls.map((call) => call.thread);
    const height = (Math.max(-1, ...threads) + 1) * ROW + 6, width = LEFT + columns.at(-1) + 20;
    const picture = draw('svg', {width, height, role: 'img', 'aria-label': 'calls'});
    const write = (x, y) => picture.append(draw('text', {x, y}));
    for (const thread of new Set(threads)) {
        write(0, thread * ROW + 24);
        picture.lastChild.textContent = 'thread ' + thread;
    }
    for (const call of calls) {
        const open = call.result === null, y = call.thread * ROW + 26;
        const from = LEFT + columns[call.begin],
              to = LEFT + (open ? columns.at(-1) : columns[call.end]);
        const d = `M${from} ${y - 5}v10m0 -5H${to}` + (open ? '' : 'm0 -5v10');
        picture.append(draw('path', {d, class: open ? 'open' : 'done'}));
        write(from + 4, y - 6);
        picture.lastChild.textContent = callText(call);
    }
    find('calls').hidden = !calls.length;
    find('calls').replaceChildren(picture);
}

// ---- the page ----

function showBug(bug) {
    view.bug = bug;
    view.states = computeStates(bug);
    view.several = new Set(bug.steps.map((step) => step.file)).size > 1;
    view.elements = [];
    setSentence(find('why'), bug.why || '');
    showCalls(bug.calls);
    showSchedule(bug);
    const many = bug.steps.length > 80;
    for (const context of view.contexts) {
        context.parts.filter((part) => part.element && many && part.last < bug.steps.length - 1)
            .forEach((part) => setFolded(part, true));
    }
    findStops();
    for (const id of ['schedule', 'program', 'state', 'tabs', 'bar']) {
        find(id).hidden = !bug.steps.length;
    }
    const wanted = Number(location.hash.slice(1));
    if (bug.steps.length) {
        showArrows();
        goTo(wanted > 0 ? wanted - 1 : bug.steps.length - 1);
        find('lanes').focus({preventScroll: true});
    }
}

function showPage() {
    const bug = data.bugs[0], heading = find('verdict');
    const failed = data.checks.find(({result}) => result === 'failed');
    const said = failed ? `${failed.procedure}, line ${failed.line}: ${failed.message}` : null;
    const sentence = bug ? bug.message : said || data.reason || data.covered;
    const names = {bug: 'failed', safe: 'proved'};
    const verdict = data.checks.length ? names[data.verdict] || data.verdict : data.verdict;
    heading.append(data.title.replace(/^\/.*\//, ''));
    heading.title = data.title;
    if (!data.summaries.length) {
        heading.append(': ', make('b', data.verdict, verdict));
    }
    heading.append(sentence ? ': ' + sentence : '', data.memory);
    if (bug && bug.where.line) {
        heading.append(make('small', '', ' line ' + bug.where.line));
    }
    find('summary').textContent = data.summary;
    find('keys').hidden = !bug;
    if (!bug) {
        document.querySelector('main').className = 'plain';
        find('why').textContent = data.checked;
        showNext();
        showCoverage();
        showChecks();
        showSummaries();
        showRules();
        return;
    }
    find('choice').hidden = data.bugs.length < 2;
    find('bugs').append(...data.bugs.map((b, k) => {
        const option = make('option', '', k + 1 + ': ' + b.message);
        option.value = k;
        return option;
    }));
    find('bugs').addEventListener('change', (event) => {
        setAddress('#');
        showBug(data.bugs[event.target.value]);
    });
    listen();
    chooseTab('source');
    showBug(bug);
}

showPage();
