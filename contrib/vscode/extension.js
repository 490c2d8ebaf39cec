// extension.js -- starts `heddle lsp`, shows the run of a bug in a panel, and goes through it step by step.
'use strict';

const vscode = require('vscode');
const {LanguageClient} = require('vscode-languageclient/node');
const {pageForPanel} = require('./lib/page');
const {serverOptions, clientOptions} = require('./lib/server');
const {Steps} = require('./lib/steps');
const {verdictText} = require('./lib/verdict');

const state = {client: null, panel: null, steps: new Steps(), mark: null, status: null};

const setting = (name) => vscode.workspace.getConfiguration('heddle').get(name);

function activeUri() {
    const editor = vscode.window.activeTextEditor;
    return editor ? editor.document.uri.toString() : null;
}

function execute(command, ...rest) {
    const params = {command, arguments: rest};
    return state.client.sendRequest('workspace/executeCommand', params);
}

// The report's own page, in a panel beside the source.
async function showRun(uri) {
    const page = await execute('heddle.page', uri, false);
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.parse(page));
    if (!state.panel) {
        const beside = vscode.ViewColumn.Beside;
        state.panel = vscode.window.createWebviewPanel('heddle', 'heddle', beside,
                                                       {enableScripts: true, localResourceRoots: []});
        state.panel.onDidDispose(() => {
            state.panel = null;
        });
    }
    state.panel.webview.html = pageForPanel(Buffer.from(bytes).toString('utf8'));
    return page;
}

async function showStep(step) {
    if (!step) {
        vscode.window.setStatusBarMessage('heddle: there is no such step', 3000);
        return;
    }
    const {start, end} = step.location.range;
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(step.location.uri));
    const editor = await vscode.window.showTextDocument(document, {preserveFocus: true, preview: true});
    editor.setDecorations(state.mark, [range]);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    vscode.window.setStatusBarMessage(`heddle: ${step.message}`, 10000);
}

async function goStep(forward) {
    const uri = activeUri();
    if (uri && !state.steps.isOf(uri)) {
        state.steps.set(uri, await execute('heddle.trace', uri), setting('allSteps'));
    }
    await showStep(forward ? state.steps.next() : state.steps.previous());
}

function takeVerdict(verdict) {
    state.steps.forget(verdict.uri);
    vscode.commands.executeCommand('setContext', 'heddle.hasRun', verdict.verdict === 'bug');
    state.status.text = verdictText(verdict);
    state.status.tooltip = verdict.reason || verdict.message;
    state.status.show();
}

function register(context, name, action) {
    const guarded = async () => {
        try {
            await action(activeUri());
        } catch (error) {
            vscode.window.showErrorMessage(`heddle: ${error.message}`);
        }
    };
    context.subscriptions.push(vscode.commands.registerCommand(name, guarded));
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
