// The formats of `ninefold export`. Input: nothing. Output: their names, as `--to` has them.

export const FORMATS = ['openapi', 'asyncapi', 'json-schema', 'types', 'mermaid', 'sql'] as const;

export type Format = (typeof FORMATS)[number];
