// Streams of decks, in the ways in which people have them. A recipe gives the files, the words of the command line that tests
// them, and what is filled into the page for the same.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROUTINES = ['G*3', 'S', 'M*7', 'O*5 C', 'H*3', 'R*4', 'G*7'];
const TRIALS = 1500;
const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
const CARDS = ['S', 'H', 'D', 'C'].flatMap((suit) => RANKS.map((rank) => `${rank}${suit}`));
const routine = (round) => ROUTINES[round % ROUTINES.length];
/// Random numbers that are the same everywhere.
const chance = (seed) => {
    let state = seed >>> 0;
    return (below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
    };
};

/// Decks as numbers.
const decks = async ({ emit, round }, cards = 52, more = [], trials = TRIALS, what = routine(round)) => {
    const text = (await emit('emitted', [what, '--deck', String(cards), '--trials', String(trials), ...more])).toString();
    return text.trim().split('\n').map((line) => line.trim().split(/\s+/).map(Number));
};
const lines = (rows, between = ' ') => `${rows.map((row) => row.join(between)).join('\n')}\n`;
const of = (name, file, text, { words = [], ...fields } = {}) => {
    const own = [];
    if (fields.deck) own.push('--deck', fields.deck);
    if (fields.format) own.push('--format', fields.format);
    if (fields.view) own.push('--view', fields.view);
    const more = words.map((word) => (/[\s'"]/.test(word) ? `'${word}'` : word)).join(' ');
    return { files: { [file]: text }, words: ['test', file, ...own, ...words], fields: { ...fields, more } };
};
const recipe = (name, make) => ({ name, make });

export const RECIPES = [
    recipe('text', async (it) => of('text', 'decks.txt', lines(await decks(it)), { deck: '52' })),
    recipe('csv', async (it) => of('csv', 'decks.csv', lines(await decks(it), ','), { deck: '52', format: 'csv' })),
    recipe('jsonl', async (it) => of('jsonl', 'decks.jsonl', `${(await decks(it)).map((deck) => JSON.stringify({ deck })).join('\n')}\n`, { format: 'jsonl' })),
    recipe('json', async (it) => of('json', 'decks.json', JSON.stringify((await decks(it)).map((cards) => ({ game: { cards } })), null, 1), { format: 'json', words: ['--key', 'game.cards'] })),
    recipe('cards', async (it) => of('cards', 'cards.txt', lines((await decks(it)).map((deck) => deck.map((card) => CARDS[card]))), { format: 'cards' })),
    recipe('u8', async (it) => of('u8', 'decks.bin', await it.emit('emitted', [routine(it.round), '--deck', '40', '--trials', '3000', '--format', 'u8']), { deck: '40', format: 'u8' })),
    recipe('u16', async (it) => of('u16', 'wide.bin', await it.emit('emitted', [routine(it.round), '--deck', '300', '--trials', '300', '--format', 'u16']), { deck: '300', format: 'u16' })),
    recipe('base 1', async (it) => of('base 1', 'ones.txt', lines((await decks(it)).map((deck) => deck.map((card) => card + 1))), { deck: '52', words: ['--base', '1'] })),
    recipe('in place', async (it) => {
        const found = of('in place', 'in-place.txt', lines(await decks(it, 52, ['--memory', 'in-place'])), { deck: '52' });
        return { ...found, words: [...found.words, '--in-place'], fields: { ...found.fields, inPlace: true } };
    }),
    recipe('stakes', async (it) => {
        const stakes = ['top is AS pays 51', 'first:5 flush'];
        const found = of('stakes', 'staked.txt', lines(await decks(it)), { deck: '52' });
        const words = [...found.words, '--stakes', 'poker', ...stakes.flatMap((stake) => ['--stake', stake])];
        return { ...found, words, fields: { ...found.fields, stakes: 'poker', stake: stakes.join('\n') } };
    }),
    recipe('copies', async (it) => {
        const names = ['Forest', 'Island', 'Swamp', 'Plains'];
        const rows = (await decks(it, 40)).map((deck) => deck.map((card) => names[Math.floor(card / 10)]));
        const found = of('copies', 'copies.csv', lines(rows, ','), { format: 'cards' });
        found.files['start.txt'] = names.map((name) => `10 ${name}`).join('\n');
        return { ...found, words: [...found.words, '--start', 'start.txt'] };
    }),
    recipe('first seven', async (it) => of('first seven', 'first.txt', lines((await decks(it, 60, [], 200)).map((deck) => deck.slice(0, 7))), { deck: '60', view: 'first:7', words: ['--base', '0'] })),
    recipe('hands of types', async (it) => {
        const rows = (await decks(it, 60)).map((deck) => deck.slice(0, 7).map((card) => (card < 24 ? 'land' : 'spell')));
        return of('hands of types', 'hands.txt', lines(rows), { deck: '24 land, 36 spell', view: 'hand:7' });
    }),
    recipe('a sequence', async ({ round }) => {
        const next = chance(round + 1);
        const symbol = () => [50, 75, 95, 100].findIndex((upTo) => next(100) < upTo);
        return of('a sequence', 'loot.txt', `${Array.from({ length: 20000 }, () => Math.max(0, symbol())).join('\n')}\n`, { words: ['--subject', 'sequence', '--weights', '50,25,20,5'] });
    }),
    recipe('scrambles', async ({ round }) => {
        const next = chance(round + 7);
        const turn = () => `${'RUF'[next(3)]}${['', '2', "'"][next(3)]}`;
        const rows = Array.from({ length: 4000 }, () => Array.from({ length: 11 }, turn));
        return of('scrambles', 'scrambles.txt', lines(rows), { words: ['--subject', 'state'] });
    }),
    recipe('columns', async (it) => {
        const rows = (await decks(it)).map((deck, at) => [at + 1, ...deck]);
        const head = ['deal', ...Array.from({ length: 52 }, (_, at) => `c${at + 1}`)].join(';');
        return of('columns', 'deals.csv', `${head}\n${lines(rows, ';')}`, { deck: '52', format: 'csv', words: ['--columns', '2-53', '--separator', ';'] });
    }),
    recipe('until decided', async (it) => of('until decided', 'long.txt', lines(await decks(it, 52, [], 6000)), { deck: '52', words: ['--until-decided', '--delta', '0.1'] })),
    recipe('few decks', async (it) => of('few decks', 'twenty.txt', lines(await decks(it, 52, [], 20)), { deck: '52' })),
    recipe('types', async (it) => of('types', 'typed.txt', lines(await decks(it, 60)), { deck: '60', words: ['--types', '24 land, 36 spell', '--arrangement', 'played'] })),
    recipe('broken', async (it) => {
        const rows = await decks(it, 52, [], 200);
        rows[100][3] = rows[100][4];
        return of('broken', 'broken.txt', lines(rows), { deck: '52' });
    }),
    recipe('broken, passed over', async (it) => {
        const rows = await decks(it);
        rows[100][3] = rows[100][4];
        return of('broken, passed over', 'broken.txt', lines(rows), { deck: '52', words: ['--skip-invalid', '5'] });
    }),
    recipe('one order', async ({ round, experiments }) => {
        const file = ['draft-1970.csv', 'draft-1972.csv'][round % 2];
        const text = readFileSync(join(experiments, 'lotteries', file), 'utf8');
        return of('one order', file, text, { words: ['--place', 'number', '--groups', 'month'] });
    }),
];
