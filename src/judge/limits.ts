// The limits of part 8: for what they are counted. Input: a model. Output: findings where what is counted cannot be counted for that.
// Notation, part 8, table Limit.

import { countedRows, type Uncounted } from '../analysis/values/counted-rows.ts';
import { ticked } from '../base/ticked.ts';
import { contradiction } from '../diagnostics/reading.ts';
import { limitPer } from '../diagnostics/limits.ts';
import type { Limit } from '../notation/limits.ts';
import { valueOf } from '../notation/slot.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { OwnedField } from '../notation/values/names.ts';
import type { Model } from '../model/model.ts';
import { kindOf, plainType } from '../analysis/document/value-kinds.ts';
import { LIMIT_APPLIES_TO, type LimitedCalls } from '../notation/values/limited-calls.ts';
import { LIMIT_PER, LIMIT_VALUE, type LimitEach, type LimitValue } from '../notation/values/limits.ts';
import { LIMIT_UNITS } from '../notation/values/limit-units.ts';
import type { Findings } from './findings.ts';

export function judgeLimits(findings: Findings): void {
  judgeAlike(findings);
  for (const limit of findings.model.document.limits.limits.items) {
    const [value, per] = [valueOf(limit.value), valueOf(limit.per)];
    if (!value || !per) continue;
    const wrong = misfit(findings, limit, value, per);
    if (!wrong) continue;
    const shown = LIMIT_PER.print(per);
    const said = shown.includes('`') ? shown : ticked(shown);
    findings.report(limitPer, limit.per.at, { per: said, limit: `"${limit.name.text}"`, ...wrong });
  }
}

/** Rates that count the same calls by the same in the same time, and allow different numbers. */
function judgeAlike(findings: Findings): void {
  const known = new Map<string, Limit>();
  for (const limit of findings.model.document.limits.limits.items) {
    const [value, per, applies] = [valueOf(limit.value), valueOf(limit.per), valueOf(limit.appliesTo)];
    const isSaid = applies !== undefined || limit.appliesTo.status === 'absent' || limit.appliesTo.status === 'any';
    if (value?.kind !== 'rate' || !per || !isSaid) continue;
    const key = JSON.stringify([
      inOrder(per, (each) => LIMIT_PER.print([each])),
      applies && callsIn(applies),
      value.window,
    ]);
    const first = known.get(key);
    if (!first) known.set(key, limit);
    else if (LIMIT_VALUE.print(valueOf(first.value)!) !== LIMIT_VALUE.print(value))
      findings.report(
        contradiction,
        limit.value.at,
        {
          what: `the limits "${first.name.text}" and "${limit.name.text}": they count the same calls in the same time`,
        },
        [{ at: first.value.at, message: 'the other number is here' }],
      );
  }
}

/** In whatever order they are written. */
function inOrder<T>(all: readonly T[], print: (one: T) => string): readonly string[] {
  return [...new Set(all.map(print))].toSorted();
}

function callsIn({ calls, when }: LimitedCalls): readonly unknown[] {
  return [
    inOrder(calls, (call) => LIMIT_APPLIES_TO.print({ calls: [call], when: undefined })),
    when && LIMIT_APPLIES_TO.print({ calls: [], when }),
  ];
}

interface Wrong {
  readonly because: string;
  readonly instead: string;
}

function misfit({ model }: Findings, limit: Limit, value: LimitValue, per: readonly LimitEach[]): Wrong | undefined {
  const { said, per: possible, instead, together } = LIMIT_UNITS[value.kind];
  const other = per.find(({ kind }) => !possible.includes(kind));
  if (other) return { because: `${said} is not counted for that`, instead: `Write ${instead}` };
  const [each, ...others] = per;
  if (others.length > 0 && !together)
    return { because: `${said} is counted for one thing`, instead: `Write ${instead}` };
  if (value.kind === 'rows') {
    const counted = countedRows(model, limit);
    return typeof counted === 'string' ? uncounted(counted, value.resource.text) : undefined;
  }
  return each?.kind === 'field' ? notOfField(model, value, each.field) : undefined;
}

const LISTS: ReadonlySet<FieldType['kind']> = new Set(['array', 'set', 'map']);

/** Undefined also where the type is not shown. */
function notOfField(model: Model, { kind }: LimitValue, { owner, field }: OwnedField): Wrong | undefined {
  const known = model.fields.get(`${owner.text}.${field.text}`);
  const written = known && valueOf(known.type);
  const type = written && plainType(model, written)?.type;
  if (!type) return undefined;
  const isText = kindOf(type) === 'text' || type.kind === 'secret';
  if (kind === 'characters' && !isText)
    return { because: 'its values are no text', instead: 'Write `items` for a list, or a size such as `10 KB`' };
  if (kind === 'items' && !LISTS.has(type.kind))
    return { because: 'its values are no lists', instead: 'Write `characters` for a text, or a size such as `10 KB`' };
  return undefined;
}

/** Undefined: a name leads nowhere, which is said where it is. */
function uncounted(why: Uncounted, name: string): Wrong | undefined {
  const field = `Write the field of \`${name}\` that says whose a row is, such as \`\` \`${name}.owner\` \`\``;
  switch (why) {
    case 'not shown':
      return undefined;
    case 'no reference':
      return { because: `no field of \`${name}\` refers to it`, instead: field };
    case 'several references':
      return { because: `several fields of \`${name}\` refer to it`, instead: field };
    case 'no caller':
      return { because: 'no caller has a row', instead: field };
    case 'another resource':
      return { because: `it is no field of \`${name}\``, instead: field };
  }
}
