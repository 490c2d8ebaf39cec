// inside.js -- an extension that tests the other one, in VS Code's extension host: a C program with a data race is opened;
// the diagnostic, the steps, the panel; then it is repaired, and annotated.
'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const vscode = require('vscode');

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(what, test)
{
    for (let k = 0; k < 600; k++) {
        const value = await test();
        if (value) {
            return value;
        }
        await wait(100);
    }
    throw new Error(`not in a minute: ${what}`);
}

async function session()
{
    const folder = vscode.workspace.workspaceFolders[0].uri;
    const uri = vscode.Uri.joinPath(folder, 'bank.c');
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document);
    const [race] = await until('a diagnostic', () => {
        const found = vscode.languages.getDiagnostics(uri);
        return found.length > 0 && found;
    });
    assert.strictEqual(race.code, 'race');
    assert.strictEqual(race.source, 'heddle');
    assert.ok(race.relatedInformation.length >= 4);

    const hovers = await vscode.commands.executeCommand('vscode.executeHoverProvider', uri,
                                                        new vscode.Position(3, 12));
    const texts = hovers.flatMap((hover) => hover.contents.map((content) => content.value));
    assert.match(texts.join('\n'), /\*\*balance\*\*: no discipline/);

    await vscode.commands.executeCommand('heddle.nextStep');
    await vscode.commands.executeCommand('heddle.showRun');
    const tab = await until('the panel',
                            () => vscode.window.tabGroups.all.flatMap((group) => group.tabs)
                                      .find((one) => one.input instanceof vscode.TabInputWebview &&
                                                     one.label === 'heddle: bank.c'));
    await wait(3000); // for a picture of it
    fs.writeFileSync(path.join(folder.fsPath, 'panel'), '');
    await until('the picture', () => !fs.existsSync(path.join(folder.fsPath, 'panel')));
    await vscode.window.tabGroups.close(tab);

    await vscode.window.showTextDocument(document, editor.viewColumn);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(7, 0, 8, 0), '    pthread_mutex_lock(&lock);\n');
    edit.replace(uri, new vscode.Range(8, 0, 9, 0), '    int seen = balance;\n');
    assert.ok(await vscode.workspace.applyEdit(edit));
    await document.save();
    await until('no diagnostic', () => vscode.languages.getDiagnostics(uri).length === 0);
    const actions = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', uri,
                                                         new vscode.Range(3, 0, 3, 20));
    const annotate = actions.find((action) => /^Annotate balance/.test(action.title));
    assert.ok(await vscode.workspace.applyEdit(annotate.edit));
    assert.match(document.getText(), /balance; \/\*@ accessible_if holds\(lock\) \*\//);
}

async function activate()
{
    const folder = vscode.workspace.workspaceFolders[0].uri.fsPath;
    let said = 'passed';
    try {
        await session();
    } catch (error) {
        said = error.stack;
    }
    fs.writeFileSync(path.join(folder, 'result'), `${said}\n`);
}

module.exports = {activate};
