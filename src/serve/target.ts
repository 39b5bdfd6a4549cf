// The target of a request. Input: the target in its first line, in any form. Output: its path and query.

import type { AddressInfo } from 'node:net';

/** `uri-host [":" port]`, which may be empty: https://www.rfc-editor.org/rfc/rfc9110#section-7.2 */
const HOST = /^(?:\[[\da-fv:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

export function isHost(text: string): boolean {
  return HOST.test(text);
}

/** Absolute form must be accepted: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2 */
export function originForm(target: string): string {
  if (target.charCodeAt(0) === 47) return target;
  const absolute = /^https?:\/\/[^/?#]*/i.exec(target);
  const rest = absolute === null ? target : target.slice(absolute[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** In absolute form only `http` and `https` with a host: https://www.rfc-editor.org/rfc/rfc9110#section-4.2 */
export function mayBeOurs(target: string): boolean {
  const absolute = target.charCodeAt(0) === 47 ? null : /^([^/?#]*):\/\/([^/?#]*)/.exec(target);
  if (absolute === null) return true;
  const [, scheme, host] = absolute as unknown as readonly [string, string, string];
  return /^https?$/i.test(scheme) && !/^(?::|$)/.test(host) && isHost(host);
}

/** An address that a client can use: a wildcard host is reached by the loopback name. */
export function address(host: string, { port }: AddressInfo): string {
  const name = host === '0.0.0.0' || host === '::' || host === '' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
