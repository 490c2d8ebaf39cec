// plain.js -- what a report has besides runs: disciplines, checks, summaries, advice; see html.c.
'use strict';

function showRules() {
    find('rules').hidden = !data.rules.length;
    find('disciplines').replaceChildren(...data.rules.map((rule) => {
        const name = rule.rule === 'none' ? 'no discipline' : rule.rule;
        const text =
            (rule.annotation || rule.reason || rule.rule).replaceAll(` of ${data.title}`, '');
        return row(rule.region, name + (text === rule.rule ? '' : ': ' + text), false);
    }));
}

function tableOf(heads, rows) {
    const table = make('table'), head = make('tr');
    head.append(...heads.map((text) => make('th', '', text)));
    table.append(head, ...rows.map((cells) => {
        const tr = make('tr');
        tr.append(...cells.map((text) => make('td', '', text)));
        return tr;
    }));
    return table;
}

// A check of prove: what failed is open, with its path.
function checkElement(check) {
    const element = make('details', 'check'), summary = make('summary');
    element.open = check.result !== 'proved';
    summary.append(make('b', check.result, check.result), ` ${check.procedure}: ${check.check}`);
    element.append(summary);
    if (check.message) {
        element.append(
            make('p', '', (check.line ? 'line ' + check.line + ': ' : '') + check.message));
    }
    element.append(...check.inferred.map((text) => make('p', '', 'inferred: ' + text)));
    if (check.path.length) {
        element.append(tableOf(['phase', 'line', 'statement', 'values'], check.path));
    }
    return element;
}

function showChecks() {
    find('checks').hidden = !data.checks.length;
    const order = ['failed', 'unknown', 'proved'];
    const sorted =
        [...data.checks].sort((a, b) => order.indexOf(a.result) - order.indexOf(b.result));
    find('checks').append(make('h2', '', 'checks'), ...sorted.map(checkElement));
}

function showSummaries() {
    find('summaries').hidden = !data.summaries.length;
    for (const summary of data.summaries) {
        const values = summary.variables;
        const heads = ['from', ...values, 'to', ...values, 'kind'];
        find('summaries').append(make('h2', '', summary.procedure), tableOf(heads, summary.rows));
    }
}

/* What the answer may have missed, and what to do about it. */
function showNext() {
    const notes = data.notes.map(
        (note) =>
            make('li', '', (note.line ? note.file + ':' + note.line + ': ' : '') + note.message));
    const commands = data.next.map((next) => {
        const item = make('li');
        item.append(
            make('code', '', next.command), make('br'),
            next.what + (next.gave ? '; tried: ' + next.gave : ''));
        return item;
    });
    const list = (title, items) => {
        if (items.length) {
            const element = make('ul');
            element.append(...items);
            find('next').append(make('h2', '', title), element);
        }
    };
    const predicates = data.predicates.map((text) => make('li', '', text));
    find('next').hidden = !notes.length && !commands.length && !predicates.length;
    list(data.verdict === 'safe' ? 'predicates that were enough' : 'predicates', predicates);
    list('notes', notes);
    list('what now?', commands);
}

function showCoverage() {
    const coverage = data.coverage;
    find('coverage').hidden = !coverage;
    if (!coverage) {
        return;
    }
    const range = (gap) => gap.last_line > gap.line ? gap.line + '–' + gap.last_line : gap.line;
    const rows = [
        ...coverage.unreached.map((gap) => [gap.file, range(gap), gap.procedure, 'not reached']),
        ...coverage.one_way.map((gap) => [gap.file, gap.line, gap.procedure, 'never ' + gap.never]),
    ];
    const sum = `coverage: ${coverage.reached_lines} of ${coverage.lines} lines, ` +
        `${coverage.reached_branches} of ${coverage.branches} branches`;
    find('coverage').append(make('h2', '', sum));
    if (rows.length) {
        find('coverage').append(tableOf(['file', 'line', 'procedure', ''], rows));
    }
}
