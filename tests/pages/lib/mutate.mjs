// Makes a hostile record of a real one: texts that are free, names, numbers, and what may be absent.
import { HALF, SHOWN, Chance, spoiled } from './payloads.mjs';

/// Texts that are free, by their path; `*` is any key, `[]` any place in a list.
const TEXTS = [
    'experiment.question', 'experiment.source', 'experiment.policy.*', 'experiment.subject.order.*',
    'experiment.subject.words.*',
    'experiment.until_decided.unjudged[]', 'letters.*', 'columns[].title', 'columns[].seen', 'statistics[].plain',
    'statistics[].about', 'statistics[].causes', 'statistics[].compares.place', 'statistics[].compares.edges[]',
    'routines[].tests[].title', 'routines[].tests[].words', 'routines[].tests[].detectable.unit',
    'routines[].total_variation.lower_by', 'routines[].total_variation.upper_by', 'routines[].total_variation.exact_by',
    'routines[].departure.laws[].bounds', 'routines[].anytime.words', 'routines[].anytime.statistics[].bounds',
    'routines[].anytime.statistics[].words', 'routines[].checks[].check', 'routines[].statistics.*.names[]',
    'claims[].text', 'claims[].source', 'claims[].truth', 'claims[].published', 'claims[].unit', 'claims[].test',
    'claims[].detail', 'would_show[].one', 'would_show[].several', 'would_show[].routine', 'more.again', 'more.never',
    'answers.*.letters.*', 'answers.*.routine', 'answers.*.at_most[].by', 'answers.*.at_least[].by',
    'answers.*.total_variation.by', 'answers.*.by', 'answers.*.counted', 'answers.*.event', 'answers.*.poker.median',
].map(pattern);
/// Names, which must stay different from each other.
const NAMES = ['experiment.name', 'routines[].name', 'claims[].id'].map(pattern);
/// Objects whose keys are free.
const KEYS = ['letters', 'answers', 'answers.*.letters'].map(pattern);
/// What a record may leave open, and the lists that may be empty.
const OPEN = ['value', 'df', 'p', 'p_adjusted', 'share', 'decks_needed', 'detectable', 'total_variation', 'departure', 'published',
    'measured', 'exact', 'standard_error', 'unit', 'source', 'exact_by', 'error', 'seen', 'fair', 'simulated', 'difference'];
const LISTS = ['columns', 'statistics', 'routines', 'tests', 'checks', 'claims', 'laws', 'unaveraged', 'histogram', 'names',
    'letters', 'answers'];
const FLOATS = ['0', '-0.0', '-1.0', '0.5', '1e308', '-1e308', '1.7976931348623157e308', '5e-324', '1e-300', '1e17', '1.0000000000000002'];
const WHOLE = ['0', '0', '1', '2', '365', '4294967295', '9007199254740993', '18446744073709551615'];
/// Stands for a number that JavaScript cannot hold; it is written without its quotes.
const RAW = 'raw number ';

function pattern(path) {
    const parts = path.replaceAll('[]', '.[]').split('.').map((part) => (part === '*' ? '[^\\0]+' : part.replace(/[[\]]/g, '\\$&')));
    return new RegExp(`^${parts.join('\0')}$`, 'u');
}

const is = (path, patterns) => patterns.some((one) => one.test(path.join('\0')));

/// The text of a hostile record, and what of it a page must show as it is.
export function hostile(text, seed) {
    const chance = new Chance(seed);
    const left = { large: 12 };
    let record = texts(JSON.parse(text), chance, left);
    const shown = [chance.of(SHOWN)];
    record.experiment.question = `${shown[0]} ${record.experiment.question}`;
    if (chance.likely(0.4)) numbers(record, chance);
    if (chance.likely(0.25)) holes(record, chance);
    if (chance.likely(0.08)) record = renamed(record, chance);
    if (chance.likely(0.03)) record.experiment.name += HALF;
    const json = JSON.stringify(record, null, 2).replace(new RegExp(`"${RAW}([^"]+)"`, 'g'), '$1');
    return { json: `${json}\n`, shown };
}

/// Free texts and names, two of three of them spoiled.
function texts(record, chance, left) {
    const calm = () => !chance.likely(0.65);
    let number = 0;
    const named = (text) => {
        number += 1;
        return calm() ? text : `${spoiled(chance, text, left)}${number}`;
    };
    const walk = (value, path) => {
        if (typeof value === 'string') {
            if (is(path, NAMES)) return named(value);
            return is(path, TEXTS) && !calm() ? spoiled(chance, value, left) : value;
        }
        if (Array.isArray(value)) return value.map((item) => walk(item, [...path, '[]']));
        if (value === null || typeof value !== 'object') return value;
        const free = is(path, KEYS);
        // Not by assignment: `__proto__` is a key like any other.
        return Object.fromEntries(Object.entries(value).map(([key, item]) =>
            [free ? named(key) : key, walk(item, [...path, key])]));
    };
    return walk(record, []);
}

/// All objects and lists of a record with their keys.
function* slots(value) {
    if (value === null || typeof value !== 'object') return;
    for (const key of Object.keys(value)) {
        yield [value, key];
        yield* slots(value[key]);
    }
}

/// A few numbers, or all numbers of a key, that no run gives.
function numbers(record, chance) {
    const all = [...slots(record)].filter(([at, key]) => typeof at[key] === 'number');
    const spoil = (at, key) => {
        // Whole numbers stay whole and positive most of the time: else the record is refused at once.
        const whole = Number.isInteger(at[key]) && chance.likely(0.93);
        at[key] = RAW + chance.of(whole ? WHOLE : FLOATS);
    };
    if (!all.length) return;
    const [, key] = chance.of(all);
    if (chance.likely(0.3) && !/^\d+$/.test(key)) {
        all.filter(([, other]) => other === key).forEach(([at]) => spoil(at, key));
    } else {
        for (let times = 1 + chance.below(5); times > 0; times -= 1) {
            const [at, one] = chance.of(all);
            if (typeof at[one] === 'number') spoil(at, one);
        }
    }
    if (chance.likely(0.3)) record.experiment.trials = 0;
    if (chance.likely(0.3)) record.routines.forEach((routine) => { routine.decks = 0; });
}

/// Nothing where something may be absent, and empty lists.
function holes(record, chance) {
    const all = [...slots(record)];
    const open = all.filter(([, key]) => OPEN.includes(key));
    for (let times = chance.below(8); times > 0 && open.length; times -= 1) {
        const [at, key] = chance.of(open);
        at[key] = null;
    }
    const lists = all.filter(([at, key]) => LISTS.includes(key) && at[key] && typeof at[key] === 'object');
    for (let times = chance.below(3); times > 0 && lists.length; times -= 1) {
        const [at, key] = chance.of(lists);
        at[key] = Array.isArray(at[key]) ? [] : {};
    }
}

/// A statistic with another name, wherever it is named.
function renamed(record, chance) {
    const name = record.statistics?.length ? chance.of(record.statistics).name : null;
    if (!name) return record;
    const other = `${name}${chance.of(SHOWN)}`;
    const walk = (value) => {
        if (value === name) return other;
        if (Array.isArray(value)) return value.map(walk);
        if (value === null || typeof value !== 'object') return value;
        return Object.fromEntries(Object.entries(value).map(([key, item]) => [key === name ? other : key, walk(item)]));
    };
    return walk(record);
}
