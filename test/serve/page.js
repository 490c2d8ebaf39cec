// page.js -- a visit of the page of heddle serve, in a browser without a window: a program is typed and run, and the editor
// shows the line of the step.  `answer` is what the server says of the program that test/serve/one asks about.
'use strict';

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const here = () => shown('#numbers .here').map((element) => element.textContent.trim()).join();

function type(words)
{
    for (const letter of words) {
        const key = letter === '\n' ? 'Enter' : letter;
        const event = new KeyboardEvent('keydown', {key, bubbles : true, cancelable : true});
        if (document.activeElement.dispatchEvent(event)) {
            document.execCommand('insertText', false, letter);
        }
    }
}

// What heddle suggests is a click, if this page has the options.
async function follows()
{
    chooseView('words');
    const suggested = 'heddle check --as-tried --set=100=2,N=2 program.c';
    showWords('  what now?\n    ' + suggested + '\n    heddle check --time-limit=80 program.c\n');
    expect('what this page can do', suggested,
           shown('#words a').map((element) => element.textContent).join());
    document.querySelector('#words a').click();
    for (let k = 0; k < 100 && waiting; k++) {
        await wait(20);
    }
    expect('a suggestion is followed', '{"set":"100=2,N=2","as-tried":true}',
           JSON.stringify(chosenOptions()));
    expect('how many options', 'options (2)',
           document.querySelector('#options summary').textContent);
    setOptions({});
}

// What was typed is there when the page is loaded again, and when a link comes.
async function keeps(editor)
{
    const typed = editor.value;
    begin.typed = true;
    keepForReload();
    setProgram({language : 'zing', text : 'class A { };', command : 'check'});
    expect('kept for a reload', true, takeKept());
    expect('what was typed is there', typed, editor.value);
    location.hash =
        '0.' +
        btoa('{"language":"zing","text":"class B { };","command":"infer"}').replace(/=/g, '');
    await wait(200);
    expect('a link', 'class B { };', editor.value);
    expect('another address', false, takeKept());
    expect('what was typed is an example', typed, examples[examples.length - 1].text);
    setProgram({language : 'c', text : typed, command : 'check'});
    chooseView('words');
}

async function visit()
{
    const editor = document.getElementById('text');
    editor.focus();
    editor.select();
    document.execCommand('insertText', false, 'x');
    editor.select();
    type('int f(void)\n{\nif (1) {\nreturn 2;\n}\nreturn 3;\n}\n');
    expect('indented', 'int f(void)\n{\n    if (1) {\n        return 2;\n    }\n    return 3;\n}\n',
           editor.value);

    const source =
        answer.page.match(/<script type="application\/json" id="data">([^]*?)<\/script>/);
    setProgram({language : 'c', text : JSON.parse(source[1]).files[0].text, command : 'check'});
    window.fetch = async () => ({json : async () => answer});
    await run('check');
    expect('no step yet', '', here());
    const frame = document.getElementById('steps');
    for (let k = 0; k < 100 && !frame.contentWindow.length && !visit.loaded; k++) {
        frame.addEventListener('load', () => visit.loaded = true);
        await wait(20);
    }
    const tell = (line) => window.dispatchEvent(new MessageEvent(
        'message', {source : frame.contentWindow, data : {file : 'program.c', line}}));
    tell(3);
    expect('the line of a step', '3', here());
    window.dispatchEvent(
        new MessageEvent('message', {source : window, data : {file : 'program.c', line : 4}}));
    expect('nobody else says so', '3', here());
    editor.focus();
    editor.setSelectionRange(0, 0);
    type('\n');
    tell(4);
    expect('the text is another one', '', here());

    await follows();
    await keeps(editor);

    showWords('x  no discipline: written by thread 0.1 at line 4 of program.c');
    document.querySelector('#words a').click();
    expect('a line in a text', 4, editor.value.slice(0, editor.selectionStart).split('\n').length);
}

visit()
    .catch((error) => troubles.push(error.stack))
    .then(() => document.body.append(
              make('pre', 'verdict-of-test', troubles.join('\n') || 'all is well')));
