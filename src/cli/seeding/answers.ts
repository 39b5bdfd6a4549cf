// What an answer says of a row. Input: how the row went in, status, headers and body of the answer. Output: it is in, it is there
// already, it failed and why in the words of the document, or it is not known. What a row or an answer holds is not repeated.

import { STATUS_CODES } from 'node:http';

import { parsePlaces } from '../../base/json-places.ts';
import type { JsonNode } from '../../base/json-places.ts';
import { filled, holes, pointer } from '../../base/messages.ts';
import { shownIn } from '../../calls/keys.ts';
import type { Around, Shown } from '../../calls/keys.ts';
import type { Output, RefusalPlan } from '../../plan/output.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Identity } from './labels.ts';
import { takenCauses } from './operations.ts';
import type { Way } from './operations.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

export type Verdict =
  | { readonly kind: 'in' }
  | { readonly kind: 'there' | 'failed' | 'unknown'; readonly words: string };

export function verdictOf(way: Way, { status, body }: Answer, plan: Plan): Verdict {
  if (status >= 200 && status < 300) {
    const isStated = way.run.answers.some((answer) => answer.status === status);
    return isStated
      ? { kind: 'in' }
      : { kind: 'unknown', words: `${statusText(status)}, which the document does not state` };
  }
  const tree = treeOf(body);
  if (status === 501) return { kind: 'failed', words: [statusText(status), ...gapsIn(tree, plan)].join(': ') };
  const matching = refusalsLike(way, status, tree, plan);
  const taken = takenCauses(way, plan);
  const isThere = matching.length > 0 && matching.every(({ cause }) => taken.has(cause));
  return { kind: isThere ? 'there' : 'failed', words: wordsOf(way, status, tree, matching) };
}

export function statusText(status: number): string {
  const text = STATUS_CODES[status];
  return text === undefined ? String(status) : `${status} ${text}`;
}

interface Matching {
  readonly cause: string;
  readonly refusal: RefusalPlan;
}

/** The errors of the document that this answer can be. */
function refusalsLike(
  { run }: Way,
  status: number,
  tree: JsonNode | undefined,
  { refusals }: Plan,
): readonly Matching[] {
  const stated = Object.entries({ ...refusals, ...run.refusals }).flatMap(([cause, outcome]) =>
    outcome.kind === 'refuse' && outcome.refusal.status === status ? [{ cause, refusal: outcome.refusal }] : [],
  );
  return stated.filter(({ refusal }) => {
    const codes = wordsIn(refusal, 'code', tree);
    return codes === undefined
      ? false
      : codes.length === 0 || refusal.code === undefined || codes.includes(refusal.code);
  });
}

function wordsOf(way: Way, status: number, tree: JsonNode | undefined, matching: readonly Matching[]): string {
  const [first] = matching;
  if (first === undefined) return statusText(status);
  const { code, message } = first.refusal;
  const same = matching.every(({ refusal }) => refusal.code === code && refusal.message === message);
  if (!same) return statusText(status);
  const fields = toldFields(way, first.refusal, tree);
  const names = [...new Set(fields.map(({ shown }) => shown))];
  const about = names.length === 0 ? '' : ` (${names.join(', ')})`;
  const said = messageAbout(first.refusal, ...fields) ?? sentMessage(first.refusal, tree);
  return `${[statusText(status), ...(code === undefined ? [] : [code])].join(' ')}${about}${said === undefined ? '' : `: ${said}`}`;
}

/** What is wrong with a field only the answer says. */
function sentMessage(refusal: RefusalPlan, tree: JsonNode | undefined): string | undefined {
  if (refusal.message?.includes('<problem>') !== true) return undefined;
  const sent = [...new Set(wordsIn(refusal, 'message', tree) ?? [])];
  return sent.length === 0 ? undefined : sent.join('; ');
}

/** A field of the document that an answer names. */
interface Told {
  /** As the answer names it. */
  readonly shown: string;
  readonly name: string;
  readonly path: readonly string[];
}

/** Named by itself, or in the message of its refusal. */
function toldFields({ run }: Way, refusal: RefusalPlan, tree: JsonNode | undefined): readonly Told[] {
  const named = ['field', 'path', 'pointer'].flatMap((word) => wordsIn(refusal, word, tree) ?? []);
  const messages = wordsIn(refusal, 'message', tree) ?? [];
  const known = run.body.kind === 'fields' ? run.body.fields : [];
  const told = known.flatMap(({ name, path }) => {
    const shown = named.find((each) => [name, path.join('.'), pointer(path)].includes(each));
    return shown === undefined ? [] : [{ shown, name, path }];
  });
  if (told.length > 0 || refusal.message === undefined || !holes(refusal.message)) return told;
  return known
    .map(({ name, path }) => ({ shown: name, name, path }))
    .filter((one) => messages.includes(messageAbout(refusal, one) ?? ''));
}

/** With its holes filled, as the service fills them; what they hold else is not known here. */
function messageAbout({ message, words, code, status }: RefusalPlan, ...fields: readonly Told[]): string | undefined {
  if (message === undefined) return undefined;
  const all = (spelled: (field: Told) => string): string | undefined =>
    fields.length === 0 ? undefined : [...new Set(fields.map(spelled))].join(', ');
  const own = {
    field: all(({ name }) => name),
    path: all(({ path }) => path.join('.')),
    pointer: all(({ path }) => pointer(path)),
  };
  return filled(message, { ...words, code, status, ...own }, () => undefined);
}

