// `ninefold explain CODE`: what a diagnostic means, why it matters, what to write instead. From the catalogue alone.

import { suggestion } from '../base/did-you-mean.ts';
import { CATALOGUE } from '../diagnostics/catalogue.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';

export function explain(asked: string, console: Console): number {
  // `error:CODE` is how a held operation names the error that holds it.
  const code = asked.replace(/^error:/, '');
  const definition = CATALOGUE.find((candidate) => candidate.code === code);
  if (definition === undefined) {
    const codes = CATALOGUE.map((candidate) => candidate.code);
    throw new Refusal(2, `there is no diagnostic ${code}${suggestion(code, codes)}`);
  }
  const { severity, part, what, why, fix } = definition;
  console.out(`${console.paint('bold', code)} (${severity}, ${part === 'document' ? 'whole document' : part})\n`);
  console.out(`what  ${what}\nwhy   ${why}\nfix   ${fix}`);
  return 0;
}
