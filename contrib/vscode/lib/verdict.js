// verdict.js -- a few words for the status bar.
'use strict';

const signs = {safe: '$(pass)', bug: '$(bug)', bounded: '$(question)', unknown: '$(question)'};

function verdictText({command, verdict}) {
    const words = command === 'prove' && verdict === 'safe' ? 'proved' : verdict;
    return `${signs[verdict] || '$(warning)'} heddle ${command}: ${words}`;
}

module.exports = {verdictText};
