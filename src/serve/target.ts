// The target of a request. In: what stands in its first line. Out: the path and query of it, whatever form it has.

/** Absolute form must be accepted: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2 */
export function originForm(target: string): string {
  if (target.charCodeAt(0) === 47) return target;
  const absolute = /^https?:\/\/[^/?#]*/i.exec(target);
  if (absolute === null) return `/${target}`;
  const rest = target.slice(absolute[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
