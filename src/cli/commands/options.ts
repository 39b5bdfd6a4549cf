// Options that several commands have; those of the operator's settings are made from the list of settings. Input: nothing. Output: options
// for the rows of commands.

import { Option } from 'commander';

import { SETTINGS } from '../settings.ts';

export const format = (...choices: string[]): Option =>
  new Option('--format <format>', 'how to print').choices(choices).default(choices[0]);
export const several = (file: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  file,
];
export const assumed = (): Option =>
  new Option(
    '--assume <file>',
    'takes what this file says for what the document does not show; may be given several times',
  ).argParser(several);
export const settingOptions: readonly Option[] = SETTINGS.map(({ key, flag, what, otherwise }) => {
  const shown = otherwise === undefined || typeof otherwise === 'boolean' ? what : `${what} (${otherwise})`;
  const option = new Option(flag, shown);
  return key === 'assume' ? option.argParser(several) : option;
});

/** Where the data is, and what is assumed of the document. */
export const DATA_OPTIONS: readonly Option[] = settingOptions.filter(({ long }) =>
  ['--data', '--database', '--assume'].includes(long ?? ''),
);

/** Where the data is. */
export const PLACE_OPTIONS: readonly Option[] = DATA_OPTIONS.filter(({ long }) => long !== '--assume');

/** Where the keys are by which the service signs tokens. */
export const KEYS_OPTION: readonly Option[] = settingOptions.filter(({ long }) => long === '--signing-keys');
