// serve.js -- the page of heddle serve: an editor, and what heddle says of the program; see page.c.
'use strict';

const find = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];
const examples = JSON.parse(find('examples').textContent);
const text = find('text'), words = find('words');
let waiting = null;  // what can stop the run that is asked for

function make(tag, name, content) {
    const element = document.createElement(tag);
    element.className = name;
    element.textContent = content;
    return element;
}

// ---- the editor ----

const mostPainted = 60000;  // a longer text has one colour
const keywords = {
    c: 'auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|' +
        'inline|int|long|register|restrict|return|short|signed|sizeof|static|struct|switch|' +
        'typedef|union|unsigned|void|volatile|while|_Atomic|_Bool|bool|true|false|NULL|' +
        'atomic_int|atomic_bool|atomic_uint|pthread_t|pthread_mutex_t|pthread_cond_t',
    zing: 'bool|byte|sbyte|short|ushort|int|uint|long|ulong|float|double|decimal|object|' +
        'string|void|accept|activate|array|assert|assume|async|atomic|chan|choose|class|' +
        'else|end|enum|event|false|first|foreach|goto|if|in|interface|invokeplugin|' +
        'invokescheduler|new|null|out|raise|range|receive|return|select|self|send|set|' +
        'sizeof|static|struct|this|timeout|trace|true|try|typeof|visible|wait|while|with|' +
        'yield',
    spl: 'assert|assume|bool|boolean|break|choose|class|continue|else|enum|false|float|' +
        'goto|if|int|new|null|return|this|thread|true|void|while',
    spec: 'vars|rules|init|target|invariants',
    bp: 'decl|begin|end|goto|skip|assert|assume|if|then|else|fi|while|do|od|call|return|void|bool',
    pds: '',
    ir: '',
};

function paint() {
    const source = text.value;
    const plain = source.length > mostPainted;
    text.classList.toggle('plain', plain);
    const names = keywords[find('language').value];
    const token = new RegExp(
        '(//.*|/\\*[^]*?(?:\\*/|$))|("(?:[^"\\\\\\n]|\\\\.)*"?|^[ \\t]*#.*$)|' +
            '\\b(\\d[\\w.]*)\\b|\\b(' + (names || '(?!)') + ')\\b',
        'gm');
    const parts = [];
    let last = 0;
    for (const match of plain ? [] : source.matchAll(token)) {
        const kind = match[1] ? 'c' : match[2] ? 's' : match[3] ? 'n' : 'w';
        parts.push(source.slice(last, match.index), make('span', kind, match[0]));
        last = match.index + match[0].length;
    }
    find('paint').replaceChildren(...(plain ? [] : [...parts, source.slice(last) + '\n']));
    paintNumbers(source.split('\n').length);
    scroll();
}

// An element for each line would make typing slow where there are thousands.
function paintNumbers(lines) {
    const parts = [''];
    for (let line = 1; line <= lines; line++) {
        const wrong = paint.wrong && paint.wrong.has(line), here = line === paint.here;
        if (wrong || here) {
            parts.push(make(wrong ? 'b' : 'span', here ? 'here' : '', line + '\n'), '');
        } else {
            parts[parts.length - 1] += line + '\n';
        }
    }
    find('numbers').replaceChildren(...parts);
}

function scroll() {
    find('paint').scrollTop = find('numbers').scrollTop = text.scrollTop;
    find('paint').scrollLeft = text.scrollLeft;
}

function markLines(lines) {
    paint.wrong = new Set(lines);
    paint.here = 0;
    paint();
}

function goToLine(line) {
    choosePane('program');
    const before = text.value.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    const end = text.value.indexOf('\n', before);
    text.focus();
    text.setSelectionRange(before, end < 0 ? text.value.length : end);
    text.scrollTop = (line - 4) * parseFloat(getComputedStyle(text).lineHeight);
    scroll();
}

// The line of the step that is shown, as long as the program is the one that was run.
function showHere(line) {
    if (find('answer').classList.contains('stale')) {
        return;
    }
    paint.here = line;
    paint();
    const height = parseFloat(getComputedStyle(text).lineHeight), at = (line - 1) * height;
    if (at < text.scrollTop || at + 2 * height > text.scrollTop + text.clientHeight) {
        text.scrollTop = at - text.clientHeight / 2;
        scroll();
    }
}

