// parts.test.js -- the parts of the extension, by node's own test runner: `node --test`.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const {test} = require('node:test');
const {pageForPanel} = require('../lib/page');
const {serverOptions, clientOptions} = require('../lib/server');
const {Steps} = require('../lib/steps');
const {verdictText} = require('../lib/verdict');

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
    assert.strictEqual(steps.next().message, '1');
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

test('page: only its own scripts may run', () => {
    const page = pageForPanel('<html><head></head><script type="application/json">{"a": "$&"}</script><script>x</script>', 'N');
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

test('verdict: words for the status bar', () => {
    assert.strictEqual(verdictText({command: 'prove', verdict: 'safe'}), '$(pass) heddle prove: proved');
    assert.strictEqual(verdictText({command: 'check', verdict: 'none'}), '$(warning) heddle check: none');
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
