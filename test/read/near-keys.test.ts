// What looks like a bullet `Key: value` and is none: every key, at every place where bullets bind, in every form that
// people write for it. Notation, rule 1.1.

import { describe, expect, it, test } from 'vitest';
import { read } from '../../src/read/read.ts';
import { findings, withPart } from './findings.ts';

const SCHEME = 'Scheme, Sent in, Caller, Credentials, Issued by, Token lifetime, Refresh, Revoked when, Verified by';
const FACTS =
  'Base, Also at, Media type, Nested names, Does, Who, Checks, Headers in, Omitted fields, Null fields, Empty text, ' +
  'Unknown fields, Read-only fields, Repeat, Preconditions, Order, Pages, Body, Emits, Errors, Cross-origin';
const DELIVERY =
  'Sent as, Accepted, Tries, Waits, Time-out, Order, Signature, Envelope, Duplicates, Kept for, Given up';

const PLACES: readonly (readonly [place: string, keys: string, document: (...lines: string[]) => string])[] = [
  ['the title', 'Lists', (...lines) => `# T\n\n${lines.join('\n')}\n`],
  [
    'a resource',
    'Identified by, View, Unique, When deleted, Visible to, Rows, At least one of, Exactly one of, Other fields',
    (...lines) => withPart(2, 'Resources and their fields', '### R', '', ...lines),
  ],
  [
    'a machine',
    'Any other move, Other moves, Other states',
    (...lines) => withPart(3, 'States and transitions', '### R.f', '', ...lines),
  ],
  ['part 4', `${FACTS}, Other operations`, (...lines) => withPart(4, 'Endpoints', ...lines)],
  [
    'All operations',
    `${FACTS}, Other operations`,
    (...lines) => withPart(4, 'Endpoints', '### All operations', '', ...lines),
  ],
  ['an operation', FACTS, (...lines) => withPart(4, 'Endpoints', '### GET /x', '', ...lines)],
  ['a scheme', `${SCHEME}, Claims, Roles`, (...lines) => withPart(5, 'Authentication', '### S', '', ...lines)],
  ['Delivery', DELIVERY, (...lines) => withPart(6, 'Events', '### Delivery', '', ...lines)],
  ['an event kind', 'When, Payload', (...lines) => withPart(6, 'Events', '### `e`', '', ...lines)],
  ['part 7', 'Error body, All failed fields at once, Other errors', (...lines) => withPart(7, 'Errors', ...lines)],
  ['part 8', 'Other limits', (...lines) => withPart(8, 'Limits', ...lines)],
  [
    'part 9',
    'Scheme, Current version, Supported versions, Deprecated, Sunset, Missing version, Unknown version, Compatibility',
    (...lines) => withPart(9, 'Versioning', ...lines),
  ],
];

/** Each says something and binds nothing. */
const FORMS: Readonly<Record<string, (key: string) => readonly string[]>> = {
  'without a colon': (key) => [`- ${key} \`f\``],
  'without a colon, in bold': (key) => [`- **${key}** \`f\``],
  'without a colon, before a word': (key) => [`- ${key} none`],
  'with an equals sign': (key) => [`- ${key} = \`f\``],
  'with a dash': (key) => [`- ${key} – \`f\``],
  'with a hyphen': (key) => [`- ${key} - \`f\``],
  'with an arrow': (key) => [`- ${key} -> \`f\``],
  'with a wide colon': (key) => [`- ${key}：\`f\``],
  'with a colon that comes later': (key) => (key === 'View' ? ['- View (`f`) x: y'] : [`- ${key} \`f\`: y`]),
  numbered: (key) => [`1. ${key}: \`f\``],
  'numbered, the second': (key) => ['1. One.', `2) ${key}: \`f\``],
  'a box to tick': (key) => [`- [ ] ${key}: \`f\``],
  'a box that is ticked': (key) => [`- [x] ${key}: \`f\``],
  quoted: (key) => [`> ${key}: \`f\``],
  'a quoted bullet': (key) => ['> Words.', `> - ${key}: \`f\``],
  'a list in HTML': (key) => [`<ul><li>Words.</li><li>${key}: \`f\`</li></ul>`],
  'a paragraph': (key) => [`${key}: \`f\``],
  'a paragraph in bold': (key) => [`**${key}:** \`f\``],
  'a further line of a paragraph': (key) => ['Words.', `${key}: \`f\``],
  'a further paragraph of an item': (key) => ['- Words.', '', `  ${key}: \`f\``],
  indented: (key) => ['Words.', '', `    - ${key}: \`f\``],
};

