// Words of every day that people write where the notation has another. Input: a text, the symbol of the grammar that reads it, and where
// reading stopped. Output: what to write. A word means that only at the place where the right one stands.

import { ticked } from './ticked.ts';

interface Meant {
  /** In place of what was said. */
  readonly words: string;
  /** The form of the whole, where the text around cannot be read with these words; false: what is around must not be lost. */
  readonly form?: string | false;
  /** When it is meant, or which fact of the same row says the rest. */
  readonly beside?: string;
}

interface Everyday {
  readonly said: RegExp;
  readonly meant: (groups: readonly string[]) => readonly Meant[];
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
      hint: 'who sets a field stands under Set by: `caller`, or `service: …`',
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
      hint: 'what no two rows share stands in a bullet of the resource, ``- Unique: `f` ``',
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
  ],
  effects: [
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
};

interface EverydayKey extends Partial<Advice> {
  readonly said: RegExp;
  /** The key that is meant, or one beside which it would stand. */
  readonly key: string;
}

/** Keys of bullets; each only where its key binds. What has no `hint` is that key. */
export const EVERYDAY_KEYS: readonly EverydayKey[] = [
  {
    said: /^(?:filters?|filter(?:ed)? by|search|query|query parameters|parameters|params)$/i,
    key: 'Pages',
    hint: '; what callers select by stands in a Query table',
    write:
      'a table of this operation with the heads `Query`, `Type`, `Required`, `Default`, `Selects`, with a row for each parameter',
  },
  {
    said: /^(?:responses?|returns?|answers?|status(?: codes?)?)$/i,
    key: 'Does',
    hint: '; what is answered stands in a Status table',
    write: 'a table of this operation with the heads `Status`, `When`, `Body`',
  },
  { said: /^(?:sort|sorting|sort(?:ed)? by|order(?:ed)? by|ordering)$/i, key: 'Order' },
  { said: /^(?:paging|pagination|paginated|page)$/i, key: 'Pages' },
  { said: /^(?:auth|authorization|authentication|permissions?|access|allowed|roles?)$/i, key: 'Who' },
  { said: /^(?:action|effect|behaviou?r)$/i, key: 'Does' },
  { said: /^(?:content[ -]type|format)$/i, key: 'Media type' },
  { said: /^(?:request|request body|payload|input)$/i, key: 'Body' },
  { said: /^idempotent|idempotency$/i, key: 'Repeat' },
  { said: /^(?:key|id|primary key|identifier|identity)$/i, key: 'Identified by' },
  { said: /^(?:on delete|deletion|deleting)$/i, key: 'When deleted' },
];

/** `binds`: is this a key at the place? */
export function everydayKey(said: string, binds: (key: string) => boolean): EverydayKey | undefined {
  return EVERYDAY_KEYS.find((one) => one.said.test(said) && binds(one.key));
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
    const told = meant(groups).flatMap(({ words: instead, form = instead, beside = '' }) => {
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

/** Of a word that stands alone and is taken for a name. */
export function everydayWord(symbol: string, word: string): Advice | undefined {
  const isWhole = (from: number, to: number): boolean => from === 0 && to === word.length;
  return everydayAdvice(symbol, word, isWhole, () => true);
}

/** Behind the groups of a match. */
function offsetIn(more: readonly unknown[]): number {
  return more.find((one) => typeof one === 'number') ?? 0;
}

/** In ticks or double quotes it is a name or a value. */
function isQuoted(text: string, index: number): boolean {
  return (text.slice(0, index).match(/[`"]/g)?.length ?? 0) % 2 === 1;
}
