// Requests that sign somebody in, of every document here. Input: a request, or its body. Output: whether it is one; what the body says, also
// where all of it is under one name, as in `{"user": {…}}`.

import type { Asked } from './table.ts';

export function isSigningIn({ path }: Asked): boolean {
  return path.startsWith('/sessions') || path === '/api/users/login';
}

/** The name under which all of it is. */
export function wrapped(body: string): string | undefined {
  const [[name, inner] = [], ...others] = Object.entries(JSON.parse(body) as Record<string, unknown>);
  return others.length === 0 && typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? name : undefined;
}

export function membersOf(body: string): Record<string, unknown> {
  const all = JSON.parse(body) as Record<string, unknown>;
  const name = wrapped(body);
  return name === undefined ? all : (all[name] as Record<string, unknown>);
}