/** In words that stand in no ticks, and that only a full stop would make a sentence. */
const IN_WORDS: readonly ((key: string) => readonly string[])[] = [
  (key) => [`- ${key} pupil, slot`],
  (key) => [`- **${key}** too_late`],
  (key) => [`- ${key.toLowerCase()} pupil`],
  (key) => [`- ${key} of whatever kind\n  there is`],
  (key) => [`- ${key} pupil, slot: both`],
  (key) => ['- There is `too_late`.', `- ${key} is too_late.`],
];

/** Prose, though it begins with a key. */
const PROSE: readonly ((key: string) => string)[] = [
  (key) => `- ${key} means what it says.`,
  (key) => `- ${key}s are here.`,
  (key) => `- The ${key} \`f\` is here.`,
  (key) => `${key} \`f\` is what a sentence begins with.`,
  (key) => `1. ${key} comes first.`,
  (key) => `- ${key} (see **there**) is what it is.`,
  (key) => `- ${key} in two lines\n  of a sentence.`,
  (key) => `- ${key}-like words are another`,
  (key) => `1. ${key} in a list with numbers`,
];

describe.each(PLACES)('under %s', (_, keys, document) => {
  const all = keys.split(', ');

  it.each(Object.entries(FORMS))('a statement %s is an error at its line', (__, form) => {
    for (const key of all) {
      const source = document(...form(key));
      const { diagnostics } = read(source, 'x.md');
      const found = diagnostics.filter(({ code }) => code === 'not-a-bullet');
      expect([key, found.map(({ severity }) => severity)]).toEqual([key, ['error']]);
      const lines = source.slice(0, found[0]!.at.start).split('\n').length;
      expect([key, lines]).toEqual([key, source.split('\n').findIndex((line) => line.includes(key)) + 1]);
      expect(found[0]!.fix.toLowerCase()).toContain(`- ${key.toLowerCase()}: …`);
    }
  });

  it('a key that goes on without a colon is no sentence without a full stop, or with a name of the document', () => {
    for (const key of all.filter((name) => !name.startsWith('Other ')))
      for (const form of IN_WORDS) {
        const lines = form(key);
        const found = findings(document(...lines)).map((one) => one.replace(/^\d+:/, ''));
        expect([lines, found]).toEqual([lines, [lines.at(-1)!.includes('*') ? '5 not-a-bullet' : '3 not-a-bullet']]);
      }
  });

  it('a sentence that begins with the same word is prose', () => {
    for (const key of all)
      for (const line of PROSE) {
        const found = findings(document(line(key))).filter((one) => one.endsWith('not-a-bullet'));
        expect([line(key), found]).toEqual([line(key), []]);
      }
  });
});

test.each(['- Uniqe `f`', '- Identifed by = `f`', '- When deletd `f`'])(
  'a slip beside a value is one, too: %s',
  (line) => {
    const [, , document] = PLACES[1]!;
    expect(findings(document(line))).toEqual(['7:3 not-a-bullet']);
  },
);

test.each([
  '- Orders `f` of a day',
  '- Row `f` stands for itself',
  '- `Unique` is a word',
  '- Viewer `x` = one who sees',
  '- Other shops may use it',
])('another word is prose: %s', (line) => {
  const [, , document] = PLACES[1]!;
  expect(findings(document(line))).toEqual([]);
});

function scheme(line: string): string[] {
  return findings(withPart(5, 'Authentication', '### S', '', line));
}

function resource(line: string): string[] {
  return findings(withPart(2, 'Resources and their fields', '### R', '', line));
}

test('a value of the notation behind a key, or one of the three words behind a slip of one', () => {
  expect(scheme('- Scheme bearer token')).toEqual(['7:3 not-a-bullet']);
  expect(scheme('- Token lifetime 14 days')).toEqual(['7:3 not-a-bullet']);
  expect(scheme('- Schema not shown')).toEqual(['7:3 not-a-bullet']);
  expect(scheme('- Scheme bearer token.')).toEqual(['7:3 not-a-bullet']);
  expect(scheme('- Scheme bearer tokens are what it is.')).toEqual([]);
  expect(scheme('- There is none')).toEqual([]);
  expect(resource('- Uniqe none')).toEqual(['7:3 not-a-bullet']);
  expect(resource('- Colours: none')).toEqual(['7:3 unknown-key']);
});

test('a key with more behind it is told as that key', () => {
  const source = ['## 2. Resources and their fields', '### R', '- When deleted of S: none', ''].join('\n\n');
  const [found] = read(source, 'x.md').diagnostics;
  expect(found?.message).toContain('did you mean `When deleted`?');
});
