// run test/html/names.c --property=assert
// Nothing in the source can end the element that the data stands in.
expect(
    'text', true,
    shown('.line').some(
        (line) => line.textContent.includes(
            '</' +
            'script><!-- <' +
            'script>')));
expect('assertion', true, text('#verdict').includes('x == 0 && "<b>"'));
expect('no element of it', 0, document.querySelectorAll('h1 b:not(.bug)').length);
