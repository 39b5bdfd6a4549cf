// The nine parts of a document, by the names that every stage's files share.

/** Part n is at index n - 1. */
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

/** As `new` writes them after the number. */
export const PART_TITLES: Readonly<Record<PartName, string>> = {
  purpose: 'What the service does',
  resources: 'Resources and their fields',
  states: 'States and transitions',
  endpoints: 'Endpoints',
  authentication: 'Authentication',
  events: 'Events',
  errors: 'Errors',
  limits: 'Limits',
  versioning: 'Versioning',
};

/** `## 2. Resources and their fields`. */
export function partHeading(name: PartName): string {
  return `## ${partNumber(name)}. ${PART_TITLES[name]}`;
}
