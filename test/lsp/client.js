// client.js -- a session of an editor with `heddle lsp`, by the protocol package of VS Code.  Exit
// status 1, and what is wrong, if something is.
'use strict';

const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawn} = require('child_process');
const {pathToFileURL, fileURLToPath} = require('url');

const root = path.resolve(__dirname, '../..');
const heddle = path.resolve(process.env.HEDDLE || path.join(root, 'heddle'));
const protocol =
    require(path.join(root, 'build/npm/test/lsp/node_modules/vscode-languageserver-protocol/node'));

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'heddle editor '));
let server, connection;  // see connect
let shows = true;        // can the editor open a browser?

// What the server has said, in order, as far as nobody has asked for it.
const events = [];
const waiters = [];

function note(kind, value) {
    events.push({kind, value});
    for (const waiter of [...waiters]) {
        waiter();
    }
}

// The next event of the kind that fits; a test that waits too long is ended from outside.
function next(kind, fits = () => true) {
    return new Promise((resolve) => {
        const look = () => {
            const at = events.findIndex((event) => event.kind === kind && fits(event.value));
            if (at < 0) {
                return;
            }
            waiters.splice(waiters.indexOf(look), 1);
            resolve(events.splice(at, 1)[0].value);
        };
        waiters.push(look);
        look();
    });
}

const uriOf = (name) => pathToFileURL(path.join(folder, name)).href;
const diagnostics = (name) => next('diagnostics', (value) => value.uri === uriOf(name));

const versions = {};

function tell(method, params) {
    return connection.sendNotification(method, params);
}

function ask(method, ...rest) {
    return connection.sendRequest(method, ...rest);
}

function write(name, text) {
    fs.writeFileSync(path.join(folder, name), text);
}

function open(name, languageId, text) {
    versions[name] = 1;
    const textDocument = {uri: uriOf(name), languageId, version: 1, text};
    return tell('textDocument/didOpen', {textDocument});
}

function change(name, text) {
    versions[name] += 1;
    const textDocument = {uri: uriOf(name), version: versions[name]};
    return tell('textDocument/didChange', {textDocument, contentChanges: [{text}]});
}

function save(name, text) {
    write(name, text);
    return tell('textDocument/didSave', {textDocument: {uri: uriOf(name)}});
}

const command = (name, file) =>
    ask('workspace/executeCommand', {command: name, arguments: [uriOf(file)]});
const at = (name, line, character) => ({
    textDocument: {uri: uriOf(name)},
    position: {line, character},
});

function childrenOf(pid) {
    const text = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.trim().split(' ').filter((word) => word).map(Number);
}

const model = (statement) => `class Main {
    static int x; // \u{1F9F6}
    static void Add() {
        int seen;
        ${statement}
    }
    activate static void Start() {
        async Add();
        async Add();
    }
};
`;
const right = model('atomic { x = x + 1; assert(x <= 2); }');
const wrong = model('seen = x; x = seen + 1; assert(x == seen + 1 && x < 2);');
const endless = `class Main {
    static int x;
    activate static void Start() {
        while (true) { x = (x + 1) % 2000000000; }
    }
};
`;

const program = (lock, unlock) => `#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused)
{
    ${lock}
    total++;
    ${unlock}
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    add(0);
    pthread_join(t, 0);
    assert(total > 1);
    return 0;
}
`;
const locked = program('pthread_mutex_lock(&m);', 'pthread_mutex_unlock(&m);');
const racy = program('', '');

