// Services written by hand that do what their document states in a way of their own: nothing is found. Each with a slip in the same place is.

import { afterEach, describe, expect, it } from 'vitest';

import { closed, served, type Handler } from './by-hand.ts';
import { creates } from './document.ts';
import { keeper, MISSING, seen, things, verdictOn } from './things.ts';

afterEach(closed);

describe('what the document does not speak of', () => {
  it('is no failure: another status for a method, a media type, a body that is no JSON', async () => {
    const url = await served(keeper());
    expect(seen(await verdictOn(things(), url))).toEqual([]);
  });

  it('is no failure: headers of HTTP itself', async () => {
    const own = {
      server: 'nginx',
      vary: 'Accept-Encoding',
      etag: 'W/"1"',
      location: '/things',
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
    };
    const handler = keeper();
    const url = await served((asked) => {
      const answer = handler(asked);
      return { ...answer, headers: own };
    });
    const verdict = await verdictOn(things(), url);
    expect(seen(verdict)).toEqual([]);
    expect(verdict.invented.filter(({ what }) => what === 'header')).toEqual([]);
  });

  it('is made up where what was made has an address that no operation reads', async () => {
    const handler = keeper();
    const url = await served((asked) => ({ ...handler(asked), headers: { location: '/nowhere/7' } }));
    const { invented } = await verdictOn(things(), url);
    expect(invented.map(({ what, name, at }) => `${what} ${name}, ${at}`)).toContain(
      'header location, POST /things 201',
    );
  });

  it('is a failure where the service breaks', async () => {
    const url = await served(keeper(undefined, () => ({ status: 500 })));
    expect(seen(await verdictOn(things(), url))[0]).toContain('wrong status');
  });

  it('is told once for the whole run', async () => {
    const handler = keeper();
    const url = await served((asked) => {
      const { status, body } = handler(asked);
      const marked = (one: unknown): unknown => (typeof one === 'object' && status < 400 ? { ...one, colour: 1 } : one);
      const shown = Array.isArray(body) ? body.map(marked) : body === undefined ? undefined : marked(body);
      return { status, headers: { 'x-mine': '1' }, ...(shown !== undefined && { body: shown }) };
    });
    const { invented } = await verdictOn(things(), url);
    expect(invented.filter(({ isComplete }) => isComplete).map(({ what, name }) => `${what} ${name}`)).toEqual([
      'header x-mine',
      'field Thing.colour',
    ]);
  });
});

/** As web frameworks do: the origin is named, nothing is said where nobody asks, and 200 lets the call through. */
function crossing(methods: string): Handler {
  const handler = keeper();
  return (asked) => {
    const { method, headers } = asked;
    if (headers.origin === undefined) return handler(asked);
    const own = { 'access-control-allow-origin': headers.origin, vary: 'Origin' };
    if (method === 'OPTIONS')
      return {
        status: 200,
        body: 'ok',
        headers: { ...own, 'access-control-allow-methods': methods, 'access-control-allow-headers': 'Content-Type' },
      };
    return { ...handler(asked), headers: own };
  };
}

describe('pages of other sites', () => {
  const document = things({ all: { 'Cross-origin': 'any' } });

  it('are let in by whichever headers say so', async () => {
    const verdict = await verdictOn(document, await served(crossing('GET, POST')));
    expect(seen(verdict)).toEqual([]);
    expect(verdict.exercised.map(({ id }) => id)).toContain('4/POST /things/cross-origin');
  });

  it('are not let in where the answer names another one', async () => {
    const handler = crossing('GET, POST');
    const url = await served((asked) => {
      const answer = handler(asked);
      return { ...answer, headers: { ...answer.headers, 'access-control-allow-origin': 'https://example.org' } };
    });
    expect(seen(await verdictOn(document, url)).join()).toContain('access-control-allow-origin');
  });
});