const insert = (words) => document.execCommand('insertText', false, words);

// A new line begins where the last one does, deeper behind a brace; a closing brace goes back.
function indent(key) {
    const before = text.value.slice(0, text.selectionStart);
    const line = before.slice(before.lastIndexOf('\n') + 1), blanks = line.match(/^[ \t]*/)[0];
    if (key === 'Enter') {
        insert('\n' + blanks + (/\{\s*$/.test(line) ? '    ' : ''));
        return true;
    }
    if (key === '}' && line === blanks && blanks.endsWith('    ')) {
        text.setSelectionRange(before.length - 4, text.selectionEnd);
        insert('}');
        return true;
    }
    return false;
}

// Tab indents; after Escape it leaves the editor, as elsewhere.
function onKey(event) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        run('check');
    } else if (event.key === 'Tab' && event.target === text && !event.shiftKey && !onKey.leaves) {
        event.preventDefault();
        insert('    ');
    } else if (event.target === text && !event.isComposing && indent(event.key)) {
        event.preventDefault();
    }
    onKey.leaves = event.key === 'Escape';
}

function setOptions(options) {
    all('[data-option]').forEach((element) => {
        const value = options[element.dataset.option];
        if (element.type === 'checkbox') {
            element.checked = Boolean(value);
        } else {
            element.value = value || '';
        }
    });
    find('options').open = Object.keys(options).length > 0;
    countOptions();
}

// How many are chosen is seen where they are folded, too.
function countOptions() {
    const count = Object.keys(chosenOptions()).length;
    find('options').firstElementChild.textContent = count ? `options (${count})` : 'options';
}

function setProgram(program) {
    find('language').value = program.language;
    text.value = program.text;
    text.scrollTop = text.scrollLeft = 0;
    setOptions(program.options || {});
    wantCommand(program.command);
    showOptions();
    countOptions();
    markLines([]);
}

const wantCommand = (name) => all('[data-command]').forEach((button) => {
    button.classList.toggle('wanted', button.dataset.command === name);
});

function showOptions() {
    const language = find('language').value;
    all('#choices [data-for]').forEach((label) => {
        label.hidden = label.dataset.for !== language;
    });
}

function chosenOptions() {
    const options = {};
    for (const element of all('[data-option]')) {
        const value = element.type === 'checkbox' ? element.checked : element.value;
        if (value && !element.closest('[hidden]')) {
            options[element.dataset.option] = value === true ? value : value.replace(/\s/g, '');
        }
    }
    return options;
}

function currentProgram() {
    const wanted = document.querySelector('.wanted');
    return {
        command: wanted ? wanted.dataset.command : 'check',
        language: find('language').value,
        text: text.value,
        options: chosenOptions(),
    };
}

// ---- the answer ----

function choosePane(name) {
    document.querySelector('main').dataset.pane = name;
    all('[data-pane]')
        .forEach(
            (button) => button.setAttribute('aria-pressed', String(button.dataset.pane === name)));
}

function chooseView(name) {
    find('steps').hidden = name !== 'steps';
    words.hidden = name !== 'words';
    find('verdict').classList.toggle('unseen', name === 'steps');  // it is in the page, too
    all('[data-view]')
        .forEach(
            (button) => button.setAttribute('aria-pressed', String(button.dataset.view === name)));
}

// What a command that heddle suggests would do here; null: this page has no such option.
function readSuggestion(line) {
    const match = line.match(/^heddle (check|prove|infer)((?: --\S+)*) program\.\w+$/);
    const options = {};
    for (const word of match ? match[2].split(' ').slice(1) : []) {
        const [, name, value] = word.match(/^--([\w-]+)(?:=(.*))?$/) || [];
        const control = find('choices').querySelector(`[data-option="${name}"]`);
        const fits = control && (control.type === 'checkbox') === (value === undefined) &&
            (!control.options || [...control.options].some((one) => one.value === value));
        if (!fits) {
            return null;
        }
        options[name] = value === undefined ? true : value;
    }
    return match && {command: match[1], options};
}

