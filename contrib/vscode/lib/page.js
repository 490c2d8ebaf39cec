// page.js -- the page of a report, so that a panel takes it: its own scripts run, nothing is loaded from elsewhere.
'use strict';

const crypto = require('crypto');

function pageForPanel(html, nonce = crypto.randomBytes(16).toString('hex')) {
    const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'`;
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
    // Data in the page cannot end its element, so each tag that begins with <script is one.
    const marked = html.replace(/<script(?=[\s>])/g, `<script nonce="${nonce}"`);
    return marked.replace(/<head>/i, () => `<head>${meta}`);
}

module.exports = {pageForPanel};
