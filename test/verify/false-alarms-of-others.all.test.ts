// What public services did that their specification leaves open: nothing is found. Each with a slip in the same place is.

import { afterEach, describe, expect, it } from 'vitest';

import { closed, served, type Answer, type Handler } from './by-hand.ts';
import { creates, deletes, ID, resource, scheme, signsUp, updates } from './document.ts';
import { ADDRESS, BY_ADDRESS, HIDDEN_ID, INVALID, keeper, MISSING, seen, things, TITLE, verdictOn } from './things.ts';

afterEach(closed);

/** A thing with another id and a note. */
const annotated = (one: object): unknown => ({ ...one, id: `t-${(one as { id: number }).id}`, note: 'x' });

/** Nobody but those who signed up makes things; their key is a text of their own. */
function signed(): string {
  return things({
    resources: resource('User', ['`name` | string(1..60)', '`password` | secret(1..60) | yes | caller, hidden']),
    authentication: scheme('Key', {
      Caller: 'User',
      Credentials: '`name` and `password` of User',
      'Issued by': '`POST /users`',
      'Token lifetime': 'any',
    }),
    create: creates('Thing', { Who: 'signed-in' }),
    operations: signsUp('User', { Answers: '201 created, `{"name": name, "token": <token>}`' }),
    codes: [
      MISSING,
      INVALID,
      '`taken` | 409 | any field taken, User already there',
      '`who` | 401 | no credentials, wrong token',
    ],
  });
}

/** `isBodyFirst`: a body that is wrong is refused before the token is looked at. */
function guarded(isBodyFirst: boolean): Handler {
  const handler = keeper();
  const tokens = new Set<string>();
  const names = new Set<unknown>();
  const who: Answer = {
    status: 401,
    body: { error: 'who' },
    headers: { 'www-authenticate': 'Bearer' },
  };
  return (asked) => {
    const { method, path, json, text, headers } = asked;
    if (method === 'POST' && path === '/users') {
      if (json === undefined && text !== '' && !text.startsWith('[')) return { status: 400 };
      const { name, password } = json ?? {};
      if (![name, password].every((one) => typeof one === 'string' && one !== '' && [...one].length <= 60))
        return { status: 400, body: { error: 'invalid' } };
      if (names.has(name)) return { status: 409, body: { error: 'taken' } };
      names.add(name);
      const token = `token-${names.size}-abcdefgh`;
      tokens.add(token);
      return { status: 201, body: { name, token } };
    }
    const isMade = method === 'POST' && path === '/things';
    const isKnown = tokens.has(headers.authorization?.replace('Bearer ', '') ?? '');
    if (!isMade || isKnown) return handler(asked);
    if (!isBodyFirst) return who;
    const answer = keeper()(asked);
    return answer.status >= 400 ? answer : who;
  };
}

describe('an order of refusals that is not stated', () => {
  it('is any', async () => {
    expect(seen(await verdictOn(signed(), await served(guarded(true))))).toEqual([]);
    expect(seen(await verdictOn(signed(), await served(guarded(false))))).toEqual([]);
  });
});

describe('a token that is no one’s, where none is needed', () => {
  const refusing =
    (status: number): Handler =>
    (asked) => {
      const { method, headers } = asked;
      const isWrong = headers.authorization !== undefined && !/^Bearer token-\d+-abcdefgh$/.test(headers.authorization);
      const wrong = { status, body: { error: 'who' }, headers: { 'www-authenticate': 'Bearer' } };
      return method === 'GET' && isWrong ? wrong : handler(asked);
    };
  let handler: Handler = guarded(false);

  it('may be refused', async () => {
    handler = guarded(false);
    expect(seen(await verdictOn(signed(), await served(refusing(401))))).toEqual([]);
  });

  it('may not be said to be forbidden', async () => {
    handler = guarded(false);
    const url = await served((asked) => (asked.headers.authorization === undefined ? handler(asked) : { status: 403 }));
    expect(seen(await verdictOn(signed(), url))).not.toEqual([]);
  });
});

describe('pages that may send credentials', () => {
  it('are listed, and no failure, where the document lets any page in', async () => {
    const handler = keeper();
    const url = await served((asked) => {
      const { origin } = asked.headers;
      const own = { 'access-control-allow-origin': origin ?? '*', 'access-control-allow-credentials': 'true' };
      if (asked.method === 'OPTIONS')
        return {
          status: 204,
          headers: {
            ...own,
            'access-control-allow-methods': 'GET, POST',
            'access-control-allow-headers': 'content-type',
          },
        };
      return { ...handler(asked), headers: own };
    });
    const verdict = await verdictOn(things({ all: { 'Cross-origin': 'any' } }), url);
    expect(seen(verdict)).toEqual([]);
    expect(verdict.invented.map(({ name }) => name)).toContain('access-control-allow-credentials');
  });
});

