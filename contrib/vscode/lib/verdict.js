// verdict.js -- what is known of each file, and a few words of it for the status bar.
'use strict';

const signs = {bug: '$(bug)', error: '$(error)', unknown: '$(question)', bounded: '$(question)', none: '$(warning)'};
const weights = ['library', 'safe', 'bounded', 'unknown', 'none', 'error', 'bug'];

const wordsOf = ({command, verdict}) => command === 'prove' && verdict === 'safe' ? 'proved' :
    command === 'prove' && verdict === 'bug'                                      ? 'not proved' :
    verdict === 'library'                                                         ? 'no program' :
                                                                                    verdict;

class Verdicts {
    constructor() {
        this.files = new Map();
    }

    // A check begins anew; prove comes with it or behind it.
    take(verdict) {
        const before = this.files.get(verdict.uri) || [];
        this.files.set(verdict.uri, [...before.filter(({command}) => command !== verdict.command), verdict]);
    }

    forget(uri) {
        this.files.delete(uri);
    }

    hasBug() {
        return [...this.files.values()].flat().some(({verdict}) => verdict === 'bug');
    }

    // Of one file: {text, tooltip, bug}; null: nothing is known.
    of(uri) {
        const all = this.files.get(uri) || [];
        const proves = all.some(({command}) => command === 'prove');
        const shown = all.filter(({verdict}) => !(proves && verdict === 'library'))
                          .sort((a, b) => a.command.localeCompare(b.command));
        if (!shown.length) {
            return null;
        }
        const worst = Math.max(...shown.map(({verdict}) => weights.indexOf(verdict)));
        return {
            text: `${signs[weights[worst]] || '$(pass)'} heddle: ${shown.map(wordsOf).join(', ')}`,
            tooltip: shown.map(({message, reason}) => reason || message).filter((text) => text).join('\n'),
            bug: shown.some(({command, verdict}) => command === 'check' && verdict === 'bug'),
        };
    }
}

module.exports = {Verdicts};
