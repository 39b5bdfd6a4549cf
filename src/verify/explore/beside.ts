// Calls that reach no operation, or ask for what a browser asks first. Input: a call to each operation. Output: calls beside them.

import type { Draft } from './draft.ts';
import { Fresh } from './drafted.ts';
import type { VariedGround } from './variations.ts';

export function* beside(ground: VariedGround, drafts: readonly Draft[]): Generator<Draft> {
  const [first] = drafts;
  if (!first) return;
  const bare = { headers: [], query: [], body: { kind: 'none' }, rows: [], linked: undefined } as const;
  const unknown = new Fresh(ground.next(), (vary) => `ninefold-${vary}`);
  yield { ...first, ...bare, method: 'GET', path: [first.path[0] ?? '', '/', { value: unknown }] };
  for (const draft of drafts) {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'POST', 'GET'])
      if (!drafts.some((other) => other.method === method && shapeOf(other) === shapeOf(draft))) {
        yield { ...draft, ...bare, method };
        break;
      }
    yield {
      ...draft,
      ...bare,
      method: 'OPTIONS',
      headers: [
        ['Origin', 'https://example.com'],
        ['Access-Control-Request-Method', draft.method],
        ['Access-Control-Request-Headers', 'content-type'],
      ],
    };
  }
}

function shapeOf({ path }: Draft): string {
  return path.map((piece) => (typeof piece === 'string' ? piece : '{}')).join('');
}
