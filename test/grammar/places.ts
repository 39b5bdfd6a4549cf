// Where each kind of value stands in a document. Input: a start symbol and a sentence of it. Output: a small document that holds the
// sentence at its place, and the sentence as it is written there. For whoever makes documents from the grammar.

import { readInline } from '../../src/read/inline.ts';

interface Place {
  readonly part: string;
  /** What stands before and after the value; a table when it begins with `|`. */
  readonly before: string;
  readonly after: string;
}

const cell = (part: string, heading: string, heads: string, before: string, after: string): Place => ({
  part,
  before: `${heading}| ${heads} |\n|${heads
    .split('|')
    .map(() => '---|')
    .join('')}\n| ${before}`,
  after: `${after} |\n`,
});

const bullet = (part: string, heading: string, key: string): Place => ({
  part,
  before: `${heading}- ${key}: `,
  after: '\n',
});

const RESOURCES = '## 2. Resources and their fields\n\n';
const STATES = '## 3. States and transitions\n\n';
const ENDPOINTS = '## 4. Endpoints\n\n';
const EVENTS = '## 6. Events\n\n';
const AUTHENTICATION = '## 5. Authentication\n\n';
const LIMITS = '## 8. Limits\n\n';
const VERSIONING = '## 9. Versioning\n\n';
const SCHEME = '### Token\n\n';
const ERRORS = '## 7. Errors\n\n';
const ORDER = '### Order\n\n';
const MACHINE = '### Order.status\n\n';
const OPERATION = '### GET /orders\n\n';
const KIND = '### order_created\n\n';
const DELIVERY = '### Delivery\n\n';