function connect() {
    server = spawn(heddle, ['lsp'], {stdio: ['pipe', 'pipe', 'inherit'], cwd: folder});
    connection = protocol.createMessageConnection(
        new protocol.StreamMessageReader(server.stdout),
        new protocol.StreamMessageWriter(server.stdin));
    for (const [method, kind] of [
             ['textDocument/publishDiagnostics', 'diagnostics'], ['window/showMessage', 'message'],
             ['heddle/verdict', 'verdict']]) {
        connection.onNotification(method, (value) => note(kind, value));
    }
    connection.onNotification(
        '$/progress', ({token, value}) => note(value.kind, {token, ...value}));
    connection.onRequest('window/workDoneProgress/create', () => null);
    connection.onRequest('client/registerCapability', (value) => {
        note('registered', value);
        return null;
    });
    connection.onRequest('window/showDocument', (value) => {
        note('window/showDocument', value);
        return {success: shows};
    });
    connection.listen();
}

async function begin() {
    await assert.rejects(ask('textDocument/hover', at('a.zing', 0, 0)), /initialize comes first/);
    const answer = await ask('initialize', {
        processId: process.pid,
        rootUri: pathToFileURL(folder).href,
        capabilities: {
            window: {workDoneProgress: true, showDocument: {support: true}},
            workspace: {didChangeWatchedFiles: {dynamicRegistration: true}},
        },
    });
    assert.strictEqual(answer.serverInfo.name, 'heddle');
    assert.strictEqual(answer.capabilities.textDocumentSync.change, 1);
    await tell('initialized', {});
    const [{method}] = (await next('registered')).registrations;
    assert.strictEqual(method, 'workspace/didChangeWatchedFiles');
    await assert.rejects(ask('heddle/nothing', {}), /no such method/);
}

// Open, edit to a bug, step, repair; then the text that is not saved.
async function repair() {
    write('a b.zing', right);
    await open('a b.zing', 'zing', right);
    assert.deepStrictEqual((await diagnostics('a b.zing')).diagnostics, []);
    await change('a b.zing', wrong);
    await save('a b.zing', wrong);
    const [bug] = (await diagnostics('a b.zing')).diagnostics;
    assert.strictEqual(bug.severity, 1);
    assert.strictEqual(bug.code, 'assert');
    assert.strictEqual(bug.range.start.line, 4);
    assert.ok(bug.relatedInformation.length > 2);
    const steps = await command('heddle.trace', 'a b.zing');
    assert.strictEqual(steps[steps.length - 1].location.range.start.line, 4);
    assert.strictEqual(steps[steps.length - 1].location.uri, uriOf('a b.zing'));
    assert.match(steps.map((step) => step.message).join('\n'), /seen = x.* -> seen = 0/);
    const threads = new Set(steps.map((step) => step.thread));
    assert.ok(threads.size >= 2);
    await change('a b.zing', right);
    await command('heddle.check', 'a b.zing');  // not saved: the text counts, not the file
    assert.deepStrictEqual((await diagnostics('a b.zing')).diagnostics, []);
    await save('a b.zing', right);
    assert.deepStrictEqual((await diagnostics('a b.zing')).diagnostics, []);
    assert.deepStrictEqual(await command('heddle.trace', 'a b.zing'), []);
}

async function words() {
    const hover = await ask('textDocument/hover', at('a b.zing', 1, 15));
    assert.match(hover.contents.value, /\*\*Main\.x\*\*: no discipline/);
    const mover = await ask('textDocument/hover', at('a b.zing', 4, 17));
    assert.match(mover.contents.value, /this line\* no mover/);
    const symbols = await ask('textDocument/documentSymbol', at('a b.zing', 0, 0));
    assert.strictEqual(symbols[0].name, 'Main');
    assert.deepStrictEqual(symbols[0].children.map((child) => child.name), ['x', 'Add', 'Start']);
    const [place] = await ask('textDocument/definition', at('a b.zing', 7, 15));
    assert.deepStrictEqual(place.range.start, {line: 2, character: 16});
    const [variable] = await ask('textDocument/definition', at('a b.zing', 4, 17));
    assert.deepStrictEqual(variable.range.start, {line: 1, character: 15});
    const tokens = await ask('textDocument/semanticTokens/full', at('a b.zing', 0, 0));
    assert.deepStrictEqual(tokens.data.slice(0, 5), [0, 0, 5, 0, 0]);  // class
    assert.strictEqual(tokens.data.length % 5, 0);
}

