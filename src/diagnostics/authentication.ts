// What linking finds about secrets and callers. Notation, section 4 and part 5.

import { defineDiagnostic, type Definition } from './define.ts';

export const secretCompared: Definition<'field'> = defineDiagnostic({
  code: 'secret-compared',
  part: 'authentication',
  severity: 'error',
  what: 'Unexpected secret `{field}` in a condition.',
  why: 'A secret is kept only as a salted hash: it can be checked at sign-in, never compared, and a condition would leak it.',
  fix: 'Use `signs in` with the secret, or another field.',
});

export const tokenLeak: Definition<'field' | 'operation'> = defineDiagnostic({
  code: 'token-leak',
  part: 'authentication',
  severity: 'error',
  what: 'Unexpected token `{field}` in the answer of `{operation}`, which does not issue it.',
  why: 'Whoever reads a token can call as its owner. Only the operation that issues it for that row may show it.',
  fix: 'Leave the field out of the answer: `R without f`, or a view.',
});
