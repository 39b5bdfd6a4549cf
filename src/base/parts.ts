// The nine parts of a document, by the names that every stage's files share.

/** Part n stands at index n - 1. */
export const PARTS = [
  'purpose',
  'resources',
  'states',
  'endpoints',
  'authentication',
  'events',
  'errors',
  'limits',
  'versioning',
] as const;
export type PartName = (typeof PARTS)[number];

/** 1 to 9. */
export function partNumber(name: PartName): number {
  return PARTS.indexOf(name) + 1;
}