function followSuggestion(line) {
    const next = readSuggestion(line);
    if (next) {
        setOptions(next.options);
        run(next.command);
    }
}

// `program.c:12:3`, `line 12 of program.c` in a text lead to the line; a suggestion is followed.
function showWords(content) {
    const parts = content.split(
        /(\bprogram\.\w+:\d+(?::\d+)?|\bline \d+ of program\.\w+|^ +heddle .* program\.\w+$)/m);
    words.replaceChildren(
        ...parts
            .map((part, k) => {
                const line = part.trim(), suggested = line.startsWith('heddle ');
                if (k % 2 === 0 || (suggested && !readSuggestion(line))) {
                    return part;
                }
                const link = make('a', '', line);
                link.href = '#';
                link.addEventListener('click', (event) => {
                    event.preventDefault();
                    if (suggested) {
                        followSuggestion(line);
                    } else {
                        goToLine(Number(part.match(/[: ](\d+)/)[1]));
                    }
                });
                return suggested ? [part.slice(0, part.indexOf(line)), link] : link;
            })
            .flat());
    words.scrollTop = 0;
}

// `program.c: bug: assertion failed` begins with the verdict; of prove it is on several lines.
function showVerdict(answer) {
    const first = answer.text.split('\n')[0].replace(/^program\.\w+: /, '');
    const match = first.match(/^(safe|bug|bounded|unknown)\b(.*)$/);
    const proofs = answer.text.match(/\b(proved|failed|unknown)\b/g) || [];
    const worst = ['failed', 'unknown', 'proved'].find((word) => proofs.includes(word));
    const verdict = find('verdict');
    if (answer.end !== 'exited') {
        verdict.replaceChildren(make('b', 'refused', 'stopped'), ': ' + answer.note);
    } else if (/out of memory/.test(answer.messages)) {
        verdict.replaceChildren(
            make('b', 'unknown', 'unknown'), ': it needs more memory than a run may have here');
    } else if (answer.status === 2) {
        const where = answer.messages.match(/^program\.\w+:(\d+).*?error: (.*)$/m);
        const said = answer.messages.replace(/^heddle: (program\.\w+)?/, '').split('\n')[0].trim();
        verdict.replaceChildren(
            make('b', 'refused', 'not accepted'),
            where ? `: line ${where[1]}: ${where[2]}` :
                said.startsWith('--') ? ': ' + said :
                                        ': the program ' + said);
        markLines(where ? [Number(where[1])] : []);
    } else if (match) {
        verdict.replaceChildren(make('b', match[1], match[1]), match[2]);
    } else if (answer.command === 'prove' && worst) {
        const why = answer.text.match(/^ +at program\.\w+:(\d+)(?::\d+)?: (.*)$/m);
        verdict.replaceChildren(make('b', worst, worst), why ? `: line ${why[1]}: ${why[2]}` : '');
        markLines(why ? [Number(why[1])] : []);
    } else {
        find('words').classList.toggle('lines', answer.command === 'infer');
        verdict.replaceChildren(answer.command === 'infer' ? 'the locking discipline' : first);
    }
    if (answer.note && answer.end === 'exited') {
        verdict.append(' (' + answer.note + ')');
    }
    verdict.append(make('small', '', '  ' + answer.seconds.toFixed(1) + ' s'));
}

// Each page gets a frame of its own: one that was hidden may show nothing when its page changes.
function showPage(page) {
    const old = find('steps'), frame = old.cloneNode();
    const tells = () => {
        document.addEventListener('heddle-step', (event) => parent.postMessage(event.detail, '*'));
        const here = new Set(suggested);
        for (const code of document.querySelectorAll('#next code')) {
            const button = document.createElement('button'), next = code.textContent;
            button.type = 'button';
            button.textContent = 'do this';
            button.addEventListener('click', () => parent.postMessage({next}, '*'));
            if (here.has(next)) {
                code.after(' ', button);
            }
        }
    };
    const lines = [...page.matchAll(/"(heddle (?:check|prove|infer) [^"\\]*)"/g)];
    const known = lines.map((match) => match[1]).filter(readSuggestion);
    const script = `const suggested = ${JSON.stringify(known)}; (${tells})();`;
    // a function: the script is no pattern
    frame.srcdoc = page.replace(
        /<\/body>(?![^]*<\/body>)/,
        () => '<script>' + script.replace(/</g, '\\u003c') + '<\/script></body>');
    old.replaceWith(frame);
}