// C: two files at once, one of which clang refuses; annotations, the page.
async function files() {
    write('c.c', racy);
    write('refused.c', '#include <assert.h>\nint main(void)\n{\n    return oops;\n}\n');
    await open('c.c', 'c', racy);
    await open('refused.c', 'c', fs.readFileSync(path.join(folder, 'refused.c'), 'utf8'));
    const [race] = (await diagnostics('c.c')).diagnostics;
    const [refused] = (await diagnostics('refused.c')).diagnostics;
    assert.strictEqual(race.code, 'race');
    assert.match(refused.message, /undeclared identifier 'oops'/);
    assert.deepStrictEqual(refused.range.start, {line: 3, character: 11});
    const page = fileURLToPath(await command('heddle.page', 'c.c'));
    assert.match(fs.readFileSync(page, 'utf8'), /<html/);
    assert.strictEqual((await next('window/showDocument')).external, true);
    shows = false;
    await command('heddle.page', 'c.c');
    assert.strictEqual((await next('message')).message, `heddle: the page of the run is ${page}`);
    const steps = await command('heddle.trace', 'c.c');  // to both accesses
    assert.deepStrictEqual(
        steps.slice(-2).map((step) => step.message.replace(/[0-9.]+ is/, 'T is')),
        ['at the same time: thread T is here', 'at the same time: thread T is here']);
    assert.ok(steps[steps.length - 1].matters);
    const replayed = await command('heddle.native', 'c.c');
    assert.match(replayed.message, /^(not )?reproduced/);
    assert.strictEqual((await next('message')).message, replayed.message);
    await change('c.c', locked);
    await save('c.c', locked);
    assert.deepStrictEqual((await diagnostics('c.c')).diagnostics, []);
    const range = {start: {line: 3, character: 0}, end: {line: 3, character: 0}};
    const actions = await ask(
        'textDocument/codeAction',
        {textDocument: {uri: uriOf('c.c')}, range, context: {diagnostics: []}});
    assert.strictEqual(actions.length, 1);  // one, and so no "all"
    const [edit] = actions[0].edit.changes[uriOf('c.c')];
    assert.match(edit.newText, /accessible_if holds\(m\)/);
    assert.deepStrictEqual(edit.range.start, {line: 3, character: 17});
    const annotated = locked.replace('total;', `total;${edit.newText}`)
                          .replace('assert(total', '(void)total;\n    assert(total');
    await change('c.c', annotated);  // main reads it when no other thread is there: no error
    await save('c.c', annotated);
    assert.deepStrictEqual((await diagnostics('c.c')).diagnostics, []);
    events.length = 0;
    await change('c.c', locked);
    await save('c.c', locked);
    assert.strictEqual((await next('verdict')).command, 'check');  // not prove
    assert.deepStrictEqual((await diagnostics('c.c')).diagnostics, []);
    const hover = await ask('textDocument/hover', at('c.c', 7, 6));
    assert.match(hover.contents.value, /\*\*total\*\*: guarded by a lock/);
    assert.match(hover.contents.value, /this line\* moves both ways/);
    await tell('textDocument/didClose', {textDocument: {uri: uriOf('refused.c')}});
    assert.deepStrictEqual((await diagnostics('refused.c')).diagnostics, []);
}

