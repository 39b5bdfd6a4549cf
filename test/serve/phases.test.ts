// What phases ask of the store and of the clock, that they wait for nothing where there is nothing to ask, and which goes first.

import { expect, it } from 'vitest';

import type { Compiled } from '../../src/serve/compiled.ts';
import { catchUp, clock, due } from '../../src/serve/phases/due.ts';
import { PHASES } from '../../src/serve/phases/index.ts';
import type { Request } from '../../src/serve/phases/phase.ts';
import { references } from '../../src/serve/phases/refused.ts';

function timedRequest(): { readonly request: Request; readonly asked: string[] } {
  const asked: string[] = [];
  const look = async (): Promise<undefined> => void asked.push('clock');
  const timed = [{ catchUp: async (now: string): Promise<undefined> => void asked.push(now) }];
  const compiled = { context: { clock: { now: () => 0, look } }, timed } as unknown as Compiled;
  return { request: { compiled, findings: {} } as Request, asked };
}

it('a manual clock that is kept is looked at once, and then what is due is written', async () => {
  const { request, asked } = timedRequest();
  for (const phase of [clock, due]) await phase.compile(request.compiled)!(request);
  expect(asked).toEqual(['clock', '1970-01-01T00:00:00.000Z']);
});

it('a phase that asks the store before the body is read does both', async () => {
  const { request, asked } = timedRequest();
  await catchUp(request);
  expect(asked).toEqual(['clock', '1970-01-01T00:00:00.000Z']);
});

it('of a refused body without references nothing is waited for', () => {
  const compiled = { references: [{ needs: ['other'], program: {} }] } as unknown as Compiled;
  const request = { refusal: { kind: 'refused' }, findings: { bindings: { other: null } } } as unknown as Request;
  expect(references.compile(compiled)!(request)).toBeUndefined();
});

it('who calls is looked at before the path, the query and the body: only the version, the size of the headers, rates by address and the media types of the answers are judged before', () => {
  const names = PHASES.map(({ name }) => name);
  expect(names.slice(0, names.indexOf('credentials'))).toEqual(['version', 'head', 'rates', 'accept']);
});

it('who sends a wrong secret is refused before a new one is hashed', () => {
  const names = PHASES.map(({ name }) => name);
  expect(names.indexOf('secrets')).toBeGreaterThan(names.indexOf('verify'));
});
