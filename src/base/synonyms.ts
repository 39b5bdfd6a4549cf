// Everyday words that people write where the notation has another. Input: a text, the symbol of the grammar that reads it, and
// where reading stopped. Output: what to write. A word means that only in the place of the right one.

import { ticked } from './ticked.ts';

interface Meant {
  /** In place of the word that was written. */
  readonly words: string;
  /** The form of the whole, where the text around cannot be read with these words; false: what is around must not be lost. */
  readonly form?: string | false;
  /** When it is meant, or which fact of the same row says the rest. */
  readonly beside?: string;
}

interface Everyday {
  readonly said: RegExp;
  readonly meant: (groups: readonly string[], all: string) => readonly Meant[];
  /** Another place says it. */
  readonly elsewhere?: Advice;
}

/** `hint` ends the message, `write` says what to write. */
export interface Advice {
  readonly hint: string;
  readonly write: string;
}

const NUMBER = '-?\\d{1,15}(?:\\.\\d{1,15})?';
const VALUES = '\\s*([^()\\[\\]{}]{1,200}?)\\s*[)\\]}]?\\s*$';
const LIST = `\\s*[(:[{]${VALUES}`;

const WORD = '[\\p{L}][\\p{L}\\d_-]*';
/** Not one of several values. */
const ADJECTIVES = 'positive|negative|even|odd|unique|required|optional|unsigned|any|none';
const UNITS: Readonly<Record<string, string>> = { s: 'second', m: 'minute', h: 'hour', d: 'day' };

const KEPT_SECRET = '(?:secret|password|passphrase|credentials?|hashed|encrypted)';
const TEXT = '(?:string|text|str|char|varchar|password|secret)(\\(\\d*(?:\\.\\.\\d*)?\\))?';

