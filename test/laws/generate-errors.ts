// Part 7 of a generated document: a body for all errors and a code for every cause that its operations can meet.

import type { Block, Cell, Mark, Row } from './draft.ts';
import { limitCodes, type LimitWorld } from './generate-limits.ts';
import { versionCodes, type VersionsWorld } from './generate-versions.ts';
import { wordCodes } from './generate-words.ts';
import type { Random } from './random.ts';
import type { OperationWorld, ResourceWorld } from './world.ts';

const BODIES = [
  '`{"code": <code>, "message": <message>}`',
  '`{"error": {"code": <code>, "status": <status>}}`',
  '`{"code": <code>, "fields": [<field>]}`',
  '`{"errors": {<path>: [<message>]}, "code": <code>}`',
  '`{"title": <message>, "problems": [{"at": <pointer>, "why": <problem>}]}`',
];

interface Wanted {
  readonly code: string;
  readonly status: number;
  readonly when: readonly string[];
  /** Named elsewhere in the document. */
  readonly named: boolean;
  readonly headers: string;
}

/** Of parts 8 and 9. */
interface Bounds {
  readonly limits: readonly LimitWorld[];
  /** Answers say what rates have left. */
  readonly tells: boolean;
  readonly versions: VersionsWorld | undefined;
}

function wanted(
  random: Random,
  resources: readonly ResourceWorld[],
  operations: readonly OperationWorld[],
  hasCallers: boolean,
  beside: Random | undefined,
  { limits, tells, versions }: Bounds,
): Wanted[] {
  const codes: Wanted[] = [];
  const add = (code: string, status: number, when: readonly string[], named = false, headers = 'none'): void =>
    void codes.push({ code, status, when, named, headers });
  for (const resource of resources) {
    const found = operations.some((o) => o.resource === resource && o.path.includes('{'));
    if (found) add(`no_${resource.name.toLowerCase()}`, 404, [`no such ${resource.name}`]);
    if (resource.unique)
      add(`${resource.name.toLowerCase()}_taken`, 409, [`\`${resource.name}.${resource.unique}\` taken`]);
    if (resource.identity.kind === 'caller')
      add(`${resource.name.toLowerCase()}_there`, 409, [
        `${resource.name} already there`,
        `\`${resource.name}.code\` taken`,
      ]);
    for (const field of resource.fields) {
      if (field.refersTo)
        add(`no_owner_${resource.name.toLowerCase()}`, 422, [`no such ${field.refersTo} in \`${field.name}\``]);
    }
  }
  const status = random.pick([400, 422]);
  for (const { name, oneOf } of resources)
    if (oneOf && beside?.chance(0.3))
      add(`none_of_${name.toLowerCase()}`, 422, [`\`${name}.${oneOf.fields[0]}\` missing`]);
  const failures = ['any field missing', 'any field blank', 'any field invalid', 'unknown field', 'read-only field'];
  if (random.chance(0.5)) add('bad_fields', status, failures);
  else for (const failure of failures) add(failure.replaceAll(/[ -]/g, '_'), status, [failure]);
  add('bad_query', 400, ['invalid query']);
  if (resources.some((r) => r.machine)) add('wrong_state', 409, ['illegal move'], true);
  if (resources.some(({ machine }) => machine?.change === '`wrong_change`')) add('wrong_change', 423, ['none'], true);
  if (random.chance(0.3)) add('not_json', 400, ['malformed body']);
  if (random.chance(0.3)) add('nowhere', 404, ['no such path']);
  if (random.chance(0.3)) add('not_so', 405, ['method not allowed']);
  if (random.chance(0.2)) add('other_type', 415, ['unsupported media type']);
  for (const { code, status: own, when, named } of wordCodes(operations)) add(code, own, [when], named);
  if (operations.some(({ more }) => more.same)) add('other_values', 409, ['none'], true);
  for (const { code, status: own, when, named, headers } of limitCodes(limits, tells))
    add(code, own, [when], named, headers);
  for (const { code, status: own, when, named } of versions ? versionCodes(versions) : [])
    add(code, own, [when], named);
  if (hasCallers) {
    add('sign_in', 401, ['no credentials', 'wrong token']);
    add('not_yours', 403, ['not permitted']);
  }
  return codes;
}

export function errors(
  random: Random,
  resources: readonly ResourceWorld[],
  operations: readonly OperationWorld[],
  hasCallers: boolean,
  beside: Random | undefined,
  bounds: Bounds,
): Block {
  const hole: readonly Mark[] = ['not shown', 'left out'];
  const all = wanted(random, resources, operations, hasCallers, beside, bounds);
  const rows = all.map(({ code, status, when, named, headers: sent }): Row => {
    const key = `7/${code}`;
    const cell = (fact: string, text: string, marks: readonly Mark[]): Cell => ({ key: `${key}/${fact}`, text, marks });
    return {
      key,
      marks: named ? [] : ['left out'],
      cells: [
        cell('name', `\`${code}\``, []),
        cell('status', String(status), ['not shown']),
        cell('when', when.join(', '), ['not shown', 'unreadable']),
        cell('message', `This is ${code.replaceAll('_', ' ')}.`, ['not shown']),
        ...(bounds.tells ? [cell('headers', sent, sent === 'none' ? [] : ['not shown'])] : []),
      ],
    };
  });
  const body = random.pick(BODIES);
  const named = beside?.chance(0.25) ? body.replace(/\}`$/, ', "request": <request id>}`') : body;
  const heads = ['Code', 'Status', 'When', 'Message', ...(bounds.tells ? ['Headers'] : [])].map((name) => ({
    name,
    key: `7/column/${name}`,
    marks: name === 'Status' ? (['left out'] as const) : [],
  }));
  return {
    kind: 'scope',
    key: '7',
    heading: '## 7. Errors',
    marks: hole,
    blocks: [
      { kind: 'bullet', key: '7/error-body', name: 'Error body', text: named, marks: hole },
      {
        kind: 'bullet',
        key: '7/all-failed-fields',
        name: 'All failed fields at once',
        text: random.pick(['yes', 'no']),
        marks: hole,
      },
      { kind: 'table', key: '7/codes', marks: ['not shown'], heads, rows },
    ],
  };
}
