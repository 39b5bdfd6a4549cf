// A method that a path does not have: Allow names those that it has, all of them and no others.

import { expect, it } from 'vitest';

import { modelOf } from '../document.ts';
import { Played } from '../recorded.ts';
import { things } from '../things.ts';

const MODEL = modelOf(things());

function foundFor(target: string, allow: string | undefined): readonly string[] {
  const headers = allow === undefined ? [] : [['allow', allow] as const];
  const { findings } = new Played(MODEL).judge({ method: 'PUT', target, sent: {}, status: 405, headers });
  return findings.map((one) => `${one.class}: ${one.expected.split(',')[0]!}; ${one.got}`);
}

it.each([
  ['/things', 'GET, POST'],
  ['/things', 'POST,GET,HEAD,OPTIONS'],
  ['/things/7', 'GET'],
])('of %s may be %s', (target, allow) => {
  expect(foundFor(target, allow)).toEqual([]);
});

it.each([
  ['/things', 'GET'],
  ['/things', 'GET, POST, PUT'],
  ['/things', 'GET, POST, DELETE'],
  ['/things', undefined],
  ['/things/7', 'GET, POST'],
  ['/things/7', 'HEAD, OPTIONS'],
])('of %s may not be %s', (target, allow) => {
  expect(foundFor(target, allow)).toHaveLength(1);
  expect(foundFor(target, allow)[0]).toMatch(/^wrong header: header allow: /);
});
