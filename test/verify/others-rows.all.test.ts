// Rows that were there before a run stay as they are, wherever the run can make rows of its own.

import { afterEach, describe, expect, it } from 'vitest';

import type { Model } from '../../src/model/model.ts';
import { verify, type VerifyOptions } from '../../src/verify/verify.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import { closed, served, type Answer, type Asked } from './by-hand.ts';
import {
  bullets,
  creates,
  deletes,
  documentOf,
  errors,
  ID,
  lists,
  machine,
  modelOf,
  moves,
  reads,
  resource,
  TOLERANT,
} from './document.ts';
import { seen } from './things.ts';

afterEach(closed);

interface Work {
  /** Operations besides those that every test has. */
  readonly operations?: string;
  readonly pages?: string;
}

function work({ operations = '', pages = '`Link` rel next; default 3' }: Work = {}): Model {
  return modelOf(
    documentOf({
      resources: resource('Task', [ID, '`title` | string(1..40)', '`state` | state | yes | service: state']),
      states: machine(
        'Task.state',
        ['`open` | initial', '`done` | any'],
        ['`open` | `done` | `POST /tasks/{id}/done`', '`done` | `open` | `POST /tasks/{id}/open`'],
        { 'Any other move': '`not_now`' },
      ),
      all: bullets(TOLERANT),
      operations: [
        creates('Task'),
        lists('Task', { Order: '`id` descending', Pages: pages }),
        reads('Task'),
        moves('POST /tasks/{id}/done', 'Task.state to `done`'),
        moves('POST /tasks/{id}/open', 'Task.state to `open`'),
        deletes('Task', { Repeat: 'again' }),
        operations,
      ].join(''),
      errors: errors([
        '`absent` | 404 | no such Task',
        '`invalid` | 422 | any field missing, any field invalid',
        '`not_now` | 409 | none',
        '`query` | 400 | invalid query',
      ]),
    }),
  );
}

interface Task {
  readonly id: number;
  readonly title: string;
  state: 'open' | 'done';
}

const failed = (status: number, code: string): Answer => ({ status, body: { code } });

/** Tasks of which ten are there already; `touched`: what was done to those. `fails`: the creation that is answered 500, by its place. */
function keeping(fails = 0): {
  readonly touched: string[];
  readonly tasks: Task[];
  readonly handler: (asked: Asked) => Answer;
} {
  const touched: string[] = [];
  const tasks: Task[] = Array.from({ length: 10 }, (_, nth) => ({
    id: nth + 1,
    title: `old ${nth}`,
    state: nth % 3 === 2 ? 'done' : 'open',
  }));
  let made = 0;
  const create = ({ text, json }: Asked): Answer => {
    const title = json?.['title'];
    if (text === '' || !json || typeof title !== 'string' || title === '' || [...title].length > 40)
      return failed(422, 'invalid');
    const task: Task = { id: 11 + made, title, state: 'open' };
    made += 1;
    tasks.push(task);
    return made === fails ? { status: 500 } : { status: 201, body: { ...task } };
  };
  const page = ({ query, base }: Asked): Answer => {
    const cursor = query.get('cursor');
    const last = cursor === null ? Infinity : /^c\d{1,8}$/.test(cursor) ? Number(cursor.slice(1)) : undefined;
    if (last === undefined || query.getAll('cursor').length > 1) return failed(400, 'query');
    const rows = tasks.filter(({ id }) => id < last).toReversed();
    const body = rows.slice(0, 3);
    const next = `<${base}/tasks?cursor=c${body.at(-1)?.id}>; rel="next"`;
    return { status: 200, body, headers: rows.length > 3 ? { link: next } : {} };
  };
  const handler = (asked: Asked): Answer => {
    const { method, path } = asked;
    const [, root, id, action] = path.split('/');
    if (root !== 'tasks') return { status: 404 };
    if (id === undefined) return method === 'POST' ? create(asked) : method === 'GET' ? page(asked) : { status: 404 };
    const task = /^[1-9]\d*$/.test(id) ? tasks.find((one) => one.id === Number(id)) : undefined;
    if (!task) return failed(404, 'absent');
    if (action === undefined && method === 'GET') return { status: 200, body: { ...task } };
    if (task.id <= 10 && method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS')
      touched.push(`${method} ${path}`);
    if (action === undefined && method === 'DELETE') {
      tasks.splice(tasks.indexOf(task), 1);
      return { status: 204 };
    }
    if (method !== 'POST' || (action !== 'done' && action !== 'open')) return { status: 404 };
    if (task.state === action) return failed(409, 'not_now');
    task.state = action;
    return { status: 200, body: { ...task } };
  };
  return { touched, tasks, handler };
}

async function held(
  service: ReturnType<typeof keeping>,
  options: Partial<VerifyOptions> = {},
  model = work(),
): Promise<Verdict> {
  return verify(model, { url: await served(service.handler), seed: 5, requests: 500, time: 15_000, ...options });
}

describe('rows of others', () => {
  it('are neither changed nor deleted, in whatever state they are', async () => {
    const service = keeping();
    const verdict = await held(service);
    expect(seen(verdict)).toEqual([]);
    expect(service.touched).toEqual([]);
    expect(verdict.exercised.map(({ id }) => id)).toContain('4/DELETE /tasks/{id}/status/204');
  });

  it('are not removed where nobody can tell who made them', async () => {
    const service = keeping(2);
    const verdict = await held(service);
    expect(seen(verdict)).toHaveLength(1);
    expect(service.touched).toEqual([]);
    expect(verdict.left.every((one) => /^Task \d+, perhaps$/.test(one))).toBe(true);
    expect(verdict.left).toContain('Task 12, perhaps');
  });
});

describe('--read-only', () => {
  const STARTS = moves('GET /tasks/{id}/start', 'Task.state to `done`', { Body: undefined });

  it('makes no call that changes something, whichever method it has', async () => {
    const service = keeping();
    const verdict = await held(service, { isSafeOnly: true }, work({ operations: STARTS }));
    expect(service.tasks.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(seen(verdict)).toEqual([]);
    expect(verdict.exercised.some(({ id }) => id.includes('/start'))).toBe(false);
  });
});
