// The script of the operator's page, as one text. Input: the files beside this one, which are sent as they are written, and the
// functions that the server uses too. Output: the text.

import { readFileSync } from 'node:fs';
import { curlLine, quoted } from '../calls/curl.ts';
import { targetOf } from '../calls/target.ts';

export function pageScript(): string {
  const files = ['try.js', 'fill.js', 'callers.js', 'search.js', 'live.js', 'rows.js', 'moves.js'].map((name) =>
    readFileSync(new URL(name, import.meta.url), 'utf8'),
  );
  // Under the names that the files use, even where a bundler has renamed the functions.
  const given = Object.entries({ quoted, curlLine, targetOf }).map(([name, code]) => `${name}: ${code.toString()}`);
  return `(() => {\n'use strict';\nconst GIVEN = {\n${given.join(',\n')},\n};\n${files.join('\n')}})();\n`;
}
