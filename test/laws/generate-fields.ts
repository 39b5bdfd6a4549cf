// Fields of a generated resource: what callers send and what the service computes from it. Each is written so that the
// document stays without a contradiction.

import { KINDS } from './kinds.ts';
import type { Kind } from './kinds.ts';
import type { Random } from './random.ts';
import type { FieldWorld } from './world.ts';

export function fieldOf(random: Random, name: string): FieldWorld {
  const kind = random.pick(KINDS);
  const allowed = random.pick(kind.allowed);
  const sent = random.weighted<FieldWorld['sent']>([
    [8, 'always'],
    [1, 'at create'],
    [2, 'never'],
  ]);
  const nullable = sent === 'always' && random.chance(0.2);
  const required = random.chance(0.5);
  if (sent === 'never') return serviceField(random, name);
  const value = allowed.startsWith('0..') ? 7.5 : kind.good(random);
  const withDefault = !required && random.chance(0.5) && allowed !== 'not blank';
  const text = nullable && random.chance(0.5) ? 'null' : typeof value === 'string' ? value : JSON.stringify(value);
  const hidden = sent === 'always' && random.chance(0.06) ? ', hidden' : '';
  return {
    name,
    kind,
    nullable,
    required,
    sent,
    setBy: `caller${sent === 'at create' ? ' at create' : ''}${hidden}`,
    default: withDefault ? `\`${text}\`` : 'none',
    allowed,
  };
}

function serviceField(random: Random, name: string): FieldWorld {
  const kind = random.chance(0.6) ? KINDS.find((k) => k.type === 'date-time')! : KINDS[0]!;
  const rule = kind.type === 'string' ? '= `no-{id}`' : random.pick(['now at create', 'now at change']);
  return {
    name,
    kind,
    nullable: false,
    required: true,
    sent: 'never',
    setBy: `service: ${rule}`,
    default: 'none',
    allowed: 'any',
  };
}

function made(name: string, kind: Kind, rule: string): FieldWorld {
  return {
    name,
    kind,
    nullable: false,
    required: true,
    sent: 'never',
    setBy: `service: ${rule}`,
    default: 'none',
    allowed: 'any',
  };
}

function kindOf(type: string): Kind {
  return KINDS.find((kind) => kind.type === type)!;
}

/** What follows from the other fields: a slug, a sum, the row's own address. */
export function computedFields(
  random: Random,
  fields: readonly FieldWorld[],
  address: string | undefined,
): FieldWorld[] {
  const found: FieldWorld[] = [];
  const whole = fields.filter(
    (f) => f.required && !f.nullable && f.sent === 'always' && f.default === 'none' && !f.setBy.includes('hidden'),
  );
  const text = whole.find((f) => f.kind.type === 'string');
  const number = whole.find((f) => f.kind.type.startsWith('integer'));
  if (text && random.chance(0.3)) found.push(made('slug', kindOf('string'), `slug of \`${text.name}\``));
  if (number && random.chance(0.4)) found.push(made('twice', kindOf('integer'), `= \`${number.name}\` * 2`));
  if (address !== undefined && random.chance(0.3)) found.push(made('url', kindOf('url'), `address of \`${address}\``));
  return found;
}

/** A field that keeps what a body has beside its fields. */
export function restOf(): FieldWorld {
  const kind = KINDS.find(({ type }) => type === 'object')!;
  const free = { required: false, nullable: false, default: 'none', allowed: 'any' };
  return { ...free, name: 'rest', kind, sent: 'never', setBy: 'by operation' };
}