// What prove cannot show; a program of two files, the flags of which are in a database.
async function projects() {
    const proof = fs.readFileSync(path.join(root, 'test/prove/abs-call-after-commit.zing'), 'utf8');
    write('proof.zing', proof);
    await open('proof.zing', 'zing', proof);
    const failed = await next(
        'diagnostics',
        (value) => value.uri === uriOf('proof.zing') &&
            value.diagnostics.some(({code}) => code === 'performs'));
    assert.match(failed.diagnostics[0].message, /not proved/);
    assert.ok(failed.diagnostics[0].relatedInformation.length > 0);

    const two = (value) => `#include "two.h"\nint two(void) { return ${value}; }\n`;
    const main =
        '#include <assert.h>\n#include "two.h"\nint main(void)\n{\n    assert(two() > 1);\n}\n';
    fs.mkdirSync(path.join(folder, 'program/inc'), {recursive: true});
    write(
        'program/heddle.toml',
        'time-limit = 600\n[[program]]\nfiles = ["main.c", "two.c", "inc/two.h"]\n');
    write('program/inc/two.h', 'int two(void);\n');
    write('program/two.c', two(1));
    write('program/main.c', main);
    const file = (name) =>
        ({directory: folder, file: `program/${name}`, arguments: ['cc', '-Iprogram/inc']});
    write('compile_commands.json', JSON.stringify([file('main.c'), file('two.c')]));
    await open('program/main.c', 'c', main);
    const [wrong] = (await diagnostics('program/main.c')).diagnostics;
    assert.strictEqual(wrong.range.start.line, 4);
    await open('program/two.c', 'c', two(1));
    await next('end', (value) => value.message === 'bug');
    await change('program/two.c', two(2));
    await save('program/two.c', two(2));
    const gone = await next(
        'diagnostics',
        ({uri, diagnostics}) => uri === uriOf('program/main.c') && !diagnostics.length);
    assert.deepStrictEqual(gone.diagnostics, []);
}

// What is checked again: what changed, and what includes it.
async function again() {
    const main =
        '#include <assert.h>\n#include "one more.h"\nint main(void)\n{\n    assert(WANTED == 1);\n}\n';
    write('one more.h', '#define WANTED 1\n');
    write('includes.c', main);
    await new Promise((resolve) => setTimeout(resolve, 100));  // clocks of files are coarse
    await open('includes.c', 'c', main);
    assert.deepStrictEqual((await diagnostics('includes.c')).diagnostics, []);
    const begun = () =>
        events.filter(({kind, value}) => kind === 'begin' && value.title.endsWith('includes.c'))
            .length;
    const runs = begun();
    await save('includes.c', main);  // nothing has changed: the answer is there
    assert.deepStrictEqual((await diagnostics('includes.c')).diagnostics, []);
    assert.strictEqual(begun(), runs);
    const header = '#define WANTED 2\n';
    await open('one more.h', 'c', header);
    await save('one more.h', header);
    const [wrong] = (await diagnostics('includes.c')).diagnostics;
    assert.strictEqual(wrong.range.start.line, 4);
    assert.strictEqual(begun(), runs + 1);
    write('one more.h', '#define WANTED (2 - 1)\n');  // another editor, git
    const changes = [{uri: uriOf('one more.h'), type: 2}, {uri: uriOf('nobody.h'), type: 1}];
    await tell('workspace/didChangeWatchedFiles', {changes});
    assert.deepStrictEqual((await diagnostics('includes.c')).diagnostics, []);
    assert.strictEqual(begun(), runs + 2);
    await tell('workspace/didChangeWatchedFiles', {changes});  // it has been read
    await tell('textDocument/didClose', {textDocument: {uri: uriOf('one more.h')}});
    assert.strictEqual(begun(), runs + 2);
}

// Two accesses in different lines: the message has both.
async function both() {
    const text = racy.replace('total++;', 'int seen = total;\n    total = seen + 1;');
    write('two lines.c', text);
    await open('two lines.c', 'c', text);
    const [race] = (await diagnostics('two lines.c')).diagnostics;
    const wide = race.relatedInformation.map(({location}) => location.range)
                     .find((range) => range.start.line === 8);
    assert.deepStrictEqual(wide, {start: {line: 8, character: 4}, end: {line: 8, character: 20}});
    const lines =
        race.relatedInformation.slice(-2).map(({location}) => location.range.start.line + 1);
    const other = lines.find((line) => line !== race.range.start.line + 1);
    assert.match(race.message, new RegExp(`^data race: .* \\(thread [0-9.]+: line ${other}\\)$`));
    const hover = await ask('textDocument/hover', at('two lines.c', 3, 12));
    assert.match(
        hover.contents.value, /\*\*total\*\*: no discipline: .* by thread [0-9.]+ at line \d+/);
}

