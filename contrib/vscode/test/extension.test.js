// extension.test.js -- the extension with an editor and a client that only take notes.
'use strict';

const assert = require('node:assert');
const Module = require('node:module');
const {test} = require('node:test');

const notes = {commands: {}, errors: [], shown: [], decorated: [], requests: [], html: null, posted: [], status: {show() {}, hide() {}}};

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
        const step = {location: {uri: 'file:///a.c', range}, message: '1. here', matters: true, action: 1};
        return command === 'heddle.page' ? 'file:///page.html' : [step];
    }
}

const file = {uri: 'file:///a.c'};
const editor = {
    document: file,
    viewColumn: 2,
    setDecorations: (mark, ranges) => notes.decorated.push(ranges),
    revealRange() {},
};
const vscode = {
    workspace: {
        getConfiguration: () => ({get: (name) => ({path: 'heddle', checkOnChange: true})[name]}),
        openTextDocument: async () => file,
        onDidCloseTextDocument: (take) => { notes.closed = take; },
        fs: {readFile: async () => Buffer.from('<html><head></head>page')},
    },
    window: {
        activeTextEditor: editor,
        createTextEditorDecorationType: () => ({}),
        createStatusBarItem: () => notes.status,
        activeColorTheme: {kind: 2},
        visibleTextEditors: [editor],
        createWebviewPanel: () => ({
            webview: {
                set html(text) { notes.html = text; },
                onDidReceiveMessage: (take) => { notes.fromPanel = take; },
                postMessage: (message) => notes.posted.push(message),
            },
            viewColumn: 2,
            reveal: (column) => { notes.revealed = column; },
            onDidDispose() {},
        }),
        onDidChangeActiveTextEditor: (take) => { notes.changed = take; },
        onDidChangeActiveColorTheme: (take) => { notes.theme = take; },
        setStatusBarMessage: (text) => notes.shown.push(text),
        showErrorMessage: (text) => notes.errors.push(text),
        showTextDocument: async (document, {viewColumn}) => {
            notes.column = viewColumn;
            return editor;
        },
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
    ViewColumn: {One: 1, Beside: -2},
    ColorThemeKind: {Dark: 2, HighContrast: 3},
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

    await notes.commands['heddle.nextStep']();
    notes.shown.length = 0;
    const tell = (verdict) =>
        notes['heddle/verdict']({uri: 'file:///a.c', command: 'check', verdict, message: 'm', reason: ''});
    await tell('bug');
    assert.match(notes.status.text, /heddle: bug/);
    assert.strictEqual(notes.status.command, 'heddle.showRun');
    assert.deepStrictEqual(notes.shown.pop(), ['setContext', 'heddle.hasRun', true]);

    await notes.commands['heddle.nextStep']();
    assert.deepStrictEqual(notes.decorated.pop()[0].places, [3, 1, 3, 4]);
    assert.deepStrictEqual(notes.decorated.pop(), []); // the mark that was there before
    assert.match(notes.shown.pop(), /1\. here/);
    assert.strictEqual(notes.column, 2); // where the file is shown already
    await notes.commands['heddle.nextStep']();
    assert.match(notes.shown.pop(), /the last step/);

    await notes.commands['heddle.showRun']();
    assert.match(notes.html, /Content-Security-Policy/);
    assert.deepStrictEqual(notes.requests.pop(), ['workspace/executeCommand', 'heddle.page', 'file:///a.c', false]);
    assert.strictEqual(notes.revealed, -2); // not over the source
    notes.revealed = null;
    await notes.fromPanel({action: 1});
    assert.match(notes.shown.pop(), /1\. here/);
    await notes.commands['heddle.previousStep']();
    assert.match(notes.shown.pop(), /the first step/);
    assert.deepStrictEqual(notes.posted, []);
    notes.html = null;
    await tell('safe'); // the panel shows the new run, the marks go
    assert.match(notes.html, /page/);
    assert.strictEqual(notes.revealed, null); // where it is
    assert.deepStrictEqual(notes.decorated.pop(), []);
    assert.match(notes.status.text, /safe/);
    assert.strictEqual(notes.status.command, 'heddle.checkFile');
    await notes.commands['heddle.nextStep']();
    assert.deepStrictEqual(notes.posted, [{action: 1}]);
    notes.closed(file);
    assert.deepStrictEqual(notes.shown.pop(), ['setContext', 'heddle.hasRun', false]);

    await notes.commands['heddle.replayNatively']();
    assert.deepStrictEqual(notes.errors, ['heddle: no run']);
    await extension.deactivate();
    assert.ok(notes.stopped);
});