describe('JSON that each reader may take in another way', () => {
  const document = things({ codes: [MISSING, INVALID, '`unreadable` | 400 | malformed body'] });
  /** `isTaken`: as JSON.parse does, the last of two members of one name counts. */
  const reading =
    (isTaken: boolean): Handler =>
    (asked) => {
      const isTwice = asked.text.includes('"a":1,"a":2');
      if (isTwice && isTaken) return handler({ ...asked, json: { title: 'twice' }, text: '{}' });
      const isUnread = asked.method === 'POST' && (isTwice || asked.json === undefined);
      return isUnread ? { status: 400, body: { error: 'unreadable' } } : handler(asked);
    };
  let handler: Handler = keeper();

  it.each([true, false])('may be taken: %s', async (isTaken) => {
    handler = keeper();
    expect(seen(await verdictOn(document, await served(reading(isTaken))))).toEqual([]);
  });
});

describe('a service that is never available', () => {
  it('fails, where nothing says so', async () => {
    expect(seen(await verdictOn(things(), await served(() => ({ status: 503 }))))).toEqual([
      'no reply, undefined: a service that is available; 503 to each call',
    ]);
  });

  it('does not where it is so for a while', async () => {
    const handler = keeper();
    let calls = 0;
    const url = await served((asked) => ((calls += 1) % 7 === 0 ? { status: 503 } : handler(asked)));
    expect(seen(await verdictOn(things(), url))).toEqual([]);
  });
});

/** It takes all: a row that is patched is there from then on; what is not sent is null. */
function taking(shown: (row: Readonly<Record<string, unknown>>) => unknown): Handler {
  const rows = new Map<string, Readonly<Record<string, unknown>>>();
  return ({ method, path, json, text }) => {
    const id = /^\/things\/([1-9]\d{0,8})$/.exec(path)?.[1];
    if (method === 'GET' && path === '/things') return { status: 200, body: [...rows.values()].map(shown) };
    if (method === 'POST' && path === '/things') {
      if (json === undefined && text !== '') return { status: 400 };
      const row = { id: rows.size + 1_000, title: json?.['title'] ?? null };
      rows.set(String(row.id), row);
      return { status: 201, body: shown(row) };
    }
    if (id === undefined || (method !== 'GET' && method !== 'PATCH')) return { status: 404 };
    if (method === 'PATCH' && json)
      rows.set(id, {
        id: Number(id),
        title: null,
        ...rows.get(id),
        ...('title' in json && { title: json['title'] }),
      });
    const row = rows.get(id);
    return row ? { status: 200, body: shown(row) } : { status: 404 };
  };
}

describe('a call that the document does not say how it is refused', () => {
  const silent = things({
    fields: [ID, '`title` | string(1..40) | not shown'],
    operations: updates('Thing'),
    codes: ['…'],
  });

  it('may be taken, and what was sent be shown', async () => {
    expect(seen(await verdictOn(silent, await served(taking((row) => row))))).toEqual([]);
  });

  it('may look like a success, also where no row is there', async () => {
    const handler = taking((row) => row);
    const url = await served((asked) => {
      const answer = handler(asked);
      const isRow = asked.method === 'GET' && /^\/things\/[^/]+$/.test(asked.path);
      return isRow && answer.status === 404 ? { status: 200 } : answer;
    });
    expect(seen(await verdictOn(silent, url))).toEqual([]);
  });

  it('is no reason to show something else', async () => {
    const url = await served(taking((row) => ({ ...row, title: ['x'] })));
    expect(seen(await verdictOn(silent, url)).join()).toContain('wrong body');
  });
});

const free = (present: string): string =>
  things({
    thing: resource(
      'Thing',
      [ID, TITLE, `\`note\` | integer or null | no | by operation | any | none | ${present}`],
      {},
      'Field | Type | Required | Set by | Allowed values | Default | Present',
    ),
  });

