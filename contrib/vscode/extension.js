// extension.js -- starts `heddle lsp`, shows the run of a bug in a panel, and goes through it step by step.
'use strict';

const vscode = require('vscode');
const {LanguageClient} = require('vscode-languageclient/node');
const {pageForPanel} = require('./lib/page');
const {serverOptions, clientOptions} = require('./lib/server');
const {Steps} = require('./lib/steps');
const {Verdicts} = require('./lib/verdict');

const state = {
    client: null,
    panel: null,     // shows the run of ...
    panelUri: null,  // ... this file
    steps: new Steps(),
    verdicts: new Verdicts(),
    mark: null,
    status: null,
};

const setting = (name) => vscode.workspace.getConfiguration('heddle').get(name);

function activeUri() {
    const editor = vscode.window.activeTextEditor;
    return editor ? editor.document.uri.toString() : null;
}

function execute(command, ...rest) {
    const params = {command, arguments: rest};
    return state.client.sendRequest('workspace/executeCommand', params);
}

// ---- the panel ----

function isDark() {
    const {kind} = vscode.window.activeColorTheme;
    return kind === vscode.ColorThemeKind.Dark || kind === vscode.ColorThemeKind.HighContrast;
}

function makePanel() {
    const beside = {viewColumn: vscode.ViewColumn.Beside, preserveFocus: true};
    const options = {enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true};
    const panel = vscode.window.createWebviewPanel('heddle', 'heddle', beside, options);
    panel.onDidDispose(() => {
        state.panel = state.panelUri = null;
    });
    panel.webview.onDidReceiveMessage(guarded(({action}) => followPanel(action)));
    return panel;
}

// Beside the source, not in its place.
function revealPanel() {
    const editor = vscode.window.activeTextEditor, column = state.panel.viewColumn;
    const covers = editor && editor.viewColumn === column;
    state.panel.reveal(covers ? vscode.ViewColumn.Beside : column, true);
}

// The report's own page, in a panel.
async function fillPanel(uri) {
    const page = await execute('heddle.page', uri, false);
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.parse(page));
    state.panel = state.panel || makePanel();
    state.panelUri = uri;
    state.panel.title = `heddle: ${decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1))}`;
    const step = state.steps.uri === uri ? state.steps.current() : null;
    state.panel.webview.html = pageForPanel(
        Buffer.from(bytes).toString('utf8'), {dark: isDark(), action: step ? step.action : 0});
    return page;
}

async function showRun(uri) {
    const page = await fillPanel(uri);
    revealPanel();
    return page;
}

// A check has ended: the panel shows the new run.  Where the file did not compile there is no page.
async function refreshPanel() {
    try {
        await fillPanel(state.panelUri);
    } catch (error) {
        state.panel.webview.html = `<p>${error.message.replace(/[<&]/g, '')}</p>`;
    }
}

// ---- steps ----

function clearMarks() {
    vscode.window.visibleTextEditors.forEach((editor) => editor.setDecorations(state.mark, []));
}

// In the editor that shows the file, not in place of the panel.
async function showStep(step) {
    const {start, end} = step.location.range;
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(step.location.uri));
    const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    const viewColumn = shown ? shown.viewColumn : vscode.ViewColumn.One;
    const editor = await vscode.window.showTextDocument(
        document, {viewColumn, preserveFocus: true, preview: true});
    clearMarks();
    editor.setDecorations(state.mark, [range]);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    vscode.window.setStatusBarMessage(`heddle: ${step.message}`, 10000);
}

async function loadSteps(uri) {
    if (uri && !state.steps.isOf(uri)) {
        state.steps.set(uri, await execute('heddle.trace', uri), setting('allSteps'));
    }
}

async function goStep(forward) {
    await loadSteps(activeUri() || state.panelUri);
    const step = forward ? state.steps.next() : state.steps.previous();
    if (!step) {
        const none = 'there is no run: heddle has found no bug in this file';
        const end = forward ? 'that was the last step of the run' : 'that was the first step of the run';
        vscode.window.setStatusBarMessage(`heddle: ${state.steps.list.length ? end : none}`, 5000);
        return;
    }
    await showStep(step);
    if (state.panel && state.steps.uri === state.panelUri) {
        state.panel.webview.postMessage({action: step.action});
    }
}

// Who goes through the run in the panel sees each step in the source.
async function followPanel(action) {
    await loadSteps(state.panelUri);
    const step = state.steps.goTo(action);
    if (step) {
        await showStep(step);
    }
}

// ---- verdicts ----

function showVerdict() {
    const verdict = state.verdicts.of(activeUri() || state.panelUri);
    vscode.commands.executeCommand('setContext', 'heddle.hasBug', Boolean(verdict && verdict.bug));
    vscode.commands.executeCommand('setContext', 'heddle.hasRun', state.verdicts.hasBug());
    if (!verdict) {
        state.status.hide();
        return;
    }
    state.status.text = verdict.text;
    state.status.tooltip = verdict.tooltip;
    state.status.command = verdict.bug ? 'heddle.showRun' : 'heddle.checkFile';
    state.status.show();
}

async function takeVerdict(verdict) {
    state.verdicts.take(verdict);
    if (verdict.command === 'check') {
        state.steps.forget(verdict.uri);
        clearMarks();
        if (state.panel && state.panelUri === verdict.uri) {
            await refreshPanel();
        }
    }
    showVerdict();
}

// What goes wrong is said.
const guarded = (action) => async (...rest) => {
    try {
        await action(...rest);
    } catch (error) {
        vscode.window.showErrorMessage(`heddle: ${error.message}`);
    }
};

function register(context, name, action) {
    const run = guarded(() => action(activeUri() || state.panelUri));
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
}

async function activate(context) {
    state.mark = vscode.window.createTextEditorDecorationType({
        backgroundColor: new vscode.ThemeColor('editor.stackFrameHighlightBackground'),
        isWholeLine: true,
    });
    state.status = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left);
    context.subscriptions.push(state.mark, state.status);
    register(context, 'heddle.checkFile', (uri) => execute('heddle.check', uri));
    register(context, 'heddle.showRun', showRun);
    register(context, 'heddle.nextStep', () => goStep(true));
    register(context, 'heddle.previousStep', () => goStep(false));
    register(context, 'heddle.replayNatively', (uri) => execute('heddle.native', uri));
    register(context, 'heddle.writeAnnotations', (uri) => execute('heddle.annotate', uri));
    register(context, 'heddle.stopCheck', (uri) => execute('heddle.stop', uri));
    context.subscriptions.push(
        vscode.window.onDidChangeActiveTextEditor(showVerdict),
        vscode.window.onDidChangeActiveColorTheme(() => state.panel && refreshPanel()),
        vscode.workspace.onDidCloseTextDocument(({uri}) => {
            state.verdicts.forget(uri.toString());
            showVerdict();
        }));
    const options = clientOptions(setting('checkOnChange'), showRun);
    state.client = new LanguageClient('heddle', 'heddle', serverOptions(setting('path')), options);
    state.client.onNotification('heddle/verdict', takeVerdict);
    try {
        await state.client.start();
    } catch (error) {
        vscode.window.showErrorMessage(
            `heddle: cannot start \`${setting('path')} lsp\` (setting heddle.path): ${error.message}`);
    }
}

function deactivate() {
    return state.client ? state.client.stop() : undefined;
}

module.exports = {activate, deactivate};
