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
