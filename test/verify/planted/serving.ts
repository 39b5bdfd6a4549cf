// A service of a document as a program: a fault of the sources is in all that it loads. Input: SERVED, as JSON. It prints its addresses, and
// ends with its standard input.

import { cheap, use } from '../../cheap-scrypt.ts';
import { opened } from './opened.ts';

use(cheap);

const { document, clock, isEnforced } = JSON.parse(process.env['SERVED']!) as {
  readonly document: string;
  readonly clock: boolean;
  readonly isEnforced: boolean;
};
const { url, operatorUrl, close } = await opened(document, clock, isEnforced);
console.log(JSON.stringify({ url, operatorUrl }));
for await (const _ of process.stdin);
await close();
process.exit(0);