/** By symbols of the grammar; of several entries that fit the first counts. */
export const EVERYDAY: Readonly<Record<string, readonly Everyday[]>> = {
  who: [
    // `everyone who is logged in` is not anyone.
    says('everyone|everybody|anybody|public|all', 'anyone', false),
    says('logged[ -]in|authenticated|(?:any|all|every) users?|users?', 'signed-in', false),
  ],
  field_type: [
    {
      said: new RegExp(`\\benum${LIST}`, 'giu'),
      meant: ([list]) => [
        { words: `one of ${valuesOf(list!)}` },
        { words: 'string', beside: ` with ${ticked(valuesOf(list!))} under Allowed values` },
      ],
    },
    {
      said: words('enum|enumeration|choice'),
      meant: () => [
        { words: 'one of `a`, `b`' },
        { words: 'string', beside: ' with the values in ticks under Allowed values' },
      ],
    },
    { said: /\b(\w+)\[\]/giu, meant: ([of]) => [{ words: `array of ${of}`, form: 'array of string' }] },
    says('(?:list|array|collection)s? of', 'array of', 'array of string'),
    // What is to be hashed is never advised as plain text.
    {
      said: words(`${KEPT_SECRET},? ${TEXT}|${TEXT},? ${KEPT_SECRET}|${KEPT_SECRET}`),
      meant: ([one, other]) => [{ words: `secret${one ?? other ?? ''}`, form: 'secret' }],
    },
    says('text|str|char|varchar', 'string'),
    says('int|long|bigint|whole number', 'integer'),
    says('float|double|real', 'number'),
    says('money|currency', 'decimal(2)'),
    says('bool|yes/no', 'boolean'),
    says('datetime|timestamp|date and time', 'date-time'),
    says('guid', 'uuid'),
    says('uri|link', 'url'),
    says('json|dict|dictionary', 'object'),
  ],
  required: [says('mandatory|must|true', 'yes'), says('false', 'no')],
  presence: [
    elsewhere('server|service|system|caller|client', {
      hint: 'who sets a field is stated under Set by: `caller`, or `service: …`',
      write: '`always`, `if set`, `if …` or `never`, and who sets the field under Set by: `caller`, or `service: …`',
    }),
    says('yes|true|required', 'always'),
    says('no|false|hidden', 'never'),
    says('optional|when set', 'if set'),
  ],
  yes_no: [says('true', 'yes'), says('false', 'no')],
  set_by: [
    says('auto[- ]?increment|serial', 'service: new id'),
    says('server|system|backend|generated|automatic', 'service', 'service: …'),
    says('client|users?|sender', 'caller'),
  ],
  constraints: [
    elsewhere('unique', {
      hint: 'what no two rows share is stated in a bullet of the resource, ``- Unique: `f` ``',
      write:
        'a bullet ``- Unique: `f` `` under the heading of the resource, and here what else narrows the values, or `any`',
    }),
    lengthOf('max(?:imum)?|up to|at most', 'at most'),
    lengthOf('min(?:imum)?|at least', 'at least'),
    boundOf('max(?:imum)?:?|up to|at most|no more than', '<=', 'at most'),
    boundOf('min(?:imum)?:?|at least|no less than', '>=', 'at least'),
    range(`(?:from |between )?(${NUMBER})\\s*(?:-|–|—|to|…|\\.\\.\\.)\\s*(${NUMBER})`),
    range(`between (${NUMBER}) and (${NUMBER})`),
    says('not empty|non-empty|nonempty|required', 'not blank'),
    {
      said: new RegExp(`\\b(?:enum\\s*[(:[{]|one of\\s*[(:[{]?)${VALUES}`, 'giu'),
      meant: ([list]) => [{ words: valuesOf(list!) }],
    },
    {
      said: /\b(?:regexp?|pattern)\b[:=]?\s*\/?\^?([^`"\s]{1,200}?)\$?\/?\s*$/giu,
      meant: ([pattern]) => [{ words: `matches ${ticked(pattern!)}` }],
    },
    {
      said: new RegExp(`^(?!.*\\b(?:${ADJECTIVES})\\b)${WORD}(?:\\s*[,|/]\\s*${WORD})+$`, 'giu'),
      meant: (_, list) => [{ words: valuesOf(list) }],
    },
  ],
  literal: [
    elsewhere('now|today|current (?:time|date)', {
      hint: 'what the service sets is stated under Set by: `service: now at create`',
      write: '`none`, and `service: now at create` under Set by',
    }),
  ],
  effects: [
    says(
      '(?:creates?|adds?|inserts?) (?:many|several|multiple|all|each)(?: (?:of )?(?:the|new)(?= ))*',
      'creates every',
      'creates every R in body',
    ),
    does('creates?|adds?|inserts?', 'creates'),
    does('reads?|gets?|fetch(?:es)?|shows?|returns?', 'reads'),
    does('lists?|finds?|search(?:es)?', 'lists'),
    does('updates?|edits?|changes?|modif(?:y|ies)', 'updates'),
    does('deletes?|removes?', 'deletes'),
    does('replaces?', 'replaces'),
    does('moves?', 'moves', 'moves R.f'),
  ],
  media_type: [says('json', 'application/json')],
  repeat: [says('idempotent', 'same effect'), says('read-only|readonly', 'safe')],
  order: [
    says('newest|latest(?: first)?|most recent(?: first)?', 'newest first'),
    says('oldest|by creation|in order of creation', 'oldest first'),
  ],
  field_policy: [
    says('unchanged|untouched|ignored?|preserved?|left alone', 'kept', false),
    says('deleted?|removed?|null|reset|default', 'cleared', false),
    says('error|rejected?|invalid|forbidden', 'refused', false),
  ],
  status_when: [
    elsewhere('not found|invalid|errors?|fail(?:s|ed|ure)?|unauthori[sz]ed|forbidden|conflict', {
      hint: 'why a request is refused is stated in part 7; here it is a code of part 7 in ticks',
      write: 'a code of part 7 in ticks, or leave the row out, since a Code row of part 7 answers it',
    }),
    {
      said: words('ok|okay|success(?:ful)?|succeeded|done'),
      meant: () => [
        { words: 'found', beside: ' for what is read or listed' },
        { words: 'created', beside: ' for a new row' },
        { words: 'updated', beside: ' for a changed one' },
      ],
    },
  ],
  causes: [
    says('(?:is )?not found|does not exist|missing row|no such item', 'no such R', false),
    says('unauthori[sz]ed|unauthenticated|not logged in|(?:no|missing) token', 'no credentials', false),
    says('(?:invalid|bad) token', 'wrong token', false),
    says('forbidden|no permission|not allowed', 'not permitted', false),
    says('duplicate|already (?:exists|in use|taken)|not unique', 'any field taken', false),
    says(
      'validation (?:fails|failed|error)|(?:invalid|wrong|bad) (?:body|input|data|fields?|request|value)',
      'any field invalid',
      false,
    ),
    says('conflict|(?:wrong|invalid) state|any other move', 'illegal move', false),
    says(
      '`?if-(?:none-)?match`? (?:failed|fails|mismatch)|(?:wrong|stale|outdated|old) (?:etag|tag)|(?:etag|tag) mismatch',
      'precondition failed',
      false,
    ),
    says('(?:no|missing) (?:`?if-match`?|etag|tag)|`?if-match`? (?:missing|required)', 'precondition required', false),
    says(
      '(?:repeated|repeat|same key|key (?:reused|repeated))(?:,| with| and| but)? (?:an? )?(?:another|other|different) (?:body|request|call)',
      'same key, other body',
      false,
    ),
    says('rate limit(?:ed| exceeded)?', 'too many requests', false),
    says('(?:internal )?server error|internal error', 'internal', false),
  ],
  limit_value: [
    {
      said: /\b(\d{1,9})(?: (?:requests|calls))?\s*(?:\/|per|an?)\s*(second|minute|hour|day|s|sec|min|h|d)\b/giu,
      meant: ([count, unit]) => [{ words: `${count} per ${UNITS[unit![0]!.toLowerCase()]}` }],
    },
    { said: /\b(\d{1,9})([kmg])b\b/giu, meant: ([count, size]) => [{ words: `${count} ${size!.toUpperCase()}B` }] },
  ],
  version_scheme: [says('(?:in )?(?:the )?(?:url|uri|path|prefix)', 'path prefix')],
};

/** Where one of some fixed words is due. */
const ONE_OF: readonly (readonly [said: RegExp, meant: string])[] = [
  [/^(?:start|begin|beginning|first|new)$/, 'initial'],
  [/^(?:end|last|terminal|finished|done)$/, 'final'],
  [/^(?:deleted|removed|archived)$/, 'gone'],
  [/^(?:error|reject(?:ed)?|refuse|invalid|forbidden)$/, 'refused'],
  [/^(?:ignore|skipped|dropped|allowed|accepted)$/, 'ignored'],
];

export function everydayOf<W extends string>(said: string, words: readonly W[]): W | undefined {
  const [, meant] = ONE_OF.find(([one]) => one.test(said)) ?? [];
  return words.find((word) => word === meant);
}

function words(said: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d_.-])(?:${said})(?![\\p{L}\\d_-])`, 'giu');
}

function says(said: string, instead: string, form: string | false = instead): Everyday {
  return { said: words(said), meant: () => [{ words: instead, form }] };
}

function elsewhere(said: string, { hint, write }: Advice): Everyday {
  return { said: words(said), meant: () => [], elsewhere: { hint: `; ${hint}`, write } };
}

/** A verb, with an article or the like between it and its resource. */
function does(said: string, instead: string, form = `${instead} R`): Everyday {
  return says(`(?:${said})(?: (?:an|a|the|one|new|all)(?= ))*`, instead, form);
}

function lengthOf(said: string, phrase: string): Everyday {
  const forms = `(?:${said}) length (?:of )?(\\d{1,15})|(?:${said}) (\\d{1,15}) (?:chars?|letters?|characters?)`;
  return { said: words(forms), meant: ([count]) => [{ words: `${phrase} ${count} characters` }] };
}

function boundOf(said: string, sign: string, phrase: string): Everyday {
  return {
    said: words(`(?:${said}) (\\d{1,15})`),
    meant: ([count]) => [
      { words: `${sign} ${count}`, beside: ' for a number' },
      { words: `${phrase} ${count} characters`, beside: ' for a text' },
    ],
  };
}

function range(said: string): Everyday {
  return { said: words(said), meant: ([first, last]) => [{ words: `${first}..${last}` }] };
}

/** `a, b`, `a | b`, `"a", "b"`: each in ticks. */
function valuesOf(list: string): string {
  const values = list.split(/[,;|/]/).map((value) => value.trim().replace(/^["'`]+|["'`]+$/g, ''));
  return values.flatMap((value) => (value === '' ? [] : [ticked(value)])).join(', ');
}

/** Of the first entry that touches the place: the whole text with its words where that can be read, else the form. */
export function everydayAdvice(
  symbol: string,
  text: string,
  touches: (from: number, to: number) => boolean,
  isRead: (text: string) => boolean,
): Advice | undefined {
  for (const { said, meant, elsewhere: other } of EVERYDAY[symbol] ?? []) {
    const found = [...text.matchAll(said)].find(({ index, 0: all }) => touches(index, index + all.length));
    if (!found || isQuoted(text, found.index)) continue;
    if (other) return other;
    const groups = found.slice(1).filter((group) => group !== undefined);
    const told = meant(groups, found[0]).flatMap(({ words: instead, form = instead, beside = '' }) => {
      const whole = text.replace(said, (all, ...more) => (isQuoted(text, offsetIn(more)) ? all : instead));
      if (isRead(whole)) return [ticked(whole) + beside];
      return form !== false && isRead(form.replace('…', 'not shown')) ? [ticked(form) + beside] : [];
    });
    if (told.length === 0) continue;
    const write = told.join(', or ');
    return { hint: `; did you mean ${write}?`, write };
  }
  return undefined;
}

/** Of a word that is alone and is taken for a name. */
export function everydayWord(symbol: string, word: string): Advice | undefined {
  const isWhole = (from: number, to: number): boolean => from === 0 && to === word.length;
  return everydayAdvice(symbol, word, isWhole, () => true);
}

/** After the groups of a match. */
function offsetIn(more: readonly unknown[]): number {
  return more.find((one) => typeof one === 'number') ?? 0;
}

/** In ticks or double quotes it is a name or a value. */
function isQuoted(text: string, index: number): boolean {
  return (text.slice(0, index).match(/[`"]/g)?.length ?? 0) % 2 === 1;
}
