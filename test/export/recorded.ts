// Recorded requests and answers beside the OpenAPI of their document. Input: an OpenAPI document, exchanges as a case writes them. Output:
// how many were compared, and what of them the description does not allow: no such answer, a body that does not fit it, or a request that
// was accepted and does not fit.

import { filled, type Exchange } from '../behaviour/case.ts';
import { judge, type Json } from './judged.ts';

export interface Compared {
  readonly answers: number;
  readonly requests: number;
  readonly faults: readonly string[];
}

interface Found {
  readonly path: string;
  readonly operation: Json;
  readonly values: ReadonlyMap<string, string>;
}

/** The answer as it is written: status, headers, body. */
interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export type Compare = (exchanges: readonly Exchange[]) => Compared;

export function comparer(api: Json): Compare {
  const own = judge();
  own.addSchema({ $id: 'api', ...api });
  const compiled = new Map<string, ReturnType<typeof own.compile>>();
  /** '': it fits. */
  const misfit = (schema: Json, value: unknown): string => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
    const fits = compiled.get(text) ?? own.compile(JSON.parse(text) as Json);
    compiled.set(text, fits);
    return fits(value) ? '' : own.errorsText(fits.errors);
  };
  const prefix = new URL(api['servers'][0].url as string, 'http://x').pathname.replace(/\/$/, '');
  return (exchanges) => {
    const faults: string[] = [];
    let [answers, requests] = [0, 0];
    for (const exchange of exchanges) {
      const at = `${exchange.method} ${exchange.target}`;
      const found = exchange.target.startsWith('operator:') ? undefined : operationAt(api, prefix, exchange);
      const answer = answerOf(exchange);
      // A gap that is marked is not of the document.
      if (!found || !answer || answer.status === 501) continue;
      answers += 1;
      const response = responseTo(found.operation, answer.status);
      if (!response) faults.push(`${at}: ${answer.status} is not described`);
      else faults.push(...answerFaults(response, answer, misfit).map((one) => `${at}: ${answer.status}: ${one}`));
      // A repetition is answered as the first call was, whatever headers it lacks.
      if (answer.status >= 400 || isRepetition(answer)) continue;
      requests += 1;
      faults.push(...requestFaults(found, exchange, misfit).map((one) => `${at} is accepted: ${one}`));
    }
    return { answers, requests, faults };
  };
}

type Misfit = (schema: Json, value: unknown) => string;

/** Of several paths that fit, the one with the fewest parameters. */
function operationAt(api: Json, prefix: string, { method, target }: Exchange): Found | undefined {
  const [path = ''] = example(target).split('?');
  if (!path.startsWith(prefix)) return undefined;
  const found = Object.entries<Json>(api['paths']).flatMap(([template, item]): readonly Found[] => {
    const operation = item[method.toLowerCase()] as Json | undefined;
    const values = operation && valuesIn(template, path.slice(prefix.length));
    return operation && values ? [{ path: template, operation, values }] : [];
  });
  return found.toSorted((a, b) => a.values.size - b.values.size)[0];
}

