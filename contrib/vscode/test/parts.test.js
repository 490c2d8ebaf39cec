// parts.test.js -- the parts of the extension, by node's own test runner: `node --test`.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const {test} = require('node:test');
const {pageForPanel} = require('../lib/page');
const {serverOptions, clientOptions} = require('../lib/server');
const {Steps} = require('../lib/steps');
const {Verdicts} = require('../lib/verdict');

const here = path.join(__dirname, '..');
const read = (name) => JSON.parse(fs.readFileSync(path.join(here, name), 'utf8'));

function step(uri, matters, message) {
    const start = {line: 1, character: 0};
    return {location: {uri, range: {start, end: start}}, matters, message};
}

test('steps: forward, back, and no further than the ends', () => {
    const steps = new Steps();
    steps.set('a', [step('a', true, '1'), step('b', false, '2'), step('b', true, '3')], false);
    assert.strictEqual(steps.previous(), null);
    assert.strictEqual(steps.current(), null);
    assert.strictEqual(steps.next().message, '1');
    assert.strictEqual(steps.current().message, '1');
    assert.strictEqual(steps.next().message, '3');
    assert.strictEqual(steps.next(), null);
    assert.strictEqual(steps.previous().message, '1');
    assert.ok(steps.isOf('b') && !steps.isOf('c'));
    steps.forget('c');
    assert.ok(steps.isOf('a'));
    steps.forget('a');
    assert.ok(!steps.isOf('a') && steps.next() === null);
});

test('steps: all of them, if one wants to', () => {
    const steps = new Steps();
    steps.set('a', [step('a', true, '1'), step('b', false, '2')], true);
    steps.next();
    assert.strictEqual(steps.next().message, '2');
});

test('steps: the panel goes to one', () => {
    const steps = new Steps();
    const all = [1, 2, 3].map((action) => ({...step('a', action !== 2, String(action)), action}));
    steps.set('a', all, false);
    assert.strictEqual(steps.goTo(2).message, '2');
    assert.strictEqual(steps.next().message, '3');
    assert.strictEqual(steps.goTo(3).message, '3');
    assert.strictEqual(steps.next(), null);
    assert.strictEqual(steps.goTo(4), null);
});

test('page: the colours of the editor; it tells where it is', () => {
    const html = '<head><style>:root { color-scheme: light dark; } @media (prefers-color-scheme: dark) {}</style></head>' +
        '<body>color-scheme: light dark</body>';
    const dark = pageForPanel(html, {dark: true, action: 3, nonce: 'N'}), light = pageForPanel(html, {nonce: 'N'});
    assert.match(dark, /root { color-scheme: dark; } @media all {}/);
    assert.match(light, /root { color-scheme: light; } @media not all {}/);
    assert.match(dark, /<body>color-scheme: light dark<script nonce="N">\n/);
    const said = [], listens = {};
    const run = new Function('acquireVsCodeApi', 'document', 'window', 'goTo',
                             dark.match(/<script nonce="N">([^]*)<\/script>/)[1]);
    const listen = {addEventListener: (name, take) => { listens[name] = take; }};
    const goTo = (number) => { said.push(`to ${number}`); listens['heddle-step']({detail: 'echo'}); };
    listens['heddle-step'] = () => {};
    run(() => ({postMessage: (message) => said.push(message)}), listen, listen, goTo);
    listens['heddle-step']({detail: {action: 4}});
    listens.message({data: {action: 7}});
    assert.deepStrictEqual(said, ['to 2', {action: 4}, 'to 6']); // no echo
});

test('page: only its own scripts may run', () => {
    const page = pageForPanel('<html><head></head><script type="application/json">{"a": "$&"}</script><script>x</script>', {nonce: 'N'});
    assert.match(page, /<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'.*'nonce-N'">/);
    assert.match(page, /<script nonce="N" type="application\/json">{"a": "\$&"}<\/script><script nonce="N">x/);
    assert.notStrictEqual(pageForPanel('<head>'), pageForPanel('<head>'));
});

test('server: how it is started; the page opens the panel', () => {
    assert.deepStrictEqual(serverOptions('/a b/heddle').run, {command: '/a b/heddle', args: ['lsp']});
    assert.strictEqual(serverOptions('').run.command, 'heddle');
    const options = clientOptions(true, (uri) => `panel ${uri}`);
    const run = options.middleware.executeCommand;
    assert.ok(options.initializationOptions.checkOnChange);
    assert.ok(options.documentSelector.some(({language}) => language === 'zing'));
    assert.strictEqual(run('heddle.page', ['u'], () => 'server'), 'panel u');
    assert.strictEqual(run('heddle.native', ['u'], () => 'server'), 'server');
});

test('verdicts: words for the status bar, of each file its own', () => {
    const verdicts = new Verdicts();
    const take = (uri, command, verdict, message = '') =>
        verdicts.take({uri, command, verdict, message, reason: ''});
    assert.strictEqual(verdicts.of('a'), null);
    take('a', 'check', 'bug', 'a race');
    take('b', 'check', 'safe');
    assert.deepStrictEqual(verdicts.of('a'), {text: '$(bug) heddle: bug', tooltip: 'a race', bug: true});
    assert.strictEqual(verdicts.of('b').text, '$(pass) heddle: safe');
    assert.ok(verdicts.hasBug());
    take('b', 'prove', 'bug', 'put: not proved');
    assert.deepStrictEqual(verdicts.of('b'), {text: '$(bug) heddle: safe, not proved', tooltip: 'put: not proved', bug: false});
    take('c', 'check', 'library', 'no main');
    assert.strictEqual(verdicts.of('c').text, '$(pass) heddle: no program');
    take('c', 'prove', 'safe');
    assert.strictEqual(verdicts.of('c').text, '$(pass) heddle: proved');
    take('a', 'check', 'none');
    assert.strictEqual(verdicts.of('a').text, '$(warning) heddle: none');
    verdicts.forget('a');
    assert.strictEqual(verdicts.of('a'), null);
});

// The scope that a grammar gives to a word that stands alone.
function scopeOf(grammar, word) {
    for (const {name, match} of grammar.repository.all.patterns) {
        const found = match && name && word.match(new RegExp(match));
        if (found && found[0] === word) {
            return name;
        }
    }
    return null;
}

for (const language of ['zing', 'spl']) {
    test(`grammar of ${language}: each keyword of the front end has a colour`, () => {
        const grammar = read(`syntaxes/${language}.tmLanguage.json`);
        const table = path.join(here, '../../src/front', language, 'token.def');
        const words = [...fs.readFileSync(table, 'utf8').matchAll(/^TOKEN ?\(\w+, "(\w+)", WORD\)/gm)];
        assert.ok(words.length > 20);
        for (const [, word] of words) {
            assert.match(scopeOf(grammar, word) || `none for ${word}`, /^(keyword|storage|constant)\./);
        }
        assert.strictEqual(scopeOf(grammar, 'banana'), null);
        assert.strictEqual(scopeOf(grammar, '// if'), `comment.line.double-slash.${language}`);
    });
}

test('package.json: what it names is there', () => {
    const {contributes, main} = read('package.json');
    for (const {path: name} of contributes.grammars) {
        assert.ok(read(name).scopeName);
    }
    for (const {configuration} of contributes.languages) {
        assert.ok(read(configuration).comments);
    }
    const source = fs.readFileSync(path.join(here, main), 'utf8');
    for (const {command} of contributes.commands) {
        assert.ok(source.includes(`'${command}'`), command);
    }
});
