// What is bound of a change that is written down, beside what it sets. Input: nothing. Output: names of bindings; a plan binds the caller,
// serving the rest, and a store writes them. docs/audit.md.

export const AUDITED = {
  at: 'audit.at',
  who: 'audit.who',
  operation: 'audit.operation',
  request: 'audit.request',
  trace: 'audit.trace',
} as const;