const crossed = `#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *one(void *unused)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    total++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    pthread_mutex_lock(&b);
    total++;
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_join(t, 0);
    return total;
}
`;

// A deadlock is shown where somebody waits for a lock, and says who has it; a statement is one
// step.
async function deadlock() {
    write('crossed.c', crossed);
    await open('crossed.c', 'c', crossed);
    const [bug] = (await diagnostics('crossed.c')).diagnostics;
    assert.ok([6, 18].includes(bug.range.start.line));
    assert.match(
        bug.message, /\nthread [0-9.]+ waits for `[ab]`, which thread [0-9.]+ holds, and /);
    const related = bug.relatedInformation.map(({message}) => message);
    assert.ok(related.includes('at the end: thread 0 waits here for a'), related.join('\n'));

    const failing = locked.replace('total > 1', 'total > 2');
    write('failing.c', failing);
    await open('failing.c', 'c', failing);
    await diagnostics('failing.c');
    const steps = await command('heddle.trace', 'failing.c');
    const adds = steps.filter((step) => / total\+\+;/.test(step.message));
    assert.ok(adds.length > 2);
    assert.deepStrictEqual(
        adds.filter((step) => step.matters).map((step) => step.message.replace(/.*-> /, '')),
        ['total = 1', 'total = 2']);
    await tell('textDocument/didClose', {textDocument: {uri: uriOf('failing.c')}});

    const two = locked.replace('int total;', 'int total, count;')
                    .replace('total++;', 'count++, total++;')
                    .replace('assert(total > 1);', '');
    write('two.c', two);
    await open('two.c', 'c', two);
    await diagnostics('two.c');
    const range = {start: {line: 3, character: 12}, end: {line: 3, character: 12}};
    const actions = await ask(
        'textDocument/codeAction', {...at('two.c', 0, 0), range, context: {diagnostics: []}});
    assert.deepStrictEqual(
        actions.map(({title}) => title.split(' ').slice(0, 2).join(' ')),
        ['Annotate total', 'Annotate count', 'Write all']);
    await tell('textDocument/didClose', {textDocument: {uri: uriOf('two.c')}});

    const joins = crossed.replace('pthread_mutex_lock(&a);\n    pthread_mutex_unlock(&a);', '')
                      .replace(
                          'pthread_mutex_unlock(&b);\n    pthread_join(t, 0);',
                          'pthread_join(t, 0);\n    pthread_mutex_unlock(&b);');
    await change('crossed.c', joins);  // main joins, and holds what the other one wants
    await save('crossed.c', joins);
    const [other] = (await diagnostics('crossed.c')).diagnostics;
    assert.strictEqual(other.range.start.line, 6);
    assert.match(other.message, /thread 0 waits for thread 0.0/);
    await tell('textDocument/didClose', {textDocument: {uri: uriOf('crossed.c')}});
}

