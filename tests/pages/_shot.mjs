import puppeteer from 'puppeteer-core';
import fs from 'fs';
const [,, out, list, widths, themes, full] = process.argv;
fs.mkdirSync(out, {recursive: true});
const b = await puppeteer.launch({executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--allow-file-access-from-files']});
for (const page of list.split(',')) for (const w of widths.split(',').map(Number)) for (const t of themes.split(',')) {
  const p = await b.newPage();
  await p.setViewport({width: w, height: w < 500 ? 1500 : 1100, deviceScaleFactor: 1});
  await p.emulateMediaFeatures([{name:'prefers-color-scheme', value:t}]);
  if (full === 'blind') await p.emulateVisionDeficiency(process.env.BLIND || 'deuteranopia');
  await p.goto('file:///work/main/results/' + page + '.html');
  await new Promise(r => setTimeout(r, 300));
  await p.screenshot({path: `${out}/${page.replaceAll('/','-')}-${w}-${t}.png`, fullPage: full === 'full'});
  await p.close();
}
await b.close();
