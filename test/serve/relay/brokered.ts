// The document of listening.ts, sent to a broker. Input: what Sent as says, and the other bullets. Output: its text.

import { LISTENED } from './listening.ts';

export function brokered(sentAs: string, more: readonly string[] = ['Order: as they happened']): string {
  const lines = [`Sent as: ${sentAs}`, ...more].map((line) => `- ${line}`).join('\n');
  return LISTENED.replace(/### Delivery\n\n[^#]*/, `### Delivery\n\n${lines}\n\n`);
}
