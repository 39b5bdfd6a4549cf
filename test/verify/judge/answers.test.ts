// Words and headers of refusals that a service may get wrong while its status is right.

import { expect, it } from 'vitest';

import { modelOf } from '../document.ts';
import { MEMBERS } from '../members.ts';
import { Played, type Recorded } from '../recorded.ts';
import { INVALID, MISSING, things } from '../things.ts';

function foundIn(document: string, recorded: Recorded): readonly string[] {
  return new Played(modelOf(document)).judge(recorded).findings.map((one) => one.class);
}

it.each([
  ['Bearer', []],
  ['bearer realm="things"', []],
  ['Basic realm="things"', ['wrong header']],
  ['', ['wrong header']],
])('a challenge is one of the scheme: %s', (challenge, found) => {
  const headers = [['www-authenticate', challenge]] as const;
  const refused = { target: '/own', status: 401, shown: { error: 'sign_in' }, headers };
  expect(foundIn(MEMBERS, refused)).toEqual(found);
});

it.each([
  [{ error: 'invalid', status: 400 }, []],
  [{ error: 'invalid', status: 422 }, ['wrong body']],
  [{ error: 'invalid', status: '400' }, ['wrong body']],
  [{ error: 'missing', status: 400 }, ['wrong body']],
])('the code and the status in a body are those of the answer: %j', (shown, found) => {
  const document = things({ errors: { 'Error body': '`{"error": <code>, "status": <status>}`' } });
  expect(foundIn(document, { method: 'POST', target: '/things', sent: {}, status: 400, shown })).toEqual(found);
});

/** What is said of an invalid field, in which body. */
function telling(message: string, body: string, atOnce = 'no'): string {
  return things({
    codes: [`${MISSING} | Not there`, `${INVALID} | ${message}`],
    heads: 'Code | Status | When | Message',
    errors: { 'Error body': `\`${body}\``, 'All failed fields at once': atOnce },
  });
}

it.each([
  ['any', ['title has to be there'], []],
  ['not shown', ['title has to be there'], []],
  ['Not a thing', ['Not a thing'], []],
  ['Not a thing', ['title has to be there'], ['wrong body']],
])('a list of messages has what a message may be: %s, %j', (message, errors, found) => {
  const document = telling(message, '{"errors": [<message>]}', 'not shown');
  const refused = { method: 'POST', target: '/things', sent: {}, status: 400, shown: { errors } };
  expect(foundIn(document, refused)).toEqual(found);
});

it.each([
  ['any', { error: 'invalid', message: 'title is required' }, []],
  ['any', { error: 'invalid' }, []],
  ['not shown', { error: 'invalid', message: 'title is required' }, []],
  ['none', { error: 'invalid', message: 'title is required' }, ['wrong body']],
  ['Not a thing', { error: 'invalid', message: 'title is required' }, ['wrong body']],
])('a message is what its cell states: %s, %j', (message, shown, found) => {
  const document = telling(message, '{"error": <code>, "message": <message>}');
  expect(foundIn(document, { method: 'POST', target: '/things', sent: {}, status: 400, shown })).toEqual(found);
});

it('an item for the field that failed differs in its message alone', () => {
  const document = telling('Not a thing', '{"errors": [{"field": <field>, "message": <message>}]}', 'yes');
  const refused = (message: string): readonly string[] =>
    new Played(modelOf(document))
      .judge({
        method: 'POST',
        target: '/things',
        sent: {},
        status: 400,
        shown: { errors: [{ field: 'title', message }] },
      })
      .findings.map(({ expected, got }) => `${expected}; ${got}`);
  expect(refused('Not a thing')).toEqual([]);
  expect(refused('bad')).toEqual([
    expect.stringMatching(/^errors\[0\]\.message: "Not a thing".*errors\[0\]\.message: "bad"$/s),
  ]);
});

it('what lacks in the body of each error is one fault, and what is wrong with one code another', () => {
  const played = new Played(modelOf(things({ errors: { 'Error body': '`{"error": <code>, "help": "/errors"}`' } })));
  const faults = (calls: readonly Recorded[]): readonly unknown[] => [
    ...new Set(calls.flatMap((call) => played.judge(call).findings.map((one) => one.fault))),
  ];
  const missing = { target: '/things/9', status: 404 };
  const invalid = { method: 'POST', target: '/things', sent: {}, status: 400 };
  expect(
    faults([
      { ...missing, shown: { error: 'missing' } },
      { ...invalid, shown: { error: 'invalid' } },
    ]),
  ).toEqual([expect.any(String)]);
  expect(
    faults([
      { ...missing, shown: { error: 'gone', help: '/errors' } },
      { ...invalid, shown: { error: 'bad', help: '/errors' } },
    ]),
  ).toHaveLength(2);
});