/** The texts in an answer where the template of its body has that word; undefined: the answer is not of that form. */
function wordsIn(refusal: RefusalPlan, word: string, tree: JsonNode | undefined): readonly string[] | undefined {
  if (refusal.body === undefined) return [];
  if (tree === undefined) return undefined;
  const found: string[] = [];
  return collect(refusal.body, { word, refusal }, tree, found) ? found : undefined;
}

interface Sought {
  readonly word: string;
  readonly refusal: RefusalPlan;
}

function collect(output: Output, sought: Sought, node: JsonNode, found: string[]): boolean {
  const { word, refusal } = sought;
  switch (output.kind) {
    case 'word':
      if (output.word === word && 'text' in node) found.push(node.text);
      return true;
    case 'object':
      if (node.kind !== 'object') return false;
      return output.pairs.every(({ key, value, present }) => {
        if (typeof key !== 'string') {
          if (key.word === word) found.push(...node.members.map((member) => member.key));
          return true;
        }
        const member = node.members.find((one) => one.key === key);
        if (member === undefined) return present !== 'always' || mayLack(value, refusal);
        return collect(value, sought, member.value, found);
      });
    case 'list':
      if (node.kind !== 'list') return false;
      for (const item of output.items) for (const each of node.items) collect(item, sought, each, found);
      return true;
    default:
      return true;
  }
}

/** A word that nothing fills is left out with its pair: `<moves>` of a refusal that is about no state. */
function mayLack(output: Output, { code, message, words }: RefusalPlan): boolean {
  const always = new Set(['status', 'base', 'now', ...Object.keys(words)]);
  if (code !== undefined) always.add('code');
  if (message !== undefined && !holes(message)) always.add('message');
  if (output.kind === 'word') return !always.has(output.word);
  return (
    output.kind === 'text' &&
    output.parts.some((part) => typeof part === 'object' && 'word' in part && !always.has(part.word))
  );
}

/** The questions of the document that hold it; of those that the document does not know, nothing. */
function gapsIn(tree: JsonNode | undefined, { gaps }: Plan): readonly string[] {
  const listed = tree === undefined ? undefined : inside(tree, ['gaps']);
  if (listed?.kind !== 'list') return [];
  return listed.items.flatMap((item) => {
    const id = inside(item, ['id']);
    const question = id?.kind === 'string' && Object.hasOwn(gaps, id.text) ? gaps[id.text] : undefined;
    return question === undefined || id?.kind !== 'string' ? [] : [`${id.text}  ${question}`];
  });
}

/** What is known of the row that is in, of `columns`. */
export function identityIn(
  way: Way,
  answer: Answer | undefined,
  columns: Iterable<string>,
  sent: ReadonlyMap<unknown, string>,
): Identity {
  const tree = answer === undefined ? undefined : treeOf(answer.body);
  const plans = way.run.answers.filter(({ status }) => status === answer?.status);
  const identity: Record<string, string> = {};
  for (const column of columns) {
    for (const plan of plans) {
      const shown = shownIn(plan, column);
      const json = shown === undefined || answer === undefined ? undefined : readShown(shown, answer, tree);
      if (json !== undefined) identity[column] ??= json;
    }
    const slot = way.sent.get(column);
    const own = slot === undefined ? undefined : sent.get(slot);
    if (own !== undefined) identity[column] ??= own;
  }
  return identity;
}

/** The text there. */
export function readShownIn(shown: Shown, answer: Answer): string | undefined {
  const json = readShown(shown, answer, treeOf(answer.body));
  const value: unknown = json === undefined ? undefined : JSON.parse(json);
  return typeof value === 'string' ? value : undefined;
}

function readShown(shown: Shown, { headers, body }: Answer, tree: JsonNode | undefined): string | undefined {
  if (shown.in === 'headers') {
    const header = headers[shown.name.toLowerCase()];
    // Of cookies there may be several.
    const all = typeof header === 'string' ? [header] : (header ?? []);
    return all.map((one) => cut(one, shown.between)).find((one) => one !== undefined);
  }
  const node = tree === undefined ? undefined : inside(tree, shown.path);
  if (node === undefined || !('text' in node) || node.kind === 'null') return undefined;
  return shown.between === undefined ? body.slice(node.at.start, node.at.end) : cut(node.text, shown.between);
}

/** As JSON: digits stay digits, all else is a text. */
function cut(text: string, { before, after }: Around): string | undefined {
  const start = text.lastIndexOf(before);
  if (start === -1) return undefined;
  const rest = text.slice(start + before.length);
  const end = after === '' ? rest.length : rest.indexOf(after);
  if (end < 1) return undefined;
  const found = rest.slice(0, end);
  try {
    return JSON.stringify(decodeURIComponent(found));
  } catch {
    return JSON.stringify(found);
  }
}

function inside(node: JsonNode, path: readonly string[]): JsonNode | undefined {
  let at: JsonNode | undefined = node;
  for (const name of path) at = at?.kind === 'object' ? at.members.find(({ key }) => key === name)?.value : undefined;
  return at;
}

function treeOf(body: string): JsonNode | undefined {
  const parsed = parsePlaces(body, { start: 0, end: body.length });
  return 'fault' in parsed ? undefined : parsed.value;
}
