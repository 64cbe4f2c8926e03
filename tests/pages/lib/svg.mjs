// A picture in a file of its own: well-formed, and nothing in it that runs or that asks for something.
export async function picture(visit, report) {
    (await visit.page.evaluate(inPicture)).forEach(report);
}

function inPicture() {
    const problems = [];
    const wrong = (text) => problems.push(text);
    const root = document.documentElement;
    const error = document.querySelector('parsererror');
    if (error) return [`is no XML: ${error.textContent.trim().replace(/\s+/g, ' ').slice(0, 200)}`];
    if (root.namespaceURI !== 'http://www.w3.org/2000/svg' || root.localName !== 'svg') return ['its root is no svg'];
    const [, , width, height] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
    if (!(width > 0 && height > 0)) wrong(`its viewBox is "${root.getAttribute('viewBox')}"`);
    const named = root.getAttribute('aria-label')?.trim() || root.querySelector('title')?.textContent.trim();
    if (!named) wrong('has neither aria-label nor title');
    // A file of its own is shown as large as it is.
    const small = [...document.querySelectorAll('text')].filter((it) => parseFloat(getComputedStyle(it).fontSize) < 11);
    if (small.length) wrong(`has ${small.length} texts smaller than 11, the first is "${small[0].textContent.slice(0, 40)}"`);
    for (const it of document.querySelectorAll('*')) {
        if (['script', 'foreignObject', 'iframe', 'image', 'a', 'handler', 'animate', 'set'].includes(it.localName)) {
            wrong(`has <${it.localName}>`);
        }
        for (const { name, value } of it.attributes) {
            if (name.toLowerCase().startsWith('on')) wrong(`<${it.localName}> has the attribute ${name}`);
            if (/(^|:)href$/.test(name) && !value.startsWith('#')) wrong(`<${it.localName}> refers to ${value.slice(0, 80)}`);
            if (/url\(\s*['"]?(?!['"]?#)/i.test(value)) wrong(`<${it.localName}> asks for ${value.slice(0, 80)}`);
            if (/NaN|Infinity|undefined/.test(value) && /^(d|x|y|x1|x2|y1|y2|cx|cy|r|width|height|points|transform|viewBox)$/.test(name)) {
                wrong(`<${it.localName}> has ${name}="${value.slice(0, 60)}"`);
            }
        }
        if (it.localName === 'style' && /@import|url\(/.test(it.textContent)) wrong('its style asks for something');
        if (problems.length > 20) break;
    }
    return problems;
}
