// Calls of which HTTP or the document says nothing, and faults that several operations show: what services of others do with them.

import { createServer, type AddressInfo } from 'node:net';

import { afterEach, describe, expect, it } from 'vitest';

import { Client } from '../../src/verify/http/client.ts';
import { judge } from '../../src/verify/judge/judge.ts';
import { faultsOf } from '../../src/verify/report/faults.ts';
import { closed, served, type Handler } from './by-hand.ts';
import { deletes, ID, modelOf, updates } from './document.ts';
import { exchangeOf, Played, URL_OF_SERVICE } from './recorded.ts';
import { ADDRESS, BY_ADDRESS, HIDDEN_ID, keeper, MISSING, seen, things, verdictOn } from './things.ts';

afterEach(closed);

/** A keeper that deletes, too. */
function deleting(): Handler {
  const keep = keeper();
  const gone = new Set<string>();
  return (asked) => {
    const { method, path } = asked;
    const missing = { status: 404, body: { error: 'missing' } };
    if (gone.has(path)) return missing;
    if (method === 'DELETE') {
      if (keep({ ...asked, method: 'GET' }).status !== 200 || path === '/things') return missing;
      gone.add(path);
      return { status: 204 };
    }
    const answer = keep(asked);
    if (!Array.isArray(answer.body)) return answer;
    return { ...answer, body: answer.body.filter(({ id }: { id: number }) => !gone.has(`/things/${id}`)) };
  };
}

describe('content that HTTP gives no meaning', () => {
  it('is not sent with DELETE, where no body is stated', async () => {
    const handler = deleting();
    let sent = 0;
    const url = await served((asked) => {
      if (asked.method !== 'DELETE' || asked.text === '') return handler(asked);
      sent += 1;
      return { status: 500 };
    });
    expect(seen(await verdictOn(things({ operations: deletes('Thing') }), url))).toEqual([]);
    expect(sent).toBe(0);
  });

  it.each([400, 500])('may be refused with %i where others send it', (status) => {
    const played = new Played(modelOf(things({ operations: deletes('Thing') })));
    played.judge({
      method: 'POST',
      target: '/things',
      sent: { title: 'a' },
      status: 201,
      shown: { id: 1, title: 'a' },
    });
    expect(played.judge({ method: 'DELETE', target: '/things/1', sent: { x: 1 }, status }).findings).toEqual([]);
    expect(played.judge({ method: 'DELETE', target: '/things/1', status: 400 }).findings).not.toEqual([]);
  });
});

describe('half of a surrogate pair', () => {
  it('is not sent: what a service makes of it nobody can tell', async () => {
    const handler = keeper();
    const url = await served((asked) => (/\\ud[89a-f]/i.test(asked.text) ? { status: 500 } : handler(asked)));
    expect(seen(await verdictOn(things(), url))).toEqual([]);
  });
});

const thingAt = (id: number) => ({ title: 'a', url: `${URL_OF_SERVICE}/things/${id}` });

describe('a change that moves its row, with what the document does not speak of', () => {
  const document = things({
    fields: BY_ADDRESS,
    all: { 'Unknown fields': 'not shown' },
    operations: updates('Thing'),
  });
  it('is no reason to look for the row where it was', () => {
    const played = new Played(modelOf(document));
    played.judge({ method: 'POST', target: '/things', sent: { title: 'a' }, status: 201, shown: thingAt(1) });
    const moved = { method: 'PATCH', target: '/things/1?more=1', sent: { title: 'a' }, status: 200 };
    expect(played.judge({ ...moved, shown: thingAt(2) }).findings).toEqual([]);
    expect(played.judge({ target: '/things/1', status: 404, shown: { error: 'missing' } }).findings).toEqual([]);
  });

  it('is none, either, where the reply to a change was not seen, of a service that moves rows', () => {
    const played = new Played(modelOf(document));
    const post = { method: 'POST', target: '/things', sent: { title: 'a' }, status: 201 };
    const patch = { method: 'PATCH', sent: { title: 'a' }, status: 200 };
    played.judge({ ...post, shown: thingAt(1) });
    expect(played.judge({ ...patch, target: '/things/1', shown: thingAt(2) }).findings).toHaveLength(1);
    played.judge({ ...post, shown: thingAt(3) });
    const unseen = { kind: 'not seen', said: 'it was not seen' } as const;
    judge(played.world, { ...exchangeOf({ ...patch, target: '/things/3' }), reply: unseen });
    expect(played.judge({ target: '/things/3', status: 404, shown: { error: 'missing' } }).findings).toEqual([]);
  });

  it('is one where it is shown there', () => {
    const at = thingAt(1);
    const played = new Played(modelOf(document));
    played.judge({ method: 'POST', target: '/things', sent: { title: 'a' }, status: 201, shown: at });
    played.judge({ method: 'PATCH', target: '/things/1?more=1', sent: { title: 'a' }, status: 200, shown: at });
    expect(played.judge({ target: '/things/1', status: 404, shown: { error: 'missing' } }).findings).toHaveLength(1);
  });
});

