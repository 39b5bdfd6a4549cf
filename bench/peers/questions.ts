// Twelve things that an interface may leave unsaid, each with the request that meets it. Input: bookings.md. Output: for each question the
// edit that leaves its statement out, what is asked of a service, and when an answer does what is stated.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
}

export interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a tool is asked with. A move is a call of its own: not every tool can name one. */
export interface Hand {
  readonly call: (call: Call) => Promise<Answer>;
  readonly move: (id: Json, to: 'confirmed' | 'left') => Promise<Answer>;
}

export interface Question {
  readonly asks: string;
  /** What is taken out of the document, and what stands there instead. */
  readonly without: readonly (readonly [string, string])[];
  /** Of a new row of two guests, with its identity; the row made just before it is the other one. */
  readonly meet: (hand: Hand, id: Json) => Promise<Answer>;
  /** Does the answer do what the whole document states? */
  readonly stated: (answer: Answer) => boolean;
  /** Whatever is said of success here was nowhere said. */
  readonly successIsMadeUp?: true;
}

export const GUEST = 'Ada';
export const OTHER_GUEST = 'Grace';
export const SEATS = 3;
const MISSING = 4711;
const PAGE = 20;

const post = (body: Json): Question['meet'] => {
  return ({ call }) => call({ method: 'POST', path: '/bookings', body });
};
const status = (wanted: number) => (answer: Answer) => answer.status === wanted;
const field = (answer: Answer, name: string): Json | undefined =>
  answer.body !== null && typeof answer.body === 'object' && !Array.isArray(answer.body)
    ? (answer.body as { readonly [key: string]: Json })[name]
    : undefined;

const guest = (required: string): string => `| \`guest\` | string(1..80) | ${required} | caller |`;
const seats = (values: string, otherwise: string): string =>
  `| \`seats\` | integer | no | caller | ${values} | ${otherwise} |`;
const noBooking: readonly [string, string] = ['| `no_booking` | 404 | no such Booking |\n', ''];

async function thirtyRows({ call }: Hand): Promise<Answer> {
  for (let row = 0; row < 30; row += 1)
    await call({ method: 'POST', path: '/bookings', body: { guest: GUEST, seats: SEATS } });
  return call({ method: 'GET', path: '/bookings' });
}

function newestFirst({ body }: Answer): boolean {
  const ids = Array.isArray(body) ? body.map((row: { readonly id?: unknown } | null) => Number(row?.id)) : [];
  return ids.length > 1 && ids.every((id, i) => i === 0 || id < ids[i - 1]!);
}

export const QUESTIONS: readonly Question[] = [
  {
    asks: 'Must `guest` be sent?',
    without: [[guest('yes'), guest('not shown')]],
    meet: post({ seats: SEATS }),
    stated: status(422),
  },
  {
    asks: 'What are the `seats` of who sends none?',
    without: [[seats('1..9', '2'), seats('1..9', 'not shown')]],
    meet: post({ guest: GUEST }),
    stated: (answer) => answer.status === 201 && field(answer, 'seats') === 2,
  },
  {
    asks: 'How many `seats` may be asked for?',
    without: [[seats('1..9', '2'), seats('not shown', '2')]],
    meet: post({ guest: GUEST, seats: 1000 }),
    stated: status(422),
  },
  {
    asks: 'What becomes of a field that nobody knows?',
    without: [['- Unknown fields: refused\n', '']],
    meet: post({ guest: GUEST, seats: SEATS, colour: 'red' }),
    stated: status(422),
  },
  {
    asks: 'May the caller send the state?',
    without: [['- Read-only fields: refused\n', '']],
    meet: post({ guest: GUEST, seats: SEATS, status: 'left' }),
    stated: status(422),
  },
  {
    asks: 'What answers a value that is no number?',
    without: [[' any field invalid,', '']],
    meet: post({ guest: GUEST, seats: 'many' }),
    stated: status(422),
  },
  {
    asks: 'What answers a read of a row that is not there?',
    without: [noBooking],
    meet: ({ call }) => call({ method: 'GET', path: `/bookings/${MISSING}` }),
    stated: status(404),
    successIsMadeUp: true,
  },
  {
    asks: 'In which order do rows come?',
    without: [['- Order: newest first\n', '']],
    meet: ({ call }) => call({ method: 'GET', path: '/bookings' }),
    stated: newestFirst,
  },
  {
    asks: 'How many rows come at once?',
    without: [['- Pages: offset and limit; default 20, at most 100, more is refused\n', '']],
    meet: thirtyRows,
    stated: ({ body }) => Array.isArray(body) && body.length === PAGE,
  },
  {
    asks: 'What becomes of a move that is not legal?',
    without: [
      ['- Any other move: `not_now`\n', ''],
      ['| `not_now` | 409 | illegal move |\n', ''],
    ],
    meet: async ({ move }, id) => {
      await move(id, 'confirmed');
      await move(id, 'left');
      return move(id, 'confirmed');
    },
    stated: status(409),
  },
  {
    asks: 'What does the second DELETE answer?',
    without: [noBooking],
    meet: async ({ call }, id) => {
      await call({ method: 'DELETE', path: `/bookings/${String(id)}` });
      return call({ method: 'DELETE', path: `/bookings/${String(id)}` });
    },
    stated: status(404),
    successIsMadeUp: true,
  },
  {
    asks: 'What becomes of a field that a PATCH leaves out?',
    without: [['- Omitted fields: kept\n', '']],
    meet: ({ call }, id) => call({ method: 'PATCH', path: `/bookings/${String(id)}`, body: { seats: 4 } }),
    stated: (answer) => answer.status === 200 && field(answer, 'guest') === GUEST && field(answer, 'seats') === 4,
  },
];

/** The document without what states an answer. A statement that is no longer there would prove nothing. */
export function leftOut(document: string, question: Question): string {
  return question.without.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the document no longer says ${from}`);
    return text.replace(from, to);
  }, document);
}
