// What a refused creation leaves behind is seen where its key is sent again, also where nothing shows the row: of a key that the run has made up, no
// other call can have taken it.

import { afterEach, describe, expect, it } from 'vitest';

import { ownValue } from '../../src/verify/explore/own-values.ts';
import { wantedOf } from '../../src/verify/explore/wanted.ts';
import { closed, served, type Handler } from './by-hand.ts';
import { deletes, ID, modelOf, resource } from './document.ts';
import { MEMBERS, signingIn } from './members.ts';
import { Played, type Recorded } from './recorded.ts';
import { INVALID, keeper, MISSING, seen, things, TITLE, verdictOn, type Thing } from './things.ts';

afterEach(closed);

/** Nothing lists members: whom a refused sign-up has left behind only another sign-up meets. */
function leaving(): Handler {
  const left = new Set<unknown>();
  const rest = signingIn((listed) => listed);
  return (asked) => {
    const isSignUp = asked.method === 'POST' && asked.path === '/members';
    const name = asked.json?.['name'];
    if (isSignUp && left.has(name)) return { status: 409, body: { error: 'known' } };
    const answer = rest(asked);
    if (isSignUp && answer.status === 400 && typeof name === 'string') left.add(name);
    return answer;
  };
}

it('is a side effect, shown by the refused call and the one behind it', async () => {
  const verdict = await verdictOn(MEMBERS, await served(leaving()));
  expect(seen(verdict)).toEqual([expect.stringMatching(/^side effect, POST \/members: 201 .*; 409 .*refused$/)]);
  const [{ exchanges } = { exchanges: [] }] = verdict.findings;
  expect(exchanges.map(({ call, reply }) => [call.method, call.target, 'status' in reply && reply.status])).toEqual([
    ['POST', '/members', 400],
    ['POST', '/members', 409],
  ]);
});

const REMOVED = things({
  thing: resource('Thing', [ID, TITLE], { Unique: '`title`' }),
  operations: deletes('Thing', { Repeat: 'again' }),
  codes: [MISSING, INVALID, '`known` | 409 | `Thing.title` taken'],
});

/** A title is taken while a thing has it; `isForGood`: and behind its deletion. */
function removing(isForGood: boolean): Handler {
  const gone = new Set<number>();
  const titles = new Map<unknown, number>();
  const rest = keeper();
  return (asked) => {
    const { method, path, json } = asked;
    const id = Number(/^\/things\/(\d+)$/.exec(path)?.[1] ?? NaN);
    if (gone.has(id)) return { status: 404, body: { error: 'missing' } };
    if (method === 'DELETE' && /^\/things\/[^/]+$/.test(path)) {
      const found = rest({ ...asked, method: 'GET' });
      if (found.status !== 200) return found;
      gone.add(id);
      if (!isForGood) for (const [title, of] of titles) if (of === id) titles.delete(title);
      return { status: 204 };
    }
    const title = json?.['title'];
    if (method === 'POST' && path === '/things' && titles.has(title)) return { status: 409, body: { error: 'known' } };
    const answer = rest(asked);
    if (method === 'POST' && answer.status === 201) titles.set(title, (answer.body as Thing).id);
    const isList = path === '/things' && method === 'GET';
    return isList ? { ...answer, body: (answer.body as Thing[]).filter((one) => !gone.has(one.id)) } : answer;
  };
}

describe('the key of a deleted row', () => {
  it('is free again: a refusal is wrong by itself, and nothing that another one has left behind', async () => {
    const verdict = await verdictOn(REMOVED, await served(removing(true)));
    expect(seen(verdict)).toEqual([expect.stringMatching(/^wrong status, POST \/things: 201 .*; 409 .*taken$/)]);
    expect(verdict.findings[0]!.exchanges.map(({ call }) => call.method)).toEqual(['GET', 'POST', 'DELETE', 'POST']);
  });

  it('is not said to stay taken where it does not', async () => {
    expect(seen(await verdictOn(REMOVED, await served(removing(false))))).toEqual([]);
  });
});

const SIGN_UP: Recorded = {
  method: 'POST',
  target: '/members',
  sent: { name: 'gfkdmnaoplkhgjki', password: 's3cret' },
  status: 409,
  shown: { error: 'known' },
};

function played(): Played {
  return new Played(modelOf(MEMBERS));
}

describe('a key that is made up', () => {
  it('is free', () => {
    const free = played();
    free.world.madeUp.add('gfkdmnaoplkhgjki', free.world.exchange);
    expect(free.judge(SIGN_UP).findings.map((one) => one.class)).toEqual(['wrong status']);
  });

  it('is left behind by no refusal where a call with it has succeeded', () => {
    const name = 'gfkdmnaoplkhgjki';
    const taken = played();
    taken.world.madeUp.add(name, taken.world.exchange);
    const wrong = { ...SIGN_UP, sent: { name }, status: 400, shown: { error: 'invalid' } };
    taken.judge({ ...SIGN_UP, status: 201, shown: { id: 1, name } });
    taken.judge(wrong);
    taken.world.setThere(taken.world.rows('Member')[0]!, false);
    taken.world.keep();
    expect(taken.judge(SIGN_UP).findings.map((one) => one.class)).toEqual(['wrong status']);
  });

  it('may be taken by a call of which nobody can tell what it did, and any other key by whatever was there', () => {
    const doubtful = played();
    doubtful.world.madeUp.add('gfkdmnaoplkhgjki', 0);
    doubtful.judge({ ...SIGN_UP, status: 302, shown: undefined });
    expect(doubtful.judge(SIGN_UP).findings).toEqual([]);
    expect(played().judge(SIGN_UP).findings).toEqual([]);
  });
});

function written(type: string, allowed: string): string | undefined {
  const row = '| `password` | secret | yes | caller, hidden | any | none |';
  const model = modelOf(MEMBERS.replace(row, `${row}\n| \`key\` | ${type} | yes | caller | ${allowed} | none |`));
  const field = model.fields.get('Member.key')!;
  const own = ownValue(wantedOf(model, { types: [field.type], allowed: [field.allowed] })!);
  return own?.form(own.key.text);
}

describe('is made of chance, as its field asks', () => {
  it.each([
    ['string', 'any', /^[a-p]{16}$/],
    ['string(1..12)', 'any', /^[a-p]{12}$/],
    ['string(20..40)', 'any', /^[a-p]{16}xxxx$/],
    ['string', 'matches `[A-Z]+`', /^[A-P]{16}$/],
    ['string', 'matches `[0-9]+`', /^\d{16}$/],
    ['email', 'any', /^[a-p]{16}@example\.com$/],
    ['url', 'any', /^https:\/\/example\.com\/[a-p]{16}$/],
    ['uuid', 'any', /^[-0-9a-f]{36}$/],
  ])('%s, %s', (type, allowed, expected) => {
    expect(written(type, allowed)).toMatch(expected);
    expect(written(type, allowed)).not.toBe(written(type, allowed));
  });

  it.each([
    ['string(1..11)', 'any'],
    ['string', 'matches `[A-Z]{3}[0-9]{4}`'],
    ['integer', 'any'],
  ])('none where there is no room: %s, %s', (type, allowed) => {
    expect(written(type, allowed)).toBeUndefined();
  });
});
