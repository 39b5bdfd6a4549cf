// The version in a media type: its parameter `version`. Input: an Accept header and the versions that are served; or the media type of an
// answer. Output: the name that is asked for, undefined where none is; the media type with its version. Notation, part 9, Scheme `media type`; https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1

/** `application/json; version="2026-01-31"; q=0.5`, up to the next comma. */
const RANGE = /\s*([^\s,;"]+)((?:[^,"]|"(?:[^"\\]|\\.)*")*)(?:,|$)/y;
const PARAMETER = /;\s*([^\s=;,"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))/g;

/** Clients send a handful of different headers: so many are kept. */
const KEPT = 64;
const LONGEST = 256;
const known = new WeakMap<ReadonlySet<string>, Map<string, string | undefined>>();

/** The range of the highest quality whose version is served, or that names none. Else the first that names one. */
export function versionInAccept(accept: string | undefined, served: ReadonlySet<string>): string | undefined {
  if (accept === undefined || !/version/i.test(accept)) return undefined;
  let found = known.get(served);
  if (found === undefined) known.set(served, (found = new Map()));
  if (found.has(accept)) return found.get(accept);
  const name = chosen(accept, served);
  if (found.size < KEPT && accept.length <= LONGEST) found.set(accept, name);
  return name;
}

function chosen(accept: string, served: ReadonlySet<string>): string | undefined {
  const ranges = rangesOf(accept).toSorted((a, b) => b.quality - a.quality);
  const first = ranges.find(({ version }) => version === undefined || served.has(version));
  return (first ?? ranges[0])?.version;
}

interface Range {
  readonly version: string | undefined;
  readonly quality: number;
}

/** Those of JSON that are acceptable. */
function rangesOf(accept: string): readonly Range[] {
  const ranges: Range[] = [];
  RANGE.lastIndex = 0;
  for (let found = RANGE.exec(accept); found !== null && found[0] !== ''; found = RANGE.exec(accept)) {
    const [, type = '', more = ''] = found;
    const parameters = [...more.matchAll(PARAMETER)].map(([, name = '', quoted, plain = '']) => ({
      name: name.toLowerCase(),
      value: quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1'),
    }));
    const quality = Number(parameters.findLast(({ name }) => name === 'q')?.value ?? 1);
    const named = parameters.filter(({ name }) => name === 'version').map(({ value }) => value);
    // Sent twice, it names none that there is.
    const version = named.length < 2 ? named[0] : named.join(', ');
    if (quality > 0 && JSON_RANGE.test(type)) ranges.push({ version, quality });
  }
  return ranges;
}

const JSON_RANGE = /^(?:\*\/\*|application\/\*|application\/(?:[^/]+\+)?json|text\/event-stream|text\/\*)$/i;

/** Of an answer. What no header can hold is not said. */
export function ofVersion(mediaType: string, version: string | undefined): string {
  if (version === undefined || !/^[\x20-\x7e]+$/.test(version)) return mediaType;
  const text = TOKEN.test(version) ? version : `"${version.replace(/["\\]/g, '\\$&')}"`;
  return `${mediaType}; version=${text}`;
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
const TOKEN = /^[!#$%&'*+\-.^_`|~\w]+$/;