function showAnswer(answer) {
    const where = answer.text.match(/^ {2}at program\.\w+:(\d+)/m);
    markLines(where ? [Number(where[1])] : []);
    showVerdict(answer);
    showWords((answer.messages ? answer.messages + '\n' : '') + answer.text);
    find('views').hidden = !answer.page;
    find('views').firstElementChild.textContent =
        answer.command === 'check' && answer.status === 1 ? 'step by step' : 'report';
    chooseView(answer.page && answer.status !== 2 ? 'steps' : 'words');
    showPage(answer.page);
}

function say(word, sentence) {
    find('verdict').classList.remove('unseen');
    find('verdict').replaceChildren(make('b', word, word), ': ' + sentence);
    find('views').hidden = words.hidden = find('steps').hidden = true;
}

function showWaiting(command) {
    const begin = Date.now(), verdict = find('verdict'), stop = make('button', '', 'stop waiting');
    const clock = make('span', '', '');
    stop.type = 'button';
    verdict.classList.remove('unseen');
    stop.addEventListener('click', () => waiting && waiting.abort());
    verdict.replaceChildren(
        {check: 'checking', prove: 'proving', infer: 'inferring'}[command] + ' … ', clock, stop);
    find('views').hidden = words.hidden = find('steps').hidden = true;
    return setInterval(() => {
        clock.textContent = Math.round((Date.now() - begin) / 1000) + ' s';
    }, 1000);
}

// Commands that heddle suggests have options of the server's, too: nobody needs these elsewhere.
const withoutOwn = (content) => content.replace(
    / --color=never --progress=none( --time-limit=\d+)?( --memory-limit=\d+)?( --html=report\.html)?/g,
    '');

async function run(command) {
    if (waiting) {
        return;
    }
    waiting = new AbortController();
    const timer = showWaiting(command);
    wantCommand(command);
    find('answer').classList.remove('stale');
    all('#commands button').forEach((button) => button.disabled = true);
    choosePane('answer');
    if (matchMedia('(max-width: 60rem)').matches) {
        find('options').open = false;  // the answer needs the place
    }
    try {
        const response = await fetch('/run', {
            method: 'POST',
            headers: {'Content-Type': 'application/json'},
            body: JSON.stringify(currentProgram()),
            signal: waiting.signal,
        });
        const answer = await response.json();
        if (answer.refused) {
            say('refused', answer.refused);
        } else {
            showAnswer({
                ...answer,
                command,
                text: withoutOwn(answer.text),
                page: withoutOwn(answer.page),
            });
        }
    } catch (error) {
        if (error.name === 'AbortError') {
            say('stopped', 'you did not wait for the answer');
        } else {
            say('refused', 'the server does not answer');
        }
    }
    clearInterval(timer);
    all('#commands button').forEach((button) => button.disabled = false);
    waiting = null;
}

// ---- links ----