function valuesIn(template: string, path: string): ReadonlyMap<string, string> | undefined {
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!);
  const pattern = template
    .split(/\{[^{}]*\}/)
    .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
    .join('([^/]+)');
  const values = new RegExp(`^${pattern}$`).exec(path)?.slice(1);
  return values && new Map(names.map((name, place) => [name, decoded(values[place]!)]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function responseTo({ responses }: Json, status: number): Json | undefined {
  return (responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses['default']) as Json | undefined;
}

function answerFaults(response: Json, { headers, body }: Answer, misfit: Misfit): readonly string[] {
  const { content } = response;
  // The description says nothing of a body: then there is none, or it is open.
  if (!content) return body === '' || response['x-not-shown'] ? [] : [`a body is not described: ${body}`];
  const type = headers.get('content-type') ?? 'application/json';
  const media = mediaFor(content as Json, type);
  if (body === '') return [];
  if (!media) return [`${type} is not described`];
  const fault = misfit(media['schema'] as Json, valueOf(body, type));
  return fault === '' ? [] : [`${fault}: ${body}`];
}

function mediaFor(content: Json, type: string): Json | undefined {
  const bare = type.split(';')[0]!.trim().toLowerCase();
  const found = Object.entries<Json>(content).find(([one]) => [bare, '*/*'].includes(one.split(';')[0]!.toLowerCase()));
  return found?.[1];
}

function valueOf(body: string, type: string): unknown {
  return /json/.test(type) ? (JSON.parse(body) as unknown) : body;
}

function requestFaults({ operation, values }: Found, exchange: Exchange, misfit: Misfit): readonly string[] {
  const query = new URLSearchParams(example(exchange.target).split('?')[1] ?? '');
  const headers = new Map(exchange.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const parameters = ((operation['parameters'] ?? []) as readonly Json[]).flatMap((parameter) => {
    const { name, required, schema } = parameter as { name: string; required: boolean; schema: Json };
    const sent =
      parameter['in'] === 'path'
        ? [values.get(name)!]
        : parameter['in'] === 'query'
          ? query.getAll(name)
          : headers.has(name.toLowerCase())
            ? [example(headers.get(name.toLowerCase())!)]
            : [];
    if (sent.length === 0) return required ? [`${name} is required and is not sent`] : [];
    // A list in a header: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.1
    const isHeaderList = parameter['in'] === 'header' && [schema['type']].flat().includes('array');
    const all = isHeaderList
      ? sent.flatMap((one) => one.split(',').map((each) => each.trim())).filter((one) => one !== '')
      : parameter['style'] === 'form' && parameter['explode'] === false
        ? sent.flatMap((one) => (one === '' ? [] : one.split(',')))
        : sent;
    const forms = [...(all.length === 1 ? spellings(all[0]!) : []), all, all.map((one) => spellings(one).at(-1))];
    return forms.some((form) => misfit(schema, form) === '')
      ? []
      : [`${name}: ${misfit(schema, forms[0])}: ${sent.join(' ')}`];
  });
  const type = headers.get('content-type') ?? 'application/json';
  const { body } = exchange;
  const content = operation['requestBody']?.content as Json | undefined;
  if (!content) return parameters;
  if (body === undefined) return [...parameters, ...(operation['requestBody'].required ? ['a body is required'] : [])];
  const media = mediaFor(content, type);
  if (!media) return [...parameters, `${type} is not described`];
  const fault = misfit(media['schema'] as Json, valueOf(example(body), type));
  return [...parameters, ...(fault === '' ? [] : [`${fault}: ${body}`])];
}

function isRepetition({ headers }: Answer): boolean {
  return headers.get('x-replayed') === 'yes';
}

/** A text of a URL is also a number or a boolean, where it is written like one. */
function spellings(text: string): readonly unknown[] {
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  return /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(text) ? [text, Number(text)] : [text];
}

function answerOf({ answer }: Exchange): Answer | undefined {
  const lines = answer.split('\n');
  const status = /^< (\d{3})$/.exec(lines[0] ?? '')?.[1];
  if (status === undefined) return undefined;
  const heads = lines.slice(1).filter((line) => line.startsWith('< '));
  const headers = heads.map((line) => line.slice(2).split(/:\s*/, 2) as [string, string]);
  return { status: Number(status), headers: new Map(headers), body: example(lines.slice(1 + heads.length).join('\n')) };
}

/** What was captured is an id, nearly always. */
function example(text: string): string {
  const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!);
  const plain = text.replaceAll(/(?<=[:[,]\s*)\{\{\w+\}\}(?=\s*[,\]}])/g, '1');
  return filled(plain, new Map(names.map((name) => [name, '01900000-0000-7000-8000-000000000001'])));
}
