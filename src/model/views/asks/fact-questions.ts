// The question of a fact that its key alone tells: bullets of schemes, of Delivery, of part 9, heads of the Limit table, halves
// of Pages. In: a
// kind and a key as the notation spells it. Out: one sentence with holes. questions.ts has those of all other kinds. Notation,
// parts 5, 6, 8 and 9.

import type { FactKind } from '../gaps/table.ts';

type Keyed = Readonly<Record<string, string>>;

const SCHEME: Keyed = {
  Scheme: 'Which kind of credential is `{name}`: an API key, a bearer token, a JWT …?',
  'Sent in': 'Where does a request carry the credential of `{name}`: in which header, query parameter or cookie?',
  Credentials: 'With what does a caller sign in to get a token of `{name}`?',
  'Issued by': 'Who issues the tokens of `{name}`: one of these operations, or someone outside?',
  'Token lifetime': 'How long is a token of `{name}` valid?',
  Refresh: 'How does a caller get a new token of `{name}` when the old one ends?',
  'Revoked when': 'What makes a token of `{name}` invalid before its time?',
  'Verified by': 'By what is a token of `{name}` verified: which issuer, audience, keys?',
  Claims: 'Which claims of a token of `{name}` say what about the caller?',
  Roles: 'Which callers with `{name}` have which role?',
};

const DELIVERY: Keyed = {
  'Sent as': 'How are events sent: as requests to whom, as a stream on which path, to a subject of a broker?',
  Accepted: 'Which answer of a receiver says that it has the event?',
  Tries: 'How often is an event sent at most, when it is not accepted?',
  Waits: 'How long does the service wait between two tries to send an event?',
  'Time-out': 'After how long is a try to send an event given up, when nobody answers?',
  Order: 'In which order do events of one receiver arrive?',
  Signature: 'How does a receiver know that an event comes from this service?',
  Envelope: 'What stands around the payload of an event?',
  Duplicates: 'May an event arrive twice, and how does a receiver tell?',
  'Kept for': 'How long are events kept for a receiver that asks again?',
  'Given up': 'What happens to an event that nobody has accepted in the end?',
};

const EVENT: Keyed = {
  When: 'When is the event `{name}` sent?',
  Payload: 'What does the event `{name}` carry?',
};

const LIMIT: Keyed = {
  Value: 'How much does {name} allow?',
  Per: 'For what is {name} counted: each caller, each address, each operation …?',
  'Applies to': 'To which calls does {name} apply?',
  'When exceeded': 'Which error answers what goes beyond {name}?',
};

const VERSION: Keyed = {
  'Current version': 'Which version of the interface is the current one?',
  'Supported versions': 'Which versions of the interface are answered?',
  Deprecated: 'Since when is which version deprecated?',
  Sunset: 'When is which version withdrawn?',
  'Missing version': 'What happens to a request that names no version?',
  'Unknown version': 'What happens to a request that names a version which is not supported?',
};

/** What an effect comes to, where the Status table answers other outcomes. */
const OUTCOME: Keyed = {
  created: 'With which status does {operation} answer when a row was created?',
  updated: 'With which status does {operation} answer when a row was updated?',
  replaced: 'With which status does {operation} answer when a row was replaced?',
  moved: 'With which status does {operation} answer when a row was moved?',
  deleted: 'With which status does {operation} answer when a row was deleted?',
  unchanged: 'With which status does {operation} answer when nothing was changed?',
};

/** Halves of Pages. */
const PAGES: Keyed = {
  default: 'How many rows does {operation} answer at once when the request does not say how many?',
  'at most': 'How many rows may a request to {operation} ask for at most?',
  more: 'What happens when a request to {operation} asks for more rows than it may: is it refused, or how many rows does it get?',
};

/** A half of Who. */
const WHO: Keyed = {
  'which items': 'Which items may those who call {operation} touch: all, or which?',
};

const KEYED: Partial<Record<FactKind, Keyed>> = {
  scheme: SCHEME,
  'token of a scheme': SCHEME,
  'fact of a scheme': SCHEME,
  delivery: DELIVERY,
  event: EVENT,
  limit: LIMIT,
  retirement: VERSION,
  'fact of versioning': VERSION,
  'success status': OUTCOME,
  pages: PAGES,
  who: WHO,
};

/** undefined: the kind has one question for all of its facts, or none for this key. */
export function keyedQuestion(kind: FactKind, key: string | undefined): string | undefined {
  const questions = KEYED[kind];
  return questions && key !== undefined && Object.hasOwn(questions, key) ? questions[key] : undefined;
}
