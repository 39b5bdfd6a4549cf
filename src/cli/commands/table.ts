// Every command, in the order in which --help shows them. Input: the rows of each kind. Output: one list; --help, completion and the test
// of the examples are made from it.

import { DATA_COMMANDS } from './data.ts';
import { DOCUMENT_COMMANDS } from './documents.ts';
import { INSTALLATION_COMMANDS } from './installation.ts';
import type { CommandRow } from './row.ts';
import { SERVICE_COMMANDS } from './service.ts';

export const COMMANDS: readonly CommandRow[] = [
  ...DOCUMENT_COMMANDS,
  ...SERVICE_COMMANDS,
  ...DATA_COMMANDS,
  ...INSTALLATION_COMMANDS,
];