describe('what the document leaves to the service', () => {
  it.each([{}, { note: null }])('may be shown or not: %j', async (note) => {
    const handler = keeper((thing) => ({ status: 201, body: { ...thing, ...note } }));
    const document = free('any');
    const verdict = await verdictOn(document, await served(handler));
    expect(seen(verdict)).toEqual([]);
    expect(verdict.exercised.map(({ id }) => id)).toContain('2/Thing.title/shown');
  });

  it('is a failure where it is stated', async () => {
    const handler = keeper((thing) => ({ status: 201, body: thing }));
    expect(seen(await verdictOn(free('always'), await served(handler))).join()).toContain('note');
  });
});

const fields = (id: string, note: string): string =>
  things({ fields: [`\`id\` | integer | yes | ${id}`, TITLE, `\`note\` | string or null | no | ${note}`] });

const noted = (one: unknown): unknown =>
  typeof one === 'object' && one !== null && 'id' in one ? { ...one, note: 'made by us' } : one;

/** Each thing has a note that nobody sent. */
function noting(handler: Handler): Handler {
  return (asked) => {
    const { body, ...rest } = handler(asked);
    if (body === undefined) return rest;
    return { ...rest, body: Array.isArray(body) ? body.map(noted) : noted(body) };
  };
}

describe('a rule that is not shown', () => {
  it('of what a field is at first lets it be anything, and the rest is judged', async () => {
    const document = fields('service: new id', 'by operation | any | not shown');
    const handler = noting(keeper());
    const verdict = await verdictOn(document, await served(handler));
    expect(seen(verdict)).toEqual([]);
    expect(verdict.exercised.map(({ id }) => id)).toContain('2/Thing.title/shown');
    const other = noting(keeper((thing) => ({ status: 201, body: { ...thing, title: 'other' } })));
    expect(seen(await verdictOn(document, await served(other))).join()).toContain('wrong body');
  });

  it('of a value that the service sets says nothing of that value, and the rest is judged', async () => {
    const document = fields('service: not shown', 'by operation | any | none').replace('string or null', 'string');
    const verdict = await verdictOn(document, await served(keeper()));
    expect(seen(verdict)).toEqual([]);
    expect(verdict.inconclusive.flatMap(({ gaps }) => gaps)).toContain('2/Thing.id/set-by');
    const broken = keeper((thing) => ({ status: 200, body: thing }));
    expect(seen(await verdictOn(document, await served(broken))).join()).toContain('wrong status');
  });

  it('of which values are allowed lets them be refused, and excuses no success that is wrong', async () => {
    const document = things({ fields: [ID, '`title` | string | yes | caller | not shown'] });
    const verdict = await verdictOn(document, await served(keeper()));
    expect(seen(verdict)).toEqual([]);
    expect(verdict.inconclusive.flatMap(({ gaps }) => gaps)).toContain('2/Thing.title/allowed-values');
    const broken = keeper((thing) => ({ status: 200, body: thing }));
    expect(seen(await verdictOn(document, await served(broken))).join()).toContain('wrong status');
  });
});

describe('what HTTP answers by itself', () => {
  it('may have a body of another type', async () => {
    const page = { status: 404, body: 'nothing here', headers: { 'content-type': 'text/html' } };
    expect(seen(await verdictOn(things(), await served(keeper(undefined, () => page))))).toEqual([]);
  });
});

describe('a refusal whose body is not shown', () => {
  const text = { body: 'nothing here', headers: { 'content-type': 'text/plain' } };
  const handler =
    (status: number): Handler =>
    (asked) => {
      const answer = keep(asked);
      return answer.status === status ? { status, ...text } : answer;
    };
  let keep = keeper();

  it('may be no JSON, and one that is shown may not', async () => {
    const document = things({
      codes: [`${MISSING} | not shown`, `${INVALID} | \`{"error": <code>}\``],
      heads: 'Code | Status | When | Body',
    });
    expect(seen(await verdictOn(document, await served(handler(404))))).toEqual([]);
    keep = keeper();
    expect(seen(await verdictOn(document, await served(handler(400)))).join()).toContain('wrong body, POST /things');
  });
});

describe('a body that is written out', () => {
  const document = things({ create: creates('Thing', { Answers: '201 created, `{"thing": Thing}`' }) });
  const wrapping: Handler = keeper((thing) => ({ status: 201, body: { thing, more: 1 } }));

  it('may have more in it where lists are open', async () => {
    const open = document.replace('complete unless marked', 'complete only where marked');
    expect(seen(await verdictOn(open, await served(wrapping)))).toEqual([]);
    expect(seen(await verdictOn(document, await served(wrapping))).join()).toContain('field more');
  });
});

