// What the statements of an operation know that need its context themselves: values that are computed, machines, who calls, which rows are seen. Input:
// none. Output: rules for operationContext. Notation, parts 2 to 5.

import { computedField } from './computed.ts';
import type { operationContext } from './context.ts';
import { callersIn, sentBy } from './request-parameters.ts';
import { STATE_RULES } from './states.ts';
import { visibleTo } from './who.ts';

export const OF_A_CALL: Parameters<typeof operationContext>[2] = {
  computed: computedField,
  states: STATE_RULES,
  callers: callersIn,
  visible: (context, linked, resource, source) => visibleTo(context, sentBy(context, linked), resource, source),
};
