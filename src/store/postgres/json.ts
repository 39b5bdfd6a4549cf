// What is inside of json, as PostgreSQL reads it: the members of lists, the values at a path. Input: printed json, a path, a type. Output:
// members as relational/dialect.ts names them, or json.

import type { JsonStep, MemberType } from '../../sql/expression.ts';
import type { Members } from '../relational/dialect.ts';

function asType(sql: string, type: string): string {
  return `CAST(${sql} AS ${type})`;
}

export function members(list: string, type: MemberType, scale: number): Members {
  // As ninefold_elements has them: a call of it would be planned anew in each statement, and in each run of a trigger.
  const given = '"_list"."list"';
  const read = `CASE WHEN strpos(${given}, '\\u000') = 0 THEN ${given} ELSE ninefold_escaped(${given}) END`;
  const array = `CASE json_typeof(CAST(${given} AS json)) WHEN 'array' THEN CAST(${read} AS json) END`;
  const from = `LATERAL (SELECT ${list} AS "list" OFFSET 0) AS "_list", json_array_elements(${array}) AS "_each"("value")`;
  return { from, ...memberAs(type, scale) };
}

/** A member whose escapes are those of texts here. */
function memberAs(type: MemberType | 'json', scale: number): Omit<Members, 'from'> {
  const each = '"_each"."value"';
  const shown = asType(each, 'text');
  const isA = (kind: string): string => `json_typeof(${each}) = '${kind}'`;
  switch (type) {
    case 'boolean':
      return { value: `(${shown} = 'true')`, fits: isA('boolean') };
    case 'integer':
      return { value: `ninefold_scaled(${shown}, 0)`, fits: isA('number') };
    case 'decimal':
      return { value: `ninefold_scaled(${shown}, ${scale})`, fits: isA('number') };
    case 'real':
      return { value: `ninefold_double(${shown})`, fits: isA('number') };
    case 'text':
      return { value: `(${each} #>> '{}')`, fits: isA('string') };
    case 'json':
      return { value: `ninefold_unescaped(${shown})`, fits: `(${isA('object')} OR ${isA('array')})` };
  }
}

/** Escapes become those of texts once, for the whole. */
export function inside(json: string, path: readonly JsonStep[], type: MemberType | 'json', scale: number): Members {
  const whole = '"_whole"."json"';
  const from = [`(SELECT CAST(ninefold_escaped(CAST(${json} AS text)) AS json) AS "json" OFFSET 0) AS "_whole"`];
  const at = path.reduce((value, step, place) => {
    if (typeof step === 'object') return `(${value} -> '${step.name.replaceAll("'", "''")}')`;
    const each = `"_in${place}"`;
    const members =
      step === 'each'
        ? `json_array_elements(CASE json_typeof(${value}) WHEN 'array' THEN ${value} END) AS ${each}("value")`
        : `json_each(CASE json_typeof(${value}) WHEN 'object' THEN ${value} END) AS ${each}("key", "value")`;
    from.push(members);
    return `${each}."value"`;
  }, whole);
  from.push(`LATERAL (SELECT ${at} AS "value" OFFSET 0) AS "_each"`);
  return { from: from.join(', '), ...memberAs(type, scale) };
}

export function within(json: string, path: readonly JsonStep[]): string {
  const from: string[] = [];
  const at = path.reduce(
    (value, step) => {
      if (typeof step === 'object') return `(${value} -> '${step.name.replaceAll("'", "''")}')`;
      const each = `"_in${from.length}"`;
      const isObject = `json_typeof(${value}) = 'object'`;
      from.push(
        step === 'each'
          ? `ninefold_elements(${asType(value, 'text')}) AS ${each}("value")`
          : `json_each(CASE WHEN ${isObject} THEN ${value} ELSE '{}' END) AS ${each}("key", "value")`,
      );
      return `${each}."value"`;
    },
    asType(json, 'json'),
  );
  const one = `coalesce(${asType(at, 'text')}, 'null')`;
  if (from.length === 0) return `('[' || ${one} || ']')`;
  return `(SELECT coalesce('[' || string_agg(${one}, ',') || ']', '[]') FROM ${from.join(', ')})`;
}
