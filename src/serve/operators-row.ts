// One row that the operator names on the operator's port. Input: the fields of its identity and what is sent. Output: its values; what is said
// where it is none.

export interface Said {
  readonly status: number;
  readonly json: unknown;
}

export const UNREACHABLE = 'The data cannot be reached now; nothing was changed.';

export function expectedId(fields: readonly string[]): string {
  const [only, ...others] = fields;
  return others.length === 0
    ? `a text or a number: \`${only}\``
    : `an object with ${names(fields)}, each a text or a number`;
}

/** Of one field its value, or an object; of several an object with each of them and no other. */
export function identity(fields: readonly string[], id: unknown): readonly string[] | undefined {
  if (fields.length === 1 && isScalar(id)) return [String(id)];
  if (typeof id !== 'object' || id === null || Array.isArray(id)) return undefined;
  const members = id as Record<string, unknown>;
  if (Object.keys(members).length !== fields.length) return undefined;
  const values = fields.map((field) => (Object.hasOwn(members, field) ? members[field] : undefined));
  return values.every(isScalar) ? values.map(String) : undefined;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

export function names(all: readonly (string | undefined)[]): string {
  const known = [...new Set(all)].filter((one) => one !== undefined);
  return known.length === 0 ? 'none' : known.map((one) => `\`${one}\``).join(', ');
}

export function noRow(resource: string): Said {
  return said(404, `There is no such \`${resource}\`.`);
}

export function said(status: number, error: string): Said {
  return { status, json: { error } };
}
