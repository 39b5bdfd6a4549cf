// `### METHOD /path/{param}` → method and path. Input: a heading. Output: both, or nothing and a finding. Notation, part 4; section 4,
// `path-by-example`.

import { didYouMean } from '../base/did-you-mean.ts';
import { diagnose } from '../diagnostics/define.ts';
import { pathByExample, unknownHeading } from '../diagnostics/reading.ts';
import type { Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { withoutTicks } from '../base/ticked.ts';
import { quoted } from './reading.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'TRACE', 'CONNECT'];
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface OperationHeading {
  readonly method: string;
  readonly path: string;
  /** The same for every path that no request can distinguish from this one. */
  readonly route: string;
}

/** Each parameter is spoken of with its whole path: without bounds, a path would cost the square of its length. */
const LONGEST = 1000;
const MOST = 101;

export function readOperationHeading(reading: Reading, section: Section): OperationHeading | undefined {
  const words = withoutTicks(section.title.text).replace(/`/g, '').replace(/\s+/g, ' ');
  const found = /^(\p{L}+) (\/\S*)$/u.exec(words);
  const method = found?.[1]!.toUpperCase() ?? '';
  if (!found || !METHODS.includes(method)) {
    const near = found && didYouMean(method, METHODS);
    const expected = near ? `\`${near} ${found[2]}\`` : '`METHOD /path` or `All operations`';
    reading.diagnostics.push(diagnose(unknownHeading, section.at, { heading: quoted(section.title.text), expected }));
    return undefined;
  }
  if (found[2]!.length > LONGEST || found[2]!.split(/[{:<]/).length > MOST) {
    const expected = `a path of at most ${LONGEST} characters with at most ${MOST - 1} parameters`;
    reading.diagnostics.push(diagnose(unknownHeading, section.at, { heading: quoted(section.title.text), expected }));
    return undefined;
  }
  const path = rewritten(found[2]!);
  if (path !== found[2]) {
    const values = { heading: `${method} ${found[2]!}`, expected: `${method} ${path}` };
    reading.diagnostics.push(diagnose(pathByExample, section.at, values));
  } else if (!/^(?:[^{}]|\{[^{}/\s]+\})*$/.test(path)) {
    const expected = 'each parameter of a path in braces of its own: `/orders/{id}`';
    reading.diagnostics.push(diagnose(unknownHeading, section.at, { heading: quoted(section.title.text), expected }));
    return undefined;
  }
  return { method, path, route: `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}` };
}

/** `:id`, `<id>` and values that look like an example's, in braces; a query string goes. */
function rewritten(path: string): string {
  if (!/[:<?]|\/[0-9a-f]/i.test(path)) return path;
  const [before = ''] = path.split('?');
  const segments = before.split('/');
  const taken = new Set([...before.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!));
  return segments
    .map((segment, index) => {
      if (/^:[\p{L}_]/u.test(segment)) return segment.replace(/^:([\p{L}\p{N}_]+)/u, '{$1}');
      if (/^<[^<>]+>/.test(segment)) return segment.replace(/^<([^<>]+)>/, '{$1}');
      const dot = segment.indexOf('.');
      const stem = dot > 0 ? segment.slice(0, dot) : segment;
      if (!/^\d+$/.test(stem) && !UUID.test(stem)) return segment;
      const previous = segments[index - 1]?.replace(/[^\p{L}\p{N}_]/gu, '') ?? '';
      const wanted = taken.has('id') && previous !== '' ? `${previous.replace(/s$/, '')}_id` : 'id';
      const name = taken.has(wanted) ? `${wanted}_${index}` : wanted;
      taken.add(name);
      return `{${name}}${segment.slice(stem.length)}`;
    })
    .join('/');
}