/** Both addresses are one. */
const slack = (): Handler => {
  const keep = keeper();
  const gone = new Set<string>();
  return (asked) => {
    const path = asked.path.replace(/\/$/, '');
    const isThere = keep({ ...asked, method: 'GET', path }).status === 200 && !gone.has(path);
    if (asked.method === 'DELETE' && path === '/things') {
      for (const { id } of keep({ ...asked, method: 'GET', path }).body as readonly { id: number }[])
        gone.add(`/things/${id}`);
      return { status: 204 };
    }
    if (asked.method === 'DELETE' && isThere) {
      gone.add(path);
      return { status: 204 };
    }
    if (gone.has(path) || asked.method === 'DELETE') return { status: 404, body: { error: 'missing' } };
    const answer = keep({ ...asked, path });
    if (path !== '/things' || !Array.isArray(answer.body)) return answer;
    return { ...answer, body: answer.body.filter(({ id }: { id: number }) => !gone.has(`/things/${id}`)) };
  };
};

describe('a slash at the end of an address', () => {
  const document = things({
    lists: 'complete only where marked',
    operations: deletes('Thing', { Does: 'deletes every Thing' }).replace('/{id}', '') + deletes('Thing'),
  });
  it('may be left out by a service: what such a call does is not stated', async () => {
    const verdict = await verdictOn(document, await served(slack()));
    expect(verdict.findings).toEqual([]);
  });
});

const addressed = ({ id, title }: { id: number; title: string }, base: string) => ({
  title,
  url: `${base}/things/${id}`,
});

describe('a row that nothing but its address tells apart', () => {
  const document = things({ fields: BY_ADDRESS });
  it('is that row where its address is wrong: it is not said to lack, nor to be another', async () => {
    const handler = keeper();
    let lists = 0;
    const url = await served((asked) => {
      const { body, ...rest } = handler(asked);
      if (Array.isArray(body)) {
        const all = body.map((one) => addressed(one, asked.base));
        lists += 1;
        return { ...rest, body: all.map((one, nth) => (lists > 3 && nth === 1 ? { ...one, url: 'elsewhere' } : one)) };
      }
      const isRow = typeof body === 'object' && body !== null && 'id' in body;
      return isRow ? { ...rest, body: addressed(body as never, asked.base) } : { ...rest, body };
    });
    const verdict = seen(await verdictOn(document, url));
    expect(verdict).toHaveLength(1);
    expect(verdict.join()).toContain('elsewhere');
  });
});

describe('a list that may have more than anybody knows', () => {
  const document = things({
    fields: [HIDDEN_ID, '`title` | string(1..40) | not shown', ADDRESS],
    operations: updates('Thing'),
    codes: ['…'],
  });

  it('does not lack the row whose address is wrong', async () => {
    const handler = taking((row) => row);
    const urls = new Map<string, unknown>();
    const url = await served((asked) => {
      const { body, ...rest } = handler(asked);
      const shown = (one: { id: number; title: string }): unknown => ({
        ...addressed(one, asked.base),
        ...(urls.has(String(one.id)) && { url: urls.get(String(one.id)) }),
      });
      if (asked.method === 'PATCH' && typeof asked.json?.['url'] === 'string')
        urls.set(asked.path.replace('/things/', ''), asked.json['url']);
      if (Array.isArray(body)) return { ...rest, body: body.map(shown) };
      return typeof body === 'object' && body !== null ? { ...rest, body: shown(body as never) } : rest;
    });
    const found = seen(await verdictOn(document, url));
    expect(found.join('\n')).toContain('url');
    expect(found.filter((one) => !one.includes('url'))).toEqual([]);
  });
});

describe('a row whose name may be another one since a call that failed', () => {
  const document = things({
    fields: ['`id` | string | yes | service: not shown', TITLE, '`note` | string | yes | service: not shown'],
    operations: updates('Thing'),
  });

  it('is that row, also where the list shows something else otherwise', async () => {
    const keep = keeper();
    const url = await served((asked) => {
      if (asked.method === 'PATCH') return { status: 500 };
      const { body, ...rest } = keep({ ...asked, path: asked.path.replace('/t-', '/') });
      if (Array.isArray(body))
        return { ...rest, body: body.map((one) => ({ ...(annotated(one) as object), note: 7 })) };
      return typeof body === 'object' && body !== null && 'id' in body
        ? { ...rest, body: annotated(body) }
        : { ...rest, body };
    });
    const found = seen(await verdictOn(document, url)).join('\n');
    expect(found).toContain('note');
    expect(found).not.toMatch(/rows that are there|a list without it/);
  });
});
