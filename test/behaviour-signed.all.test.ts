// What holds of tokens that are kept holds of signed ones that may end: the same documents, with JWT in the place of `bearer token`, give the
// same answers to the same requests.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { agrees, scenariosOf, written, type Captures } from './behaviour/case.ts';
import { openPlayer, type Player } from './behaviour/player.ts';

const CASES = join(import.meta.dirname, 'parts', 'authentication');

let player: Player;
beforeAll(async () => {
  player = await openPlayer();
});
afterAll(() => player.close());

function withSignedTokens(document: string): string {
  return document.replaceAll(
    '- Scheme: bearer token\n',
    `- Scheme: JWT
- Verified by: issuer \`https://service.example\`, audience \`service\`, keys kept by the operator, algorithms \`ES256\`
- Claims: \`sub\` to caller.id
`,
  );
}

describe.each(['tokens-of-the-service', 'tokens-that-refresh', 'a-cookie-and-who-may-move'])('%s', (name) => {
  const document = readFileSync(join(CASES, `${name}.md`), 'utf8');
  const text = readFileSync(join(CASES, `${name}.http`), 'utf8');

  it.each(scenariosOf(text))('$title', async (scenario) => {
    await player.begin(withSignedTokens(document), scenario);
    const captures: Captures = new Map();
    for (const exchange of scenario.exchanges) {
      const actual = await player.send(exchange, captures);
      if (agrees(exchange.answer, actual, captures)) continue;
      expect(`${exchange.method} ${exchange.target}\n${written(actual, captures, text)}`).toBe(
        `${exchange.method} ${exchange.target}\n${exchange.answer}`,
      );
    }
    expect(player.failures()).toEqual([]);
  });
});
