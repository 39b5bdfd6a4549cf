// The closed table of what HTTP itself answers: trigger, bytes, RFC section. Data only; it is the
// source of docs/http-floor.md, and a test holds the two equal. Nothing else that no document states may be sent.

export interface FloorRow {
  readonly id: FloorId;
  /** In plain words, for the table. */
  readonly trigger: string;
  readonly status: number;
  /** Beside the framing headers. `<…>` is filled. */
  readonly headers: readonly string[];
  /** A cause of part 7 that takes this row's place where it is stated. */
  readonly unlessStated?: string;
  /** The connection ends with this answer. */
  readonly closes?: true;
  readonly rfc: string;
}

export type FloorId =
  | 'no body taken'
  | 'unparsable'
  | 'bad target'
  | 'version'
  | 'target too long'
  | 'headers too large'
  | 'slow'
  | 'expectation'
  | 'no such path'
  | 'method not allowed'
  | 'not acceptable'
  | 'unsupported media type'
  | 'unsupported coding'
  | 'malformed body'
  | 'too large'
  | 'not modified'
  | 'continue'
  | 'unavailable'
  | 'internal';

const ROWS = [
  {
    id: 'unparsable',
    trigger:
      'The request cannot be parsed: a bad request line, header, chunk or framing, not exactly one valid Host (HTTP/1.0: at most one), a coding beside chunked, chunked in HTTP/1.0, a method that HTTP does not know, CONNECT',
    status: 400,
    headers: ['Connection: close'],
    closes: true,
    rfc: 'RFC 9112, 2.2, 3.2, 6.1, 6.3',
  },
  {
    id: 'bad target',
    trigger:
      'The target is absolute and no address of the service: its scheme is neither http nor https, or its host is left out or none that there can be. Or its path is not percent-encoded UTF-8',
    status: 400,
    headers: [],
    rfc: 'RFC 9110, 4.2, 15.5.1; RFC 3986, 2.1',
  },
  {
    id: 'version',
    trigger: 'The HTTP version is neither 1.0 nor 1.1',
    status: 505,
    headers: ['Connection: close'],
    closes: true,
    rfc: 'RFC 9110, 15.6.6',
  },
  {
    id: 'target too long',
    trigger: "The request target is longer than 16,384 octets (operator's bound)",
    status: 414,
    headers: ['Connection: close'],
    closes: true,
    rfc: 'RFC 9110, 15.5.15',
  },
  {
    id: 'headers too large',
    trigger: "Target, names and values of the headers have together 32,768 octets or more (operator's bound)",
    status: 431,
    headers: ['Connection: close'],
    closes: true,
    rfc: 'RFC 6585, 5',
  },
  {
    id: 'slow',
    trigger: "The whole request has not arrived within the operator's time-out",
    status: 408,
    headers: ['Connection: close'],
    closes: true,
    rfc: 'RFC 9110, 15.5.9',
  },
  {
    id: 'expectation',
    trigger: 'Expect names something other than 100-continue',
    status: 417,
    headers: [],
    rfc: 'RFC 9110, 15.5.18',
  },
  {
    id: 'continue',
    trigger: 'Expect: 100-continue, when the body is about to be read; an interim answer, without any header',
    status: 100,
    headers: [],
    rfc: 'RFC 9110, 10.1.1, 15.2.1',
  },
  {
    id: 'no such path',
    trigger: 'No operation has this path, and the list of operations is complete',
    status: 404,
    headers: [],
    unlessStated: 'no such path',
    rfc: 'RFC 9110, 15.5.5',
  },
  {
    id: 'method not allowed',
    trigger:
      'Operations have this path, none of them this method, and the list of operations is complete. Allow goes with a stated answer, too',
    status: 405,
    headers: ['Allow: <the methods of the path>'],
    unlessStated: 'method not allowed',
    rfc: 'RFC 9110, 15.5.6, 10.2.1',
  },
  {
    id: 'not acceptable',
    trigger: 'Accept admits none of the media types that the operation answers with',
    status: 406,
    headers: [],
    unlessStated: 'not acceptable',
    rfc: 'RFC 9110, 15.5.7, 12.5.1',
  },
  {
    id: 'unsupported media type',
    trigger:
      'There is a body, and its Content-Type is left out, is there twice, is not one that the operation takes, or has a charset other than UTF-8',
    status: 415,
    headers: ['Accept: <the media types taken>'],
    unlessStated: 'unsupported media type',
    rfc: 'RFC 9110, 15.5.16, 12.5.1',
  },
  {
    id: 'unsupported coding',
    trigger: 'There is a body, and its Content-Encoding is not identity',
    status: 415,
    headers: ['Accept-Encoding: identity'],
    unlessStated: 'unsupported media type',
    rfc: 'RFC 9110, 15.5.16, 12.5.3',
  },
  {
    id: 'no body taken',
    trigger:
      'There is a body, other than an empty JSON object, where the document states that there is none: Body is none, and the method is not GET, HEAD or DELETE',
    status: 415,
    headers: [],
    unlessStated: 'unsupported media type',
    rfc: 'RFC 9110, 15.5.16',
  },
  {
    id: 'malformed body',
    trigger:
      'The body is not of its declared media type: not UTF-8, not JSON, with half of a surrogate pair, with a name twice in one object, nested deeper than 500 levels, not an object where fields are stated',
    status: 400,
    headers: [],
    unlessStated: 'malformed body',
    rfc: 'RFC 9110, 15.5.1; RFC 8259, 2, 4, 8.1, 8.2, 9',
  },
  {
    id: 'too large',
    trigger:
      "The body is larger than the operator's bound; or it, or the headers, are larger than a size of part 8 of which When exceeded is `any`",
    status: 413,
    headers: [],
    unlessStated: 'too large',
    rfc: 'RFC 9110, 15.5.14',
  },
  {
    id: 'not modified',
    trigger:
      'A GET or HEAD that reads, with If-None-Match in its Preconditions: that header names the tag of the answer, or is `*`. Of the stated answer it keeps Cache-Control, Content-Location, Expires and Vary',
    status: 304,
    headers: ['ETag: <the tag>'],
    rfc: 'RFC 9110, 13.1.2, 15.4.5',
  },
  {
    id: 'unavailable',
    trigger: 'The runtime cannot finish the request now. Nothing of it is kept, or nobody can tell: see What 503 says',
    status: 503,
    headers: [],
    unlessStated: 'unavailable',
    rfc: 'RFC 9110, 15.6.4',
  },
  {
    id: 'internal',
    trigger: 'The runtime failed',
    status: 500,
    headers: [],
    unlessStated: 'internal',
    rfc: 'RFC 9110, 15.6.1',
  },
] as const satisfies readonly FloorRow[];

export const FLOOR: readonly FloorRow[] = ROWS;

const BY_ID = new Map(FLOOR.map((row) => [row.id, row]));

export function floorRow(id: FloorId): FloorRow {
  return BY_ID.get(id)!;
}

/** Headers of every answer on the service's port, and when. */
export const FRAMING: readonly { readonly header: string; readonly when: string; readonly rfc: string }[] = [
  { header: 'Date', when: 'every answer but 100', rfc: 'RFC 9110, 6.6.1' },
  { header: 'Connection: keep-alive', when: 'the connection stays open', rfc: 'RFC 9112, 9.3' },
  { header: 'Connection: close', when: 'the connection ends with this answer', rfc: 'RFC 9112, 9.6' },
  { header: 'Keep-Alive: timeout=<seconds>', when: 'beside Connection: keep-alive', rfc: 'RFC 2068, 19.7.1' },
  {
    header: 'Content-Length',
    when: 'every answer but 1xx, 204 and 304; to HEAD the length that GET would have',
    rfc: 'RFC 9110, 8.6',
  },
];
