// The version that a call names. Input: the versions of a plan. Output: what a call sends for the current one, where its path does not say it.
// Notation, part 9.

import type { OperationPlan, Plan } from '../plan/plan.ts';

type Pairs = readonly (readonly [name: string, value: string])[];

export interface SentVersion {
  readonly headers: Pairs;
  readonly query: Pairs;
}

const NOTHING: SentVersion = { headers: [], query: [] };

export function versionSent({ versions }: Pick<Plan, 'versions'>, operation?: OperationPlan): SentVersion {
  if (versions === undefined) return NOTHING;
  const { place, served } = versions;
  const { name } = served[0];
  switch (place.in) {
    case 'nothing':
    case 'path':
      return NOTHING;
    case 'header':
      return { headers: [[place.name, name]], query: [] };
    case 'query':
      return { headers: [], query: [[place.name, name]] };
    case 'media type': {
      const type = operation?.run?.stream ? 'text/event-stream' : 'application/json';
      return { headers: [['Accept', `${type}; version=${JSON.stringify(name)}`]], query: [] };
    }
  }
}
