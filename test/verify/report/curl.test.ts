// The lines for a shell that a report has: what of a call is taken from an earlier reply.

import { expect, it } from 'vitest';

import { curlLines } from '../../../src/verify/report/curl.ts';
import { exchangeOf } from '../recorded.ts';

const made = exchangeOf({ method: 'POST', target: '/beds', sent: {}, status: 201, shown: { id: 1, code: 'k7f3' } });

function lastLine(target: string): string {
  return curlLines([made, exchangeOf({ target, status: 200, shown: {} })], 'http://x').at(-1)!;
}

it('takes what names a row from the reply that shows it', () => {
  expect(lastLine('/beds/1?limit=2')).toContain('"http://x/beds/$v1?limit=2"');
  expect(lastLine('/beds?code=k7f3')).toContain('"http://x/beds?code=$v1"');
});

it('leaves a number of a query as it is, though a row has the same', () => {
  expect(lastLine('/beds?limit=1')).toContain('"http://x/beds?limit=1"');
  expect(lastLine('/beds/1?limit=1')).toContain('"http://x/beds/$v1?limit=1"');
});

it('takes a number from the reply about rows at that address, where rows of others have the same', () => {
  const [bed, member] = ['/beds', '/members'].map((target) =>
    exchangeOf({ method: 'POST', target, sent: {}, status: 201, shown: { id: 4 } }),
  );
  const read = (target: string): string =>
    curlLines([bed!, member!, exchangeOf({ target, status: 200, shown: {} })], 'http://x').at(-1)!;
  expect(read('/beds/4')).toContain('"http://x/beds/$v1"');
  expect(read('/members/4')).toContain('"http://x/members/$v2"');
  expect(read('/members/4/beds/4')).toContain('"http://x/members/$v2/beds/$v1"');
});
