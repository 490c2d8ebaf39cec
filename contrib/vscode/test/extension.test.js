// extension.test.js -- the extension with an editor and a client that only take notes.
'use strict';

const assert = require('node:assert');
const Module = require('node:module');
const {test} = require('node:test');

const notes = {commands: {}, errors: [], shown: [], decorated: [], requests: [], html: null, status: {show() {}}};

class Client {
    constructor(id, name, server, options) {
        Object.assign(notes, {server, options});
    }

    onNotification(method, take) {
        notes[method] = take;
    }

    async start() {}

    async stop() {
        notes.stopped = true;
    }

    async sendRequest(method, {command, arguments: rest}) {
        notes.requests.push([method, command, ...rest]);
        if (command === 'heddle.native') {
            throw new Error('no run');
        }
        const range = {start: {line: 3, character: 1}, end: {line: 3, character: 4}};
        const step = {location: {uri: 'file:///a.c', range}, message: '1. here', matters: true};
        return command === 'heddle.page' ? 'file:///page.html' : [step];
    }
}

const editor = {
    document: {uri: 'file:///a.c'},
    setDecorations: (mark, ranges) => notes.decorated.push(ranges),
    revealRange() {},
};
const vscode = {
    workspace: {
        getConfiguration: () => ({get: (name) => ({path: 'heddle', checkOnChange: true})[name]}),
        openTextDocument: async (uri) => uri,
        fs: {readFile: async () => Buffer.from('<html><head></head>page')},
    },
    window: {
        activeTextEditor: editor,
        createTextEditorDecorationType: () => ({}),
        createStatusBarItem: () => notes.status,
        createWebviewPanel: () => ({
            webview: {set html(text) { notes.html = text; }},
            onDidDispose() {},
        }),
        setStatusBarMessage: (text) => notes.shown.push(text),
        showErrorMessage: (text) => notes.errors.push(text),
        showTextDocument: async () => editor,
    },
    commands: {
        registerCommand: (name, action) => {
            notes.commands[name] = action;
        },
        executeCommand: (...rest) => notes.shown.push(rest),
    },
    Range: class {
        constructor(...places) {
            this.places = places;
        }
    },
    ThemeColor: class {},
    TextEditorRevealType: {},
    StatusBarAlignment: {},
    ViewColumn: {},
    Uri: {parse: (uri) => uri},
};

const load = Module._load;
Module._load = (name, ...rest) =>
    name === 'vscode' ? vscode
    : name === 'vscode-languageclient/node' ? {LanguageClient: Client}
    : load(name, ...rest);
const extension = require('../extension');

test('the extension starts the server, goes through a run, shows the panel', async () => {
    await extension.activate({subscriptions: []});
    assert.deepStrictEqual(notes.server.run, {command: 'heddle', args: ['lsp']});
    assert.strictEqual(notes.options.initializationOptions.checkOnChange, true);

    notes['heddle/verdict']({uri: 'file:///a.c', command: 'check', verdict: 'bug', message: 'm', reason: ''});
    assert.match(notes.status.text, /heddle check: bug/);
    assert.deepStrictEqual(notes.shown.pop(), ['setContext', 'heddle.hasRun', true]);

    await notes.commands['heddle.nextStep']();
    assert.deepStrictEqual(notes.decorated.pop()[0].places, [3, 1, 3, 4]);
    assert.match(notes.shown.pop(), /1\. here/);
    await notes.commands['heddle.nextStep']();
    assert.match(notes.shown.pop(), /no such step/);

    await notes.commands['heddle.showRun']();
    assert.match(notes.html, /Content-Security-Policy/);
    assert.deepStrictEqual(notes.requests.pop(), ['workspace/executeCommand', 'heddle.page', 'file:///a.c', false]);

    await notes.commands['heddle.replayNatively']();
    assert.deepStrictEqual(notes.errors, ['heddle: no run']);
    await extension.deactivate();
    assert.ok(notes.stopped);
});
