// What a published interface states and this runtime does not support yet, and how it is taken out of a document so that the rest can be
// driven. Input: a document, its assumptions, the words that are not done. Output: both without what rests on these words. A word that is
// done by now takes nothing out.

export interface Both {
  readonly document: string;
  readonly assumed: string;
}

interface TakenOut {
  /** As `check` calls them; none: the document leaves it open itself. */
  readonly words?: readonly string[];
  readonly says: string;
  readonly edits: readonly (readonly [of: keyof Both, from: RegExp, to: string])[];
}

const part = (number: number): RegExp => new RegExp(`(## ${number}\\. [^\\n]*\\n)[\\s\\S]*?(?=\\n## |$(?![\\s\\S]))`);

/** Of the document carrier-billing.md. */
const EACH: readonly TakenOut[] = [
  {
    says: 'who may call, of which the issuer is not shown: anyone, without credentials',
    edits: [
      ['document', /^- Who: scope `[^`]+`/gm, '- Who: anyone'],
      ['assumed', /^- Who: scope `[^`]+`/gm, '- Who: anyone'],
      ['document', part(5), '$1\nnone\n'],
      ['document', /no credentials, wrong token, expired token|not permitted/g, 'none'],
    ],
  },
  {
    words: ['Operation: Headers in'],
    says: 'the headers of a request',
    edits: [
      ['document', /^- Headers in:.*\n/m, ''],
      ['document', /^\| Header \|(?:.+\n)+\n/m, ''],
    ],
  },
  {
    words: ['Word: header', 'Headers: header by its own rules'],
    says: 'headers of an answer that repeat one of the request, and `Content-Last-Key`',
    edits: [
      ['document', /`x-correlator: <header x-correlator>`, (`X-Total.*), `Content-Last-Key`/, '$1'],
      ['document', /`x-correlator: <header x-correlator>`/g, 'none'],
    ],
  },
  {
    words: ['By: outside'],
    says: 'what the carrier decides later',
    edits: [['document', /^\| `processing` \|.*outside: .*\n/gm, '']],
  },
  {
    words: ['By: after'],
    says: 'the end of a reservation by itself',
    edits: [
      ['document', /^\| `reserved` \| `cancelled` \| not shown.*\n/m, ''],
      ['assumed', /^.*\| after 15 minutes \|.*\n/m, ''],
    ],
  },
  {
    words: ['Emits: event kinds'],
    says: 'events',
    edits: [
      ['document', /`org\.camaraproject\.[^`]*` \|$/gm, 'none |'],
      ['document', part(6), '$1\nnone\n'],
    ],
  },
  {
    words: ['Versioning: Scheme'],
    says: 'versions: the prefix stays a part of the addresses',
    edits: [['document', part(9), '$1\nnone\n']],
  },
];

export function takenOut(both: Both, undone: ReadonlySet<string>): Both & { readonly says: readonly string[] } {
  const result = { ...both };
  const says: string[] = [];
  for (const one of EACH.filter(({ words }) => !words || words.some((word) => undone.has(word)))) {
    says.push(one.says);
    for (const [of, from, to] of one.edits) {
      const text = result[of].replace(from, to);
      if (text === result[of]) throw new Error(`nothing to take out for "${one.says}" in the ${of}: ${from}`);
      result[of] = text;
    }
  }
  return { ...result, says };
}