// What is unknown, and a file that is no program.
async function openEnds() {
    const bodiless = 'int compute(int);\nint main(void) { return compute(1) > 2; }\n';
    write('bodiless.c', bodiless);
    await open('bodiless.c', 'c', bodiless);
    const [unknown] = (await diagnostics('bodiless.c')).diagnostics;
    assert.strictEqual(unknown.range.start.line, 1);
    assert.match(unknown.message, /^unknown: call of `compute`/);
    assert.match(unknown.message, /\ntry: heddle check (--config=none )?--as-tried '[^']*'$/);
    const reason = (await next('verdict', ({uri}) => uri === uriOf('bodiless.c'))).reason;
    assert.match(reason, /^call of `compute`/);
    await tell('textDocument/didClose', {textDocument: {uri: uriOf('bodiless.c')}});

    const library = 'static int n;\nint next(void) { return ++n; }\n';
    write('library.c', library);
    await open('library.c', 'c', library);
    const verdict = await next('verdict', ({uri}) => uri === uriOf('library.c'));
    assert.strictEqual(verdict.verdict, 'library');
    assert.match(verdict.message, /there is no `main` here/);
    await assert.rejects(command('heddle.page', 'library.c'), /there is no page/);
}

// A program that does not end: overtaken, cancelled, killed.
async function stop() {
    write('e.zing', endless);
    await open('e.zing', 'zing', endless);
    const first = await next('begin', (value) => value.title.endsWith('e.zing'));
    await change('e.zing', right);
    await next('end', (value) => value.token === first.token && value.message === 'stopped');
    await save('e.zing', right);
    assert.deepStrictEqual((await diagnostics('e.zing')).diagnostics, []);

    await change('e.zing', endless);
    await save('e.zing', endless);
    const second = await next(
        'begin', (value) => value.title.endsWith('e.zing') && value.token > first.token + 1);
    await next('report', (value) => value.token === second.token);
    await tell('window/workDoneProgress/cancel', {token: second.token});
    await next('end', (value) => value.token === second.token && value.message === 'stopped');

    await command('heddle.check', 'e.zing');
    const third = await next('begin', (value) => value.token > second.token);
    while (childrenOf(server.pid).length !== 1) {  // the one that was stopped is gone
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
    process.kill(childrenOf(server.pid)[0], 'SIGKILL');
    const [killed] = (await diagnostics('e.zing')).diagnostics;
    assert.match(killed.message, /ended by signal 9/);
    assert.strictEqual(killed.severity, 2);
    assert.match((await next('message')).message, /ended by signal 9/);
    await next('end', (value) => value.token === third.token);

    const source = new protocol.CancellationTokenSource();
    const hover = ask('textDocument/hover', at('e.zing', 1, 15), source.token);
    source.cancel();
    await assert.rejects(hover, /cancelled/);
}

async function end() {
    const ended = new Promise((resolve) => server.on('exit', resolve));
    await ask('shutdown');
    await assert.rejects(ask('textDocument/hover', at('e.zing', 0, 0)), /shuts down/);
    await tell('exit');
    assert.strictEqual(await ended, 0);
}

// Another session, in which every text is checked; the client does not want to know of progress.
async function changes() {
    connect();
    const initializationOptions = {checkOnChange: true};
    await ask('initialize', {
        processId: null,
        rootUri: null,
        capabilities: {textDocument: {hover: {contentFormat: ['plaintext']}}},
        initializationOptions,
    });
    await open('a b.zing', 'zing', right);
    assert.deepStrictEqual((await diagnostics('a b.zing')).diagnostics, []);
    const hover = await ask('textDocument/hover', at('a b.zing', 1, 15));
    assert.strictEqual(hover.contents.kind, 'plaintext');
    assert.match(hover.contents.value, /^Main\.x: /);
    await change('a b.zing', wrong);
    assert.strictEqual((await diagnostics('a b.zing')).diagnostics[0].code, 'assert');
    await end();
}

async function main() {
    write('heddle.toml', 'time-limit = 600\n');  // no answer depends on how busy the machine is
    connect();
    await begin();
    await repair();
    await words();
    await files();
    await projects();
    await again();
    await both();
    await deadlock();
    await openEnds();
    await stop();
    await end();
    events.length = 0;
    await changes();
}

main()
    .then(
        () => 0,
        (error) => {
            console.log(error.stack);
            server.kill();
            return 1;
        })
    .then((status) => {
        fs.rmSync(folder, {recursive: true});
        process.exit(status);
    });
