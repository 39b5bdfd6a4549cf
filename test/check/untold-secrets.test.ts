// Credentials that the service makes and that nobody would be told, or not with each row: the operation is held. Notation, part 2, rule
// `token`; decision 0063.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import { changed, changeOf } from '../behaviour/case.ts';

const REGISTRY = readFileSync(
  join(import.meta.dirname, '..', 'parts', 'authentication', 'a-value-shown-once.md'),
  'utf8',
);

const NAMED =
  '| 201 | created | {"id": client_id, "secret": oauth.client_secret, "once": true, "said": Client without note} | none |';

/** What is said of credentials that this runtime does not make. */
function heldTokens(lines: readonly string[]): readonly string[] {
  const { document, diagnostics } = read(changed(REGISTRY, [changeOf(lines)]), 'registry.md');
  return check(link(document, diagnostics)).diagnostics.flatMap(({ code, message }) =>
    code === 'unsupported' && message.includes('a token of the service') ? [message] : [],
  );
}

describe('a secret that the service makes', () => {
  it.each([
    [
      'two rows of it are made by one call',
      ['-- Does: creates Client; creates Key', '+- Does: creates Client; creates Client; creates Key'],
      'a token of the service in a row that is not made by one `creates` yet: `POST /pairs`',
    ],
    [
      'one of two answers leaves it out',
      [
        `-${NAMED}`,
        '+| 201 | created and this `note` is set | {"id": client_id} | none |',
        '+| 200 | created | {"id": client_id, "secret": oauth.client_secret} | none |',
      ],
      'a token of the service that the answer to the call does not show yet: `POST /named-clients`',
    ],
    [
      'the other one does',
      [
        `-${NAMED}`,
        '+| 201 | created and this `note` is set | {"id": client_id, "secret": oauth.client_secret} | none |',
        '+| 200 | created | {"id": client_id} | none |',
      ],
      'a token of the service that the answer to the call does not show yet: `POST /named-clients`',
    ],
  ])('is held where %s', (_, lines, what) => {
    expect(heldTokens(lines)).toEqual([expect.stringContaining(`does not support ${what} is held`)]);
  });

  it('runs where each of two answers shows it', () => {
    expect(
      heldTokens([
        `-${NAMED}`,
        '+| 201 | created and this `note` is set | {"id": client_id, "key": oauth.client_secret} | none |',
        '+| 200 | created | {"id": client_id, "secret": oauth.client_secret} | none |',
      ]),
    ).toEqual([]);
  });
});
