// What rates admit and refuse, for the metrics and the log; and whether they refuse at all. Input: the operator's choice. Output: what is done for
// each call that a limit has judged. docs/operate.md, Limits.

import type { Counts } from '../metrics/counts.ts';
import type { Observing } from './judging.ts';

export function observing(isOn: boolean, counts: Counts, log: (line: string) => void): Observing {
  return {
    isOn,
    of(limit, operation) {
      const { admit, refuse } = counts.limited(limit, isOn ? 'would be refused' : 'refused');
      return (isAdmitted) => {
        if (isAdmitted) return admit();
        refuse();
        if (isOn) log(`the limit "${limit}" would refuse a call of ${operation}`);
      };
    },
  };
}
