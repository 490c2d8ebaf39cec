// steps.js -- where one is in a run.
'use strict';

class Steps {
    constructor() {
        this.forget();
    }

    // Of this file, or (without a name) whatever there is.
    forget(uri) {
        if (uri === undefined || uri === this.uri) {
            this.uri = null;
            this.every = [];
            this.list = [];
            this.at = -1;
        }
    }

    // The answer of heddle.trace; the first step comes next.
    set(uri, list, all) {
        this.uri = uri;
        this.every = list;
        this.list = list.filter((step) => all || step.matters);
        this.at = -1;
    }

    // A step may be in another file of the program.
    isOf(uri) {
        return this.uri === uri || this.list.some((step) => step.location.uri === uri);
    }

    go(to) {
        if (to < 0 || to >= this.list.length) {
            return null;
        }
        this.at = to;
        return this.list[to];
    }

    // Where one is; null: the run has not begun.
    current() {
        return this.list[this.at] || null;
    }

    next() {
        return this.go(this.at + 1);
    }

    previous() {
        return this.go(this.at - 1);
    }

    // Somebody else went to that action; the next step is the one behind it.
    goTo(action) {
        const behind = this.list.findIndex((step) => step.action > action);
        this.at = (behind < 0 ? this.list.length : behind) - 1;
        return this.every.find((step) => step.action === action) || null;
    }
}

module.exports = {Steps};
