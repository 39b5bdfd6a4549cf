// Calls to a todo service, good and bad, drawn by chance. Members are written as JSON text, since some are no values of JavaScript.

import type { Call, Drawing } from '../differential.ts';
import type { Play } from '../played.ts';
import { TODO_BACKEND } from './service.ts';

const TITLES = ['"milk"', '"  "', '""', '5', 'null', '"\\u00e9"', '"\\ud800"', '"\u{1f600}"', '["a"]', '"constructor"'];
const TRUTHS = ['true', 'false', 'null', '"true"', '1', '{}'];
const NUMBERS = [
  '0',
  '7',
  '-3',
  '1.0',
  '1e2',
  '1.5',
  '1e-400',
  '9223372036854775807',
  '9223372036854775808',
  '1e20',
  '"7"',
];
const OTHERS = ['"id":7', '"url":"http://a.example"', '"surprise":1', '"__proto__":{"completed":true}', '"id":null'];
const TARGETS = [
  '/nowhere',
  '/',
  '/todos/',
  '/todos/1/2',
  '/todos/01',
  '/todos/x',
  '/todos/-1',
  '/todos/99999',
  '/%ff',
  '/Todos',
];
const BODIES = [
  '{',
  '[]',
  '"x"',
  'null',
  '{"title":"a","title":"b"}',
  '{"title":"a",}',
  '\ufeff{"title":"a"}',
  ' {"title":"a"} ',
  '{"title":"a"}x',
];

function members(draw: Drawing): string {
  const isGood = draw.chance(0.5);
  const pick = (values: readonly string[], good: number): string =>
    isGood ? values[draw.below(good)]! : draw.of(values);
  const all = [
    ...(draw.chance(0.85) ? [`"title":${pick(TITLES, 1)}`] : []),
    ...(draw.chance(0.5) ? [`"completed":${pick(TRUTHS, 2)}`] : []),
    ...(draw.chance(0.5) ? [`"order":${pick(NUMBERS, 5)}`] : []),
    ...(draw.chance(0.2) ? [draw.of(OTHERS)] : []),
  ];
  return `{${all.join(',')}}`;
}

function headers(draw: Drawing, hasBody: boolean): NonNullable<Call['headers']> {
  const types = [
    'text/plain',
    'application/json; charset=utf-8',
    'application/json; charset=latin1',
    'Application/JSON',
    '',
  ];
  const accepts = [
    '*/*',
    'text/html',
    'application/*',
    'application/json;q=0',
    'text/html, application/json;q=0.5',
    '',
  ];
  const type = draw.chance(0.9) ? 'application/json' : draw.of(types);
  return {
    ...(hasBody && type !== '' && { 'content-type': type }),
    ...(draw.chance(0.1) && { accept: draw.of(accepts) }),
    ...(draw.chance(0.1) && { origin: 'http://shop.example' }),
    ...(draw.chance(0.02) && { 'content-encoding': draw.of(['gzip', 'identity']) }),
    ...(draw.chance(0.1) && { 'access-control-request-method': draw.of(['GET', 'PATCH', 'TRACE']) }),
  };
}

function drawn(draw: Drawing): Call {
  const query = draw.chance(0.05) ? '?surprise=1' : '';
  const one = `/todos/{{todo:${draw.below(50)}}}`;
  const target = draw.chance(0.05) ? draw.of(TARGETS) : draw.chance(0.55) ? one : '/todos';
  const usual =
    target === '/todos' ? ['GET', 'POST', 'POST', 'POST', 'POST'] : ['GET', 'GET', 'PATCH', 'PATCH', 'PATCH', 'DELETE'];
  const method = draw.chance(0.9) ? draw.of(usual) : draw.of(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'POST']);
  const takes = method === 'POST' || method === 'PATCH' || draw.chance(0.1);
  const hasBody = takes && draw.chance(0.97);
  const body = draw.chance(0.04)
    ? draw.of(BODIES)
    : draw.chance(0.01)
      ? Buffer.from([0x22, 0xff, 0x22])
      : members(draw);
  return { method, target: target + query, headers: headers(draw, hasBody), ...(hasBody && { body }) };
}

const CHOSEN = new Map([
  ['id', 'todo'],
  ['url', 'address of todo'],
]);

export const TODO_PLAY: Play = { twin: TODO_BACKEND, chosen: (place) => CHOSEN.get(place), draw: drawn };