// The program is in the part of the address that browsers keep to themselves, behind #.
const toLink = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
                              .replace(/\+/g, '-')
                              .replace(/\//g, '_')
                              .replace(/=+$/, '');
const fromLink = (link) => Uint8Array.from(
    atob(link.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

async function through(bytes, stream) {
    const response = new Response(new Blob([bytes]).stream().pipeThrough(stream));
    return new Uint8Array(await response.arrayBuffer());
}

async function share() {
    const bytes = new TextEncoder().encode(JSON.stringify(currentProgram()));
    const small = window.CompressionStream ?
        '1.' + toLink(await through(bytes, new CompressionStream('deflate-raw'))) :
        '0.' + toLink(bytes);
    share.own = '#' + small;
    history.replaceState(null, '', share.own);
    let copied = true;
    try {
        await navigator.clipboard.writeText(location.href);
    } catch (error) {
        copied = false;
    }
    find('share').textContent = copied ? 'Link copied' : 'Link is in the address';
    setTimeout(() => find('share').textContent = 'Link', 3000);
}

// False: there is no program in the address.
async function follow() {
    const match = location.hash.match(/^#([01])\.([\w-]+)$/);
    if (!match || location.hash === share.own) {
        return Boolean(match);
    }
    try {
        keepTyped();
        let bytes = fromLink(match[2]);
        if (match[1] === '1') {
            bytes = await through(bytes, new DecompressionStream('deflate-raw'));
        }
        const program = JSON.parse(new TextDecoder().decode(bytes));
        setProgram({
            command: String(program.command),
            language: keywords[program.language] === undefined ? 'c' : program.language,
            text: String(program.text),
            options: program.options && typeof program.options === 'object' ? program.options : {},
        });
        choosePane('program');
        say('link',
            'this program came with a link; press ' +
                (program.command === 'prove'     ? 'Prove' :
                     program.command === 'infer' ? 'Infer' :
                                                   'Check'));
        return true;
    } catch (error) {
        say('refused', 'the link is damaged');
        return false;
    }
}

// ---- the page ----

// What was typed is not lost: it is an example, too ...
function keepTyped() {
    if (!begin.typed) {
        return;
    }
    const own = {...currentProgram(), title: 'back to my program'};
    if (examples.length > begin.given) {
        examples[begin.given] = own;
    } else {
        find('example').append(new Option(own.title, examples.push(own) - 1));
    }
    begin.typed = false;
}

// ... and the browser keeps it, for as long as the window is there, where the page is loaded again.
function keepForReload() {
    try {
        sessionStorage.setItem(
            'program',
            JSON.stringify({hash: location.hash, typed: begin.typed, ...currentProgram()}));
    } catch (error) {
        // it does not want to: then it is lost
    }
}

// False: nothing was kept, or the address is another one.
function takeKept() {
    try {
        const kept = JSON.parse(sessionStorage.getItem('program'));
        if (!kept || !kept.typed || kept.hash !== location.hash) {
            return false;
        }
        setProgram(kept);
        begin.typed = true;
        return true;
    } catch (error) {
        return false;
    }
}

function chooseExample(value) {
    keepTyped();
    setProgram(examples[value]);
    begin.typed = Number(value) === begin.given;
    find('answer').classList.add('stale');
    history.replaceState(null, '', location.pathname);
    choosePane('program');
}

async function begin() {
    begin.given = examples.length;
    find('example').append(...examples.map((example, k) => new Option(example.title, k)));
    find('example').addEventListener('change', (event) => {
        if (event.target.value) {
            chooseExample(event.target.value);
        }
    });
    find('language').addEventListener('change', () => {
        showOptions();
        countOptions();
        paint();
    });
    find('choices').addEventListener('input', countOptions);
    find('share').addEventListener('click', share);
    all('[data-command]')
        .forEach((button) => button.addEventListener('click', () => run(button.dataset.command)));
    all('#panes button')
        .forEach(
            (button) => button.addEventListener('click', () => choosePane(button.dataset.pane)));
    all('[data-view]')
        .forEach(
            (button) => button.addEventListener('click', () => chooseView(button.dataset.view)));
    text.addEventListener('input', () => {
        markLines([]);
        find('answer').classList.add('stale');
        begin.typed = true;
    });
    text.addEventListener('scroll', scroll);
    document.addEventListener('keydown', onKey);
    window.addEventListener('hashchange', follow);
    window.addEventListener('message', ({source, data}) => {
        if (source !== find('steps').contentWindow) {
            return;
        }
        if (/^program\.\w+$/.test(data.file)) {
            showHere(Number(data.line));
        }
        followSuggestion(String(data.next));
    });
    find('example').title = 'heddle ' + heddleVersion;
    choosePane('program');
    window.addEventListener('pagehide', keepForReload);
    if (!takeKept() && !await follow()) {
        setProgram(examples[0]);
    }
}

begin();
