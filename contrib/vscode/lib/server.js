// server.js -- how the server is started, and what it is told.
'use strict';

function serverOptions(path) {
    const run = {command: path || 'heddle', args: ['lsp']};
    return {run, debug: run};
}

// `heddle.page` opens the panel; every other command goes to the server.
function clientOptions(checkOnChange, showRun) {
    const languages = ['c', 'zing', 'spl'];
    return {
        documentSelector: ['file', 'untitled'].flatMap(
            (scheme) => languages.map((language) => ({scheme, language}))),
        initializationOptions: {checkOnChange: Boolean(checkOnChange)},
        middleware: {
            executeCommand: (command, rest, next) =>
                command === 'heddle.page' ? showRun(rest[0]) : next(command, rest),
        },
    };
}

module.exports = {serverOptions, clientOptions};