const faults = async (document: string, handler: Handler): Promise<readonly string[]> => {
  const verdict = await verdictOn(document, await served(handler));
  return faultsOf(verdict.findings).map(
    ({ finding, also }) => `${finding.class}, ${[finding, ...also].map(({ operation }) => operation).join(' and ')}`,
  );
};

describe('one cause that several operations meet', () => {
  it('is one failure: what is no JSON', async () => {
    const handler = keeper();
    const found = await faults(things({ operations: updates('Thing') }), (asked) => {
      if (asked.json === undefined && ['POST', 'PATCH'].includes(asked.method)) return { status: 500 };
      return asked.method === 'PATCH' ? handler({ ...asked, method: 'GET' }) : handler(asked);
    });
    expect(found).toContain('wrong status, POST /things and PATCH /things/{id}');
  });

  it('is one failure, and no open door: each address is sent elsewhere', async () => {
    const url = await served(({ path }) => ({ status: 307, headers: { location: `${path}/` } }));
    const { findings } = await verdictOn(things({ operations: deletes('Thing') }), url);
    expect(findings.length).toBeGreaterThan(1);
    expect(new Set(findings.map((one) => one.class))).toEqual(new Set(['wrong status']));
    expect(faultsOf(findings)).toHaveLength(1);
  });

  it('is one failure: what a browser asks first', async () => {
    const handler = keeper();
    const found = await faults(things({ all: { 'Cross-origin': 'any' } }), (asked) => {
      const headers = { 'access-control-allow-origin': '*' };
      return asked.method === 'OPTIONS' ? { status: 404 } : { ...handler(asked), headers };
    });
    expect(found).toHaveLength(1);
  });

  it('is one failure: HEAD', async () => {
    const handler = keeper();
    expect(await faults(things(), (asked) => (asked.method === 'HEAD' ? { status: 500 } : handler(asked)))).toEqual([
      'wrong status, GET /things and GET /things/{id}',
    ]);
  });
});

const open = (title: string): string =>
  things({ fields: [ID, title], operations: updates('Thing'), codes: [MISSING, '…'] });

/** Of what is left out it does not show what is there then. */
const LEFT_OUT = '`title` | string(1..40) | no | caller | any | not shown';
const OPEN = open(LEFT_OUT);

const shown = (played: Played, title: string | null) =>
  played.judge({ method: 'POST', target: '/things', sent: {}, status: 201, shown: { id: 1, title } }).findings;

describe('what is left out, where nothing says what is there then', () => {
  it('may be shown as null', () => {
    const played = new Played(modelOf(OPEN));
    expect(shown(played, null)).toEqual([]);
    const list = { target: '/things', status: 200, shown: [{ id: 1, title: null }] };
    expect(played.judge(list).findings).toEqual([]);
  });

  it('may not where that is stated', () => {
    const stated = open(LEFT_OUT.replace('not shown', 'none'));
    expect(shown(new Played(modelOf(stated)), null)).toHaveLength(1);
  });
});

describe('a body that is no object, and is taken where nothing says how it is refused', () => {
  const made = { method: 'POST', target: '/things', sent: [], status: 201, shown: { id: 1, title: 'a' } };
  const listed = { target: '/things', status: 200, shown: [[]] };

  it('may be a row of a list that is none', () => {
    const played = new Played(modelOf(OPEN));
    played.judge(made);
    expect(played.judge(listed).findings).toEqual([]);
  });

  it('is the only reason for it', () => {
    expect(new Played(modelOf(OPEN)).judge(listed).findings).toHaveLength(1);
  });
});

