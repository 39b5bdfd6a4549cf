// Faults of authorization, to be planted in the sources one at a time. Each: the file, what stands there, what stands there instead, and
// what goes wrong.

export interface Fault {
  readonly what: string;
  /** Below `src`. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

function fault(what: string, file: string, before: string, after: string): Fault {
  return { what, file, before, after };
}

const WHO = 'plan/who.ts';
const CALLERS = 'analysis/document/callers.ts';
const CALLER = 'plan/caller.ts';
const TOKENS = 'plan/endpoints/tokens.ts';

export const FAULTS: readonly Fault[] = [
  fault(
    'Who `signed-in` reads no credentials.',
    CALLERS,
    "return who.kind !== 'anyone' || who.signedInIfSent;",
    "return (who.kind !== 'anyone' && who.kind !== 'signed-in') || ('signedInIfSent' in who && who.signedInIfSent);",
  ),
  fault(
    'A role lets in everybody who is signed in.',
    CALLERS,
    "return who.kind === 'anyone' || who.kind === 'signed-in';",
    "return who.kind === 'anyone' || who.kind === 'signed-in' || who.kind === 'role';",
  ),
  fault(
    '`others see no such R` is read over: others learn that the row is there.',
    CALLERS,
    'return ownersIn(who).flatMap(({ hides }) => hides?.text ?? [])[0];',
    'return undefined;',
  ),
  fault(
    'A list with `which items` refuses nobody.',
    CALLERS,
    "return who.kind === 'which items' && !speaksOfRow(model, who.who, listed) ? who.who : undefined;",
    'return undefined;',
  ),
  fault(
    'Signed in is everybody: where somebody has to be, nothing is asked.',
    'plan/request-parameters.ts',
    "  if (runningSchemes(model).some(isRowless)) return { kind: 'is-set', operand: CALLER_KNOWN };\n",
    "  return { kind: 'true' };\n",
  ),
  fault('`except` excepts nobody.', WHO, "{ kind: 'not', item: whoExpr(who.except, scope) }", "{ kind: 'true' }"),
  fault(
    '`or` asks for all of them.',
    WHO,
    'return some(who.items.map((one) => whoExpr(one, scope)));',
    'return all(who.items.map((one) => whoExpr(one, scope)));',
  ),
  fault(
    '`which items` selects nothing.',
    WHO,
    "...(who.items.kind === 'gap' ? [] : [conditionExpr(who.items, scope)])",
    '...[]',
  ),
  fault('An owner is everybody.', WHO, 'return conditionExpr(own, scope);', "return { kind: 'true' };"),
  fault(
    'A condition of Who is not asked.',
    WHO,
    'return conditionExpr(who.condition, scope);',
    "return { kind: 'true' };",
  ),
  fault('Visible to hides nothing.', WHO, "return lets.kind === 'true' ? [] : [lets];", 'return [];'),
  fault(
    'Roles of one scheme count for callers of another.',
    WHO,
    "(expr.kind === 'false' ? expr : all([cameBy(scheme), expr]))",
    '(expr)',
  ),
  fault(
    'Each key has each role that is listed.',
    WHO,
    'isOfOperator(scheme) ? holds(CALLER_ROLES, role) :',
    "isOfOperator(scheme) ? { kind: 'true' } :",
  ),
  fault(
    'The condition of any role gives every role.',
    WHO,
    '(rule.role.text === role ? [rule.when] : [])',
    '([rule.when])',
  ),
  fault(
    'A role is had by all who do not have it.',
    WHO,
    "return [{ kind: 'compare', operator: '=', left, right: { kind: 'text', value: role, at }, at }];",
    "return [{ kind: 'compare', operator: '!=', left, right: { kind: 'text', value: role, at }, at }];",
  ),
  fault(
    'Who is not asked of rows.',
    WHO,
    "  if (lets.kind === 'true') return [];\n  const hidden",
    "  if (lets.kind === 'true' || row) return [];\n  const hidden",
  ),
  fault(
    'Who is asked of rows alone: a role refuses nobody where a row is at hand.',
    WHO,
    "  if (lets.kind === 'true') return [];\n  const hidden",
    "  if (lets.kind === 'true' || columnsOf(lets, undefined).length === 0) return [];\n  const hidden",
  ),
  fault(
    'Who of a move is read over.',
    WHO,
    '  if (!who || asksNothingMore(who)) return [];\n  const lets = some(',
    '  if (who || !who) return [];\n  const lets = some(',
  ),
  fault(
    'A list shows what its caller may not see.',
    WHO,
    'return columnsOf(lets, row.source).length === 0 ? [] : [lets];',
    'return [];',
  ),
  fault(
    'An effect on every row refuses, where it should pass over rows of others.',
    WHO,
    'return who !== undefined && hiddenFrom(who) === name.text;',
    'return false;',
  ),
  fault('Rows that may not be seen are present.', 'plan/presence.ts', '    ...seen(naming, resource, source),\n', ''),
  fault(
    'A row that the path selects may be one that its caller may not see.',
    'plan/request-parameters.ts',
    'const naming = { model, namedGone: named, visible: context.visible };',
    'const naming = { model, namedGone: named };',
  ),
  fault(
    'Lists count rows that may not be seen.',
    'plan/endpoints/lists.ts',
    'return presentUnless({ model, namedGone, visible }, resource, parameters);',
    'return presentUnless({ model, namedGone }, resource, parameters);',
  ),
  fault(
    'Effects on every row touch rows that may not be seen.',
    'plan/endpoints/rows-found.ts',
    'return present({ model, namedGone: namedBy(model, linked, resource.name.text), visible }, resource, source);',
    'return present({ model, namedGone: namedBy(model, linked, resource.name.text) }, resource, source);',
  ),
  fault(
    'What is updated is updated by anybody.',
    'plan/endpoints/updates.ts',
    '...permissionGuards(build, row), ...computedGuards(build, resource, after)',
    '...computedGuards(build, resource, after)',
  ),
  fault(
    'What is deleted is deleted by anybody.',
    'plan/endpoints/deletes.ts',
    '    ...permissionGuards(build, row),\n',
    '',
  ),
  fault(
    'What is made is made by anybody.',
    'plan/endpoints/inserts.ts',
    '        ...permissionGuards(build, row),\n',
    '',
  ),
  fault(
    'What is read is read by anybody.',
    'plan/endpoints/effects.ts',
    'ofRowInOrder([...permissionGuards(build, row), ...named, ...readGuards(build, resource, row)], order)',
    'ofRowInOrder([...named, ...readGuards(build, resource, row)], order)',
  ),
  fault(
    'A token that nobody has lets its bearer go on.',
    CALLER,
    "    guardOf(some([...unsent, known]), wrong, 'authentication'),\n",
    '',
  ),
  fault(
    'Tokens do not expire.',
    CALLER,
    "...(mayExpire ? [guardOf(some([...unsent, valid]), ended, 'authentication')] : [])",
    '...[]',
  ),
  fault(
    'A key goes on when its row is deleted.',
    'plan/rows.ts',
    "  const lookup = { kind: 'lookup', table: resource.name.text, alias, match, value } as const;\n",
    "  if (match === rowKeyOf(resource)) return value;\n  const lookup = { kind: 'lookup', table: resource.name.text, alias, match, value } as const;\n",
  ),
  fault(
    'A name lets in with any password.',
    'plan/passwords.ts',
    '[sameAs(columnNamed(model, secret), SENT_TOKEN, alias)]',
    "[{ kind: 'true' }]",
  ),
  fault(
    'Signing in does not ask for the secret.',
    TOKENS,
    "...(verified ? secrets.map((one) => equals(one.column.name, 'text', verifiedBy(one.expr.name))) : []),",
    '',
  ),
  fault('A new password revokes nothing.', TOKENS, 'return sets ? ofChanged([sets]) : [];', 'return [];'),
  fault(
    '`ends token` ends nothing.',
    TOKENS,
    "...(effects.some(({ kind }) => kind === 'ends token')\n",
    '...(effects.length > 99\n',
  ),
  fault('What is revoked for one is revoked for all.', TOKENS, 'where: all([same, found]) }', 'where: found }'),
  fault(
    'Of a credential that comes twice the first one counts.',
    'serve/credentials.ts',
    'token: values.length === 1 ? token : undefined',
    'token',
  ),
  fault(
    'Around a credential anything counts as a space.',
    'serve/credentials.ts',
    ': value;\n}\n\nfunction isSpace',
    ': value.trim();\n}\n\nfunction isSpace',
  ),
  fault(
    'The name of a cookie is the same in any case of letters.',
    'serve/credentials.ts',
    'trimmed(pair.slice(0, equals)) === name',
    'trimmed(pair.slice(0, equals)).toLowerCase() === name',
  ),
  fault(
    'The word before a token may be any word of that length.',
    'serve/credentials.ts',
    'if (!value.slice(0, before.length).toLowerCase().startsWith(before) || !value.endsWith(after)) return undefined;',
    'if (!value.endsWith(after)) return undefined;',
  ),
  fault(
    'A cookie counts, also where another site made the browser send it.',
    'serve/cookies.ts',
    "if (site !== undefined) return site === 'cross-site';",
    'if (site !== undefined) return false;',
  ),
  fault(
    'A cookie counts for a page of any origin.',
    'serve/cookies.ts',
    'return headers.origin !== undefined && headers.origin !== origin;',
    'return false;',
  ),
  fault(
    'A password that comes with each request is right, whatever it is.',
    'serve/phases/credentials.ts',
    "bindings['caller.credential'] = (await same) ? kept : null;",
    "bindings['caller.credential'] = (await same) || kept ? kept : null;",
  ),
  fault(
    'Every secret is the one that is kept.',
    'serve/secrets.ts',
    'return timingSafeEqual(given, key) && kept !== null;',
    'return (timingSafeEqual(given, key) || kept !== null) && kept !== null;',
  ),
  fault(
    'Who was right once is known again with another password.',
    'serve/secrets.ts',
    '.update(JSON.stringify([kept, whose, text]))',
    '.update(JSON.stringify([kept, whose, text.length > 99]))',
  ),
  fault(
    'Fields that nobody may send are taken.',
    'plan/endpoints/body.ts',
    "if (policy === 'refused') return refuse({ kind: 'read-only field' });",
    "if (policy === 'refused') return { do: 'accept' };",
  ),
  fault(
    'A field that the service sets is passed over in a body.',
    'plan/endpoints/body.ts',
    "if (policy === 'refused') return refuse({ kind: 'read-only field' });",
    "if (policy === 'refused') return { do: 'ignore' };",
  ),
];