/** `duration` stands inside of other values only. */
export const PLACES: Readonly<Record<string, Place>> = {
  field_type: cell(RESOURCES, ORDER, 'Field | Type', '`f` | ', ''),
  required: cell(RESOURCES, ORDER, 'Field | Required', '`f` | ', ''),
  presence: cell(RESOURCES, ORDER, 'Field | Present', '`f` | ', ''),
  set_by: cell(RESOURCES, ORDER, 'Field | Set by', '`f` | ', ''),
  constraints: cell(RESOURCES, ORDER, 'Field | Allowed values', '`f` | ', ''),
  literal: cell(ENDPOINTS, OPERATION, 'Query | Default', '`f` | ', ''),
  field_default: cell(RESOURCES, ORDER, 'Field | Default', '`f` | ', ''),
  names: bullet(RESOURCES, ORDER, 'At least one of'),
  field_lists: bullet(ENDPOINTS, OPERATION, 'At least one of'),
  unique: bullet(RESOURCES, ORDER, 'Unique'),
  deletion_rules: bullet(RESOURCES, ORDER, 'When deleted'),
  from: cell(STATES, MACHINE, 'From | To', '', ' | `a`'),
  to: cell(STATES, MACHINE, 'From | To', '`a` | ', ''),
  by: cell(STATES, MACHINE, 'From | By', '`a` | ', ''),
  condition: cell(STATES, MACHINE, 'From | Only if', '`a` | ', ''),
  any_other_move: bullet(STATES, MACHINE, 'Any other move'),
  effects: bullet(ENDPOINTS, OPERATION, 'Does'),
  who: bullet(ENDPOINTS, OPERATION, 'Who'),
  checks: bullet(ENDPOINTS, OPERATION, 'Checks'),
  field_policy: bullet(ENDPOINTS, OPERATION, 'Omitted fields'),
  empty_text_policy: bullet(ENDPOINTS, OPERATION, 'Empty text'),
  unknown_fields: bullet(ENDPOINTS, OPERATION, 'Unknown fields'),
  repeat: bullet(ENDPOINTS, OPERATION, 'Repeat'),
  order: bullet(ENDPOINTS, OPERATION, 'Order'),
  pages: bullet(ENDPOINTS, OPERATION, 'Pages'),
  body_fact: bullet(ENDPOINTS, OPERATION, 'Body'),
  payload: bullet(EVENTS, KIND, 'Payload'),
  sent_in: bullet(AUTHENTICATION, SCHEME, 'Sent in'),
  caller_resource: bullet(AUTHENTICATION, SCHEME, 'Caller'),
  lifetime: cell(ENDPOINTS, OPERATION, 'Repeat | Statement', 'Kept for | ', ''),
  preconditions: bullet(ENDPOINTS, OPERATION, 'Preconditions'),
  headers_in: bullet(ENDPOINTS, OPERATION, 'Headers in'),
  key_header: cell(ENDPOINTS, OPERATION, 'Repeat | Statement', 'Header | ', ''),
  repeat_scope: cell(ENDPOINTS, OPERATION, 'Repeat | Statement', 'Scope | ', ''),
  kept_answers: cell(ENDPOINTS, OPERATION, 'Repeat | Statement', 'Kept answers | ', ''),
  credentials: bullet(AUTHENTICATION, SCHEME, 'Credentials'),
  issued_by: bullet(AUTHENTICATION, SCHEME, 'Issued by'),
  refresh: bullet(AUTHENTICATION, SCHEME, 'Refresh'),
  revoked_when: bullet(AUTHENTICATION, SCHEME, 'Revoked when'),
  verified_by: bullet(AUTHENTICATION, SCHEME, 'Verified by'),
  claims: bullet(AUTHENTICATION, SCHEME, 'Claims'),
  roles: bullet(AUTHENTICATION, SCHEME, 'Roles'),
  sent_as: bullet(EVENTS, DELIVERY, 'Sent as'),
  accepted: bullet(EVENTS, DELIVERY, 'Accepted'),
  tries: bullet(EVENTS, DELIVERY, 'Tries'),
  waits: bullet(EVENTS, DELIVERY, 'Waits'),
  delivery_order: bullet(EVENTS, DELIVERY, 'Order'),
  signature: bullet(EVENTS, DELIVERY, 'Signature'),
  envelope: bullet(EVENTS, DELIVERY, 'Envelope'),
  duplicates: bullet(EVENTS, DELIVERY, 'Duplicates'),
  given_up: bullet(EVENTS, DELIVERY, 'Given up'),
  happening: bullet(EVENTS, KIND, 'When'),
  version: bullet(VERSIONING, '', 'Current version'),
  versions: bullet(VERSIONING, '', 'Supported versions'),
  day: cell(VERSIONING, '', 'Version | Date', '`1` | ', ''),
  retirement: bullet(VERSIONING, '', 'Sunset'),
  other_version: bullet(VERSIONING, '', 'Missing version'),
  version_change: cell(VERSIONING, '', 'Change', '', ''),
  limit_value: cell(LIMITS, '', 'Limit | Value', 'Rate | ', ''),
  limit_per: cell(LIMITS, '', 'Limit | Per', 'Rate | ', ''),
  applies_to: cell(LIMITS, '', 'Limit | Applies to', 'Rate | ', ''),
  when_exceeded: cell(LIMITS, '', 'Limit | When exceeded', 'Rate | ', ''),
  version_scheme: bullet(VERSIONING, '', 'Scheme'),
  answers: bullet(ENDPOINTS, OPERATION, 'Answers'),
  cross_origin: bullet(ENDPOINTS, OPERATION, 'Cross-origin'),
  media_type: bullet(ENDPOINTS, OPERATION, 'Media type'),
  selects: cell(ENDPOINTS, OPERATION, 'Query | Selects', '`q` | ', ''),
  status_code: cell(ENDPOINTS, OPERATION, 'Status | When', '', ' | found'),
  error_status: cell(ERRORS, '', 'Code | Status', '`x` | ', ''),
  status_when: cell(ENDPOINTS, OPERATION, 'Status | When', '200 | ', ''),
  shape: cell(ENDPOINTS, OPERATION, 'Status | Body', '200 | ', ''),
  header_values: cell(ENDPOINTS, OPERATION, 'Status | Headers', '200 | ', ''),
  causes: cell(ERRORS, '', 'Code | When', '`x` | ', ''),
  yes_no: bullet(ERRORS, '', 'All failed fields at once'),
  decided_when: cell(RESOURCES, ORDER, '`f` | When', '`a` | ', ''),
};

/** As it must be written in a cell or bullet: bars are escaped, and what Markdown would change outside of ticks. */
function written(sentence: string, isCell: boolean): string {
  const text = sentence.replace(/(`+)[^`][^]*?\1(?!`)|[\\*_[\]<&~!]/g, (piece) =>
    piece.startsWith('`') ? piece : `\\${piece}`,
  );
  return isCell ? text.replaceAll('|', '\\|') : text;
}

/** Nothing when Markdown cannot carry the sentence as it is. */
export function documentAround(symbol: string, sentence: string): { source: string; written: string } | undefined {
  const place = PLACES[symbol];
  if (!place) return undefined;
  const isCell = place.before.includes('|\n|');
  const text = written(sentence, isCell);
  if (readInline(text, 0, text.length, isCell).trim().text !== sentence.trim()) return undefined;
  return {
    source: `# Made\n\n- Lists: complete unless marked\n\n${place.part}${place.before}${text}${place.after}`,
    written: text,
  };
}