describe('a change by what is no JSON', () => {
  it('may have read any of it', () => {
    const played = new Played(modelOf(OPEN));
    played.judge({
      method: 'POST',
      target: '/things',
      sent: { title: 'a' },
      status: 201,
      shown: { id: 1, title: 'a' },
    });
    const { call, ...rest } = exchangeOf({
      method: 'PATCH',
      target: '/things/1',
      sent: {},
      status: 200,
      shown: { id: 1, title: 'b' },
    });
    judge(played.world, { ...rest, call: { ...call, body: '{"a":1}x' } });
    expect(played.judge({ target: '/things/1', status: 200, shown: { id: 1, title: 'b' } }).findings).toEqual([]);
  });
});

describe('a connection that one call may have spoilt', () => {
  it.each([
    ['by a body of which a part is left unread', '{"a":1}x', 200],
    ['by what made the service fail', '{}', 500],
  ])('is used for no other: %s', async (_what, body, status) => {
    const server = createServer((socket) => {
      let calls = 0;
      socket.on('error', () => socket.destroy());
      socket.on('data', (data) => {
        calls += 1;
        const answered = calls > 1 ? 400 : String(data).startsWith('POST') ? status : 200;
        socket.write(`HTTP/1.1 ${answered} X\r\nContent-Length: 0\r\n\r\n`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = new Client(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    const statusOf = async (method: string, sent: string | undefined): Promise<unknown> => {
      const { reply } = await client.send({ method, target: '/', headers: [], body: sent });
      return 'status' in reply && reply.status;
    };
    expect([await statusOf('POST', body), await statusOf('GET', undefined)]).toEqual([status, 200]);
    client.close();
    server.close();
  });
});

describe('a change by what is no JSON, at an address that no row is known to have', () => {
  const HIDDEN = things({ fields: [HIDDEN_ID, LEFT_OUT], operations: updates('Thing'), codes: ['…'] });

  it('may be about a row that is known without its address', () => {
    const played = new Played(modelOf(HIDDEN));
    played.judge({ method: 'POST', target: '/things', sent: { title: 'a' }, status: 201, shown: { title: 'a' } });
    const { call, ...rest } = exchangeOf({
      method: 'PATCH',
      target: '/things/7',
      sent: {},
      status: 200,
      shown: { title: 'b' },
    });
    judge(played.world, { ...rest, call: { ...call, body: '{"title":"b"}x' } });
    const list = { target: '/things', status: 200, shown: [{ title: 'b' }] };
    expect(played.judge(list).findings).toEqual([]);
  });
});

const listed = (...more: readonly object[]) => ({ target: '/things', status: 200, shown: [thingAt(1), ...more] });

describe('a change at an address where there is nothing, that is taken where nothing says how it is refused', () => {
  const addressed = things({
    fields: [HIDDEN_ID, LEFT_OUT, ADDRESS],
    operations: updates('Thing'),
    codes: ['…'],
  });
  const odd = { title: 'b', url: `${URL_OF_SERVICE}/things/undefined` };
  const changed = { method: 'PATCH', target: '/things/7', sent: { title: 'b' }, status: 200, shown: odd };

  it('may leave rows behind that share an address, and of which nobody can tell what they show', () => {
    const played = new Played(modelOf(addressed));
    played.judge({ method: 'POST', target: '/things', sent: { title: 'a' }, status: 201, shown: thingAt(1) });
    played.judge(changed);
    expect(played.judge(listed(odd, odd)).findings).toEqual([]);
    played.judge({ ...changed, sent: { title: 'c' }, shown: { ...odd, title: 'c' } });
    expect(played.judge(listed({ ...odd, title: 'd' })).findings).toEqual([]);
    expect(played.judge({ ...listed(), shown: [odd] }).findings).toHaveLength(1);
  });

  it('is the only reason for them', () => {
    const played = new Played(modelOf(addressed));
    played.judge({ method: 'POST', target: '/things', sent: { title: 'a' }, status: 201, shown: thingAt(1) });
    expect(played.judge(listed(odd, odd)).findings).toHaveLength(1);
  });
});
