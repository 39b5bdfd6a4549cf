// Words and headers of refusals that a service may get wrong while its status is right.

import { expect, it } from 'vitest';

import { MEMBERS } from '../members.ts';
import { modelOf, Played, type Recorded } from '../recorded.ts';
import { things } from '../things.ts';

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
  const document = things().replace('{"error": <code>}', '{"error": <code>, "status": <status>}');
  expect(foundIn(document, { method: 'POST', target: '/things', sent: {}, status: 400, shown })).toEqual(found);
});

it.each([
  ['any', ['title has to be there'], []],
  ['not shown', ['title has to be there'], []],
  ['Not a thing', ['Not a thing'], []],
  ['Not a thing', ['title has to be there'], ['wrong body']],
])('a list of messages has what a message may be: %s, %j', (message, errors, found) => {
  const document = things()
    .replace('{"error": <code>}', '{"errors": [<message>]}')
    .replace('at once: no', 'at once: not shown')
    .replace('| Code | Status | When |\n|---|---|---|', '| Code | Status | When | Message |\n|---|---|---|---|')
    .replace('| no such Thing |', '| no such Thing | none |')
    .replace('any field invalid |', `any field invalid | ${message} |`);
  expect(document).toContain(`any field invalid | ${message} |`);
  const refused = { method: 'POST', target: '/things', sent: {}, status: 400, shown: { errors } };
  expect(foundIn(document, refused)).toEqual(found);
});
