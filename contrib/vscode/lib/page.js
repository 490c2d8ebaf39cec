// page.js -- the page of a report, so that a panel takes it: its own scripts run, nothing is loaded from elsewhere.
'use strict';

const crypto = require('crypto');

// The page tells where it is, and goes where it is told to.
const scriptOf = (first) => `
const editor = acquireVsCodeApi();
let told = false;
document.addEventListener('heddle-step', (event) => told || editor.postMessage(event.detail));
function show(action) {
    told = true;
    goTo(action - 1);
    told = false;
}
window.addEventListener('message', ({data: {action}}) => show(action));
if (${first}) {
    show(${first});
}
`;

// The colours are the editor's, not those of the desktop.
function setColours(head, dark) {
    return head.replace('color-scheme: light dark', `color-scheme: ${dark ? 'dark' : 'light'}`)
        .replace('@media (prefers-color-scheme: dark)', dark ? '@media all' : '@media not all');
}

// `action`: the one to begin with; 0: the last.
function pageForPanel(html, {dark = false, action = 0, nonce = crypto.randomBytes(16).toString('hex')} = {}) {
    const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'`;
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
    const ends = html.indexOf('</head>') + 1;
    const coloured = setColours(html.slice(0, ends), dark) + html.slice(ends);
    // Data in the page cannot end its element, so each tag that begins with <script is one.
    const marked = coloured.replace(/<script(?=[\s>])/g, `<script nonce="${nonce}"`);
    return marked.replace(/<head>/i, () => `<head>${meta}`)
        .replace(/<\/body>/i, () => `<script nonce="${nonce}">${scriptOf(action)}</script></body>`);
}

module.exports = {pageForPanel};
