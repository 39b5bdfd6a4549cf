// The form that calls an operation. Input: an operation of the plan and where the service listens. Output: HTML; what it sends
// and shows is the script's, and without it the line for a shell does the same.

import { curlLine, quoted } from '../calls/curl.ts';
import type { Effort } from '../base/effort.ts';
import { exampleOf, type Example, type ExampleParameter } from '../calls/example.ts';
import { targetOf, type Piece } from '../calls/target.ts';
import { versionSent } from '../calls/version.ts';
import type { OperationPlan, Plan } from '../plan/plan.ts';
import { anchor, escaped, visible } from './html.ts';

export function tryForm(operation: OperationPlan, plan: Plan, address: string, effort: Effort): string {
  const { base, shapes, schemes = [] } = plan;
  const { id, method } = operation;
  const version = versionSent(plan, operation);
  const example = exampleOf(operation, shapes, effort);
  const asked = operation.run?.credentials?.required === true ? schemes.filter(({ held }) => held === undefined) : [];
  const [first, ...others] = asked.flatMap(lineOf);
  const headers = [...version.headers, ...headersOf(example), ...(first ? [first] : [])];
  const query = [...version.query.map(versionParameter), ...example.query, ...asked.flatMap(parameterOf)];
  const hasBody = method !== 'GET' && method !== 'HEAD';
  // Where nothing is to be typed there is nothing to fill in.
  const isFilled = operation.run !== undefined && (hasBody || example.path.length > 0 || query.length > 0);
  const own = anchor('try', id);
  const pieces = JSON.stringify(piecesOf(operation));
  // The service is where it listens, or where the operator says; the prefix of its paths is the document's.
  const prefix = base.replace(/\/+$/, '');
  const name = `${method} ${pathText(operation)}`;
  return `<details class="try" id="${own}"><summary>Try <span class="aside">${visible(name)}</span></summary>
<form data-id="${escaped(id)}" data-method="${escaped(method)}" data-base="${escaped(prefix)}" data-address="${escaped(address)}" data-path="${escaped(pieces)}" autocomplete="off">
${isFilled ? `<p class="filling"><button type="button" class="fill quiet">Fill again<span class="aside"> ${visible(name)}</span></button> <span class="filled dim" role="status" data-keep></span></p>` : ''}
${example.path.map((one) => field(one, 'path', own)).join('')}${query.map((one) => field(one, 'query', own)).join('')}
${operation.run?.credentials !== undefined && schemes.length > 0 ? callerField(own) : ''}
${area(
  'headers',
  own,
  `Headers, one a line${first === undefined ? '' : '; put your token in the place of {token}'}${others.map((one) => `; or instead \`${written(one)}\``).join('')}`,
  headers.map(written).join('\n'),
  2,
)}
${!hasBody ? '' : area('body', own, bodyLabel(example), example.body ?? '', lines(example.body))}
<p class="send"><button type="submit">Send<span class="aside"> ${visible(name)}</span></button></p>
<div class="result" data-keep><p class="status" role="status"></p><div class="shown"></div></div>
</form>
<p class="no-script">This form needs script, which is switched off; the line does the same in a shell.</p>
<p class="dim shell" id="${own}-shell">The same in a shell:</p>
<pre class="curl" tabindex="0" role="group" aria-labelledby="${own}-shell"><code data-keep>${visible(curlOf(operation, { ...example, query }, headers, address + prefix))}</code></pre>
</details>`;
}

/** As the heading writes it. */
export function pathText({ path }: Pick<OperationPlan, 'path'>): string {
  return `/${path.map(({ before, parameter, after }) => `${before}${parameter === undefined ? '' : `{${parameter}}`}${after}`).join('/')}`;
}

const IN = { path: 'in the path', query: 'in the query' } as const;

function field(one: ExampleParameter, where: keyof typeof IN, own: string): string {
  const { name, text, is, isNeeded, list } = one;
  const id = `${own}-${anchor(where, name)}`;
  const isSeveral = list === 'repeated' || list === 'brackets';
  const told = [
    IN[where],
    ...(is === undefined ? [] : [is]),
    ...(isSeveral ? ['one value a line'] : list === 'by commas' ? ['several by commas'] : []),
    ...(isNeeded ? [] : ['not sent when empty']),
  ].join(', ');
  const attributes = `id="${id}" data-in="${where}" data-name="${escaped(name)}"${list === undefined ? '' : ` data-list="${list}"`} aria-describedby="${id}-is" spellcheck="false"`;
  const input = isSeveral
    ? `<textarea ${attributes} rows="2">\n${escaped(text)}</textarea>`
    : `<input ${attributes} value="${escaped(text)}">`;
  return `<div class="field"><label for="${id}">${visible(name)}</label> <span class="dim" id="${id}-is">${visible(told)}</span>${input}</div>\n`;
}

/** The script lists who it may be. */
function callerField(own: string): string {
  const id = `${own}-caller`;
  return `<div class="field"><label for="${id}">Call as</label><select id="${id}" class="caller" aria-describedby="${id}-is" data-keep><option value="">nobody, or by a token that you put below</option></select><p class="called dim" id="${id}-is" role="status" data-keep></p></div>`;
}

function area(what: 'headers' | 'body', own: string, label: string, text: string, rows: number): string {
  const id = `${own}-${what}`;
  // A line break behind the tag is not part of the text; the text may begin with one.
  return `<div class="field"><label for="${id}">${visible(label)}</label><textarea id="${id}" data-in="${what}" rows="${rows}" spellcheck="false">\n${escaped(text)}</textarea></div>`;
}

function bodyLabel({ mediaTypes }: Example): string {
  return mediaTypes.length === 0 ? 'Body, none when empty' : `Body (${mediaTypes.join(' or ')}), none when empty`;
}

type Headers = readonly (readonly [string, string])[];

function headersOf({ mediaTypes, headers }: Example): Headers {
  return [...mediaTypes.slice(0, 1).map((type) => ['Content-Type', type] as const), ...headers];
}

function written([name, value]: Headers[number]): string {
  return `${name}: ${value}`;
}

type Scheme = NonNullable<Plan['schemes']>[number];

/** Where a scheme looks for its token, as far as that is a header. Of a name and a password it is their base64. */
function lineOf({ place, kept, signature }: Scheme): Headers {
  // Each request is signed by its sender: there is nothing to fill in.
  if (place === undefined || place.in === 'query' || signature) return [];
  const { in: where, name, template = '{token}' } = place;
  if (where === 'cookie') return [['Cookie', `${name}={token}`]];
  return [[name, kept === undefined ? template : template.replace('{token}', '{base64 of name:password}')]];
}

/** The same in the query: it is not sent while it is empty. */
function parameterOf({ name, place }: Scheme): readonly ExampleParameter[] {
  return place?.in === 'query' ? [{ name: place.name, text: '', is: `your token of ${name}`, isNeeded: false }] : [];
}

function versionParameter([name, text]: readonly [string, string]): ExampleParameter {
  return { name, text, is: 'the version of the interface', isNeeded: false };
}

function lines(text = ''): number {
  return Math.min(16, Math.max(2, text.split('\n').length));
}

/** As the form is filled in at first. */
function curlOf(operation: OperationPlan, example: Example, headers: Headers, address: string): string {
  const values = Object.fromEntries(example.path.map(({ name, text }) => [name, text]));
  const url = address + targetOf(piecesOf(operation), values, example.query);
  return curlLine({ method: operation.method, url, headers, body: example.body }, quoted);
}

function piecesOf({ path }: OperationPlan): readonly Piece[] {
  return path.map(({ before, parameter, after }) => [before, parameter ?? null, after]);
}