describe('a service that does more than its document says', () => {
  it('may answer a preflight by a text of its own', async () => {
    const handler = crossing('GET, POST');
    const url = await served((asked) => {
      const answer = handler(asked);
      const isPreflight = asked.method === 'OPTIONS';
      return isPreflight ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/html' } } : answer;
    });
    expect(seen(await verdictOn(things({ all: { 'Cross-origin': 'any' } }), url))).toEqual([]);
  });

  it('may say that nothing was modified to a caller that names a tag', async () => {
    const handler = keeper();
    const url = await served((asked) => {
      const { status, body, headers } = handler(asked);
      const tag = `W/"${JSON.stringify(body ?? '').length}"`;
      const isSame = asked.method === 'GET' && asked.headers['if-none-match'] === tag;
      return isSame ? { status: 304, headers: { etag: tag } } : { status, body, headers: { ...headers, etag: tag } };
    });
    expect(seen(await verdictOn(things(), url))).toEqual([]);
  });

  it('may add headers where no list is complete that is not marked', async () => {
    const handler = keeper();
    const document = things({ lists: 'complete only where marked' });
    const url = await served((asked) => ({ ...handler(asked), headers: { 'x-powered-by': 'it' } }));
    expect(seen(await verdictOn(document, url))).toEqual([]);
  });
});

describe('a value that no type allows', () => {
  const document = things({ codes: [MISSING, '…'] });

  it('may be shown where it was taken and nothing says how it is refused', async () => {
    expect(seen(await verdictOn(document, await served(taking((title) => title))))).toEqual([]);
  });

  it('is a failure where it was never sent', async () => {
    const url = await served(taking((title) => (typeof title === 'string' ? [title] : title)));
    expect(seen(await verdictOn(document, url)).join()).toContain('wrong body');
  });
});

/** It keeps each title, of whichever type. */
function taking(shown: (title: unknown) => unknown): Handler {
  const rows: { readonly id: number; readonly title: unknown }[] = [];
  return ({ method, path, json }) => {
    const isReading = method === 'GET' || method === 'HEAD';
    if (path === '/things' && isReading) return { status: 200, body: rows };
    const row = rows.find(({ id }) => path === `/things/${id}`);
    if (row && isReading) return { status: 200, body: row };
    if (path !== '/things' || method !== 'POST') return { status: 404, body: { error: 'missing' } };
    if (json === undefined) return { status: 400 };
    rows.push({ id: rows.length + 1, title: shown(json['title']) });
    return { status: 201, body: rows.at(-1) };
  };
}

describe('a row whose id no answer to its making shows', () => {
  it('is found in the list', async () => {
    const url = await served(keeper(() => ({ status: 201 })));
    expect(seen(await verdictOn(things({ create: creates('Thing', { Answers: '201 created, none' }) }), url))).toEqual(
      [],
    );
  });

  it('is known by its Location', async () => {
    const rows = keeper((thing) => ({ status: 201, headers: { location: `/things/${thing.id}` } }));
    // The list is closed: only the Location leads to a row.
    const url = await served(rows);
    const document = things({ create: creates('Thing', { Answers: '201 created, none' }), list: '' });
    const verdict = await verdictOn(document, url);
    expect(seen(verdict)).toEqual([]);
    expect(verdict.exercised.map(({ id }) => id)).toContain('2/Thing.title/shown');
  });
});

describe('a success with another status', () => {
  it('is one failure, and what was done is held to the document', async () => {
    const url = await served(keeper((thing) => ({ status: 200, body: thing })));
    const verdict = await verdictOn(things(), url);
    expect(verdict.findings.map(({ class: kind, got }) => `${kind} ${got.slice(0, 3)}`)).toEqual(['wrong status 200']);
    expect(verdict.exercised.map(({ id }) => id)).toContain('2/Thing.title/shown');
  });
});

describe('a connection that the service closes', () => {
  it('is no failure of a call', async () => {
    const handler = keeper();
    // It says nothing of it, as servers that are restarted do.
    const url = await served(handler, (response) => response.socket?.end());
    expect(seen(await verdictOn(things(), url))).toEqual([]);
  });
});
