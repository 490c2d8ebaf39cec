// client.js URL FOLDER PICTURE -- opens VS Code in a browser without a window, lets inside.js run there, takes a picture of the panel.
'use strict';

const fs = require('fs');
const path = require('path');
const puppeteer = require('puppeteer-core');

const [url, folder, picture, browserPath] = process.argv.slice(2);
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function main()
{
    const options = {
        executablePath : browserPath,
        headless : true,
        args : [ '--no-sandbox', '--disable-gpu' ]
    };
    const browser = await puppeteer.launch({...options, protocolTimeout : 300000});
    const page = await browser.newPage();
    await page.setViewport({width : 1500, height : 900});
    await page.goto(url, {waitUntil : 'domcontentloaded', timeout : 120000});
    const panel = path.join(folder, 'panel'), result = path.join(folder, 'result');
    for (let k = 0; k < 2400 && !fs.existsSync(result); k++) {
        if (fs.existsSync(panel)) {
            await page.screenshot({path : picture});
            fs.unlinkSync(panel);
        }
        await wait(100);
    }
    const said = fs.existsSync(result) ? fs.readFileSync(result, 'utf8')
                                       : 'the tests have not ended in four minutes\n';
    process.stdout.write(`VS Code: ${said}`);
    await browser.close();
    return said === 'passed\n' ? 0 : 1;
}

main().then((status) => process.exit(status), (error) => {
    console.log(error.stack);
    process.exit(1);
});
