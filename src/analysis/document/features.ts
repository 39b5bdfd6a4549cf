// Every feature that is a form of a statement, by its place, and whether it runs. Data only; supported.ts has those that a
// declaration names. A feature that is held, or is not listed at all, holds the operations that it concerns.

/** By place, in the order of the notation's parts. `runs`: done. `held`: read, reported, and not done yet. */
export const FEATURES = {
  Lists: {
    runs: `complete unless marked · complete only where marked · none · …`,
    held: ``,
  },
  Resource: {
    runs: `Identified by: none · ignoring case`,
    held: `
      Identified by what is not kept · Unique by what is not kept · Visible to, which items ·
      Visible to, of rows that are kept or replaced`,
  },
  'When deleted': {
    runs: `none · deletes every · refused while`,
    held: `deletes every in a circle · refused while, behind deletes every`,
  },
  Type: {
    runs: `
      string · integer · number · decimal · boolean · date · time · date-time · date-time, as sent · seconds since 1970 ·
      duration · uuid · url · email · secret · object · state · one of · array of · array of, sorted · set of · map of ·
      or null · nested shape · R by f · list of R by f · R by f in a nested shape · R as View · R without · R only · as R.f · by commas · repeated · brackets`,
    held: `
      R by what is not kept · list, map or object as a parameter · string, quotes optional · file · list of secret ·
      secret in a nested shape · secret as a parameter · as R.f, of a secret · R · fields of R, where it is sent ·
      fields of R in a nested shape · fields of R, too many · fields of a nested shape · list of fields of R · list of R by f, as a parameter · R by f inside of a value, where f may change · R by f in a nested shape that holds itself · R by f or as R.f, through too many fields · state in a nested shape ·
      any`,
  },
  Required: {
    runs: `yes · no · if`,
    held: `if in a nested shape · if, over other rows · if, over what is not sent · if of a parameter`,
  },
  Present: {
    runs: `always · if set · never · if`,
    held: `if in a nested shape · any`,
  },
  'Set by': {
    runs: `caller · caller at create · hidden · service · by operation`,
    held: `rows · service in a nested shape · caller at create, of a secret that may be sent again`,
  },
  Rule: {
    runs: `
      new id · new id with prefix · now at create · now at change · state · slug of · slug of, at create · text · text, at create ·
      arithmetic · arithmetic, at create · address of · count of · there is · sum of · min of · max of · list of · by the table below · caller at create · caller at change`,
    held: `
      new id, a second number · slug of what is not sent · slug of another type · address that the row cannot fill ·
      arithmetic of what is no exact number · text of seconds since 1970 · new id where it is narrowed ·
      now where it is narrowed · slug where it is narrowed · address where it is narrowed · text where it is narrowed · at create, over a new number ·
      count, sum, min or max of where it is narrowed · sum, min or max of other values ·
      text over other rows, of what must fit · text or arithmetic, too long with all fields written out ·
      arithmetic over other rows, of what must fit · arithmetic over a new id, of what must fit ·
      arithmetic over the caller · token · list of, without an order · list of other values · by the table below, of other values · new R · event name · the resource`,
  },
  'Allowed values': {
    runs: `any · values · range · matches · not blank · items · characters`,
    held: `number of more than 15 digits · none`,
  },
  Default: {
    runs: `none · literal`,
    held: ``,
  },
  Condition: {
    runs: `
      = · != · < · <= · > · >= · in · has · contains · contains ignoring case · is blank · is set · matches · there is · there is no · count of ·
      not · and · or · this · value · now · {param} · body · query · caller · path through a reference · secret beside what is sent`,
    held: `
      caller of several resources, beside no row of one of them · caller of several resources, whose fields are not alike ·
      matches on a stored field · list of R · path through a list · path into an object · header ·
      search of a nested shape · date-time, as sent · secret`,
  },
  'State: Kind': {
    runs: `initial · final · gone · any`,
    held: ``,
  },
  From: {
    runs: `(new) · a state · any · any except`,
    held: ``,
  },
  To: {
    runs: `a state · same · refused · (gone) · one of`,
    held: `one of, of a new row · (gone) beside other changes`,
  },
  By: {
    runs: `operation · after · at · outside · none`,
    held: `
      time, from no state to another · at what is no stored instant · time, of what must be unique ·
      outside, of what is no move of a row`,
  },
  'Any other move': {
    runs: `error · accepted`,
    held: ``,
  },
  Does: {
    runs: `
      reads · updates · merges into · replaces · deletes · deletes if there · lists · lists values · creates · with · arithmetic ·
      creates or keeps · creates or replaces · deletes every · updates every · moves · moves every · sets · where · also ·
      ; · signs in · issues token · ends token · caller`,
    held: `
      a value into what is not kept · another value than of the body into a secret · a nested shape ·
      creates or replaces, in {other} · lists values, of what is no plain field · creates every in body ·
      arithmetic of what is no exact number · signs in, by what the body does not hold · issues token, of no scheme or several · caller of several resources ·
      none`,
  },
  Who: {
    runs: `
        anyone · signed-in if sent · signed-in · role · scope · owner by · condition · or · except · which items · of a move`,
    held: `
        scope that no scheme gives · role that no scheme gives · owner by, through a list · owner by, of a row that is not at hand ·
        of a move that asks for no credentials · a caller without a row · a condition, where part 5 is none ·
        somebody who is not signed in, where a row has its caller · a caller of another resource, where a row has its caller`,
  },
  Operation: {
    runs: `Nested names: none · Headers in: none · Preconditions: none`,
    held: `
      two parameters in one segment · Base of one operation · Base with a parameter ·
      a rule for a part of a nested shape · Unknown fields: none · Read-only fields: none · Nested names: any ·
      Headers in: any · Preconditions: any`,
  },
  'Media type': {
    runs: `JSON`,
    held: `other than JSON · any · none`,
  },
  Checks: {
    runs: `existence, then state, then uniqueness`,
    held: `
      another order of existence, state and uniqueness · another place of authentication or permission ·
      state before body, where an error shows what is legal · none`,
  },
  Repeat: {
    runs: `none · safe · same effect · again`,
    held: `same values · key · Repeat table`,
  },
  Order: {
    runs: `newest first · oldest first · field · by query`,
    held: `path through a list · date-time, as sent · a row without one value · any · none`,
  },
  Pages: {
    runs: `none · offset and limit · page and size`,
    held: `after, before · Link rel next · any`,
  },
  Body: {
    runs: `none · ignored · same as · shape · template · Body table`,
    held: `a form without fields · any`,
  },
  Path: {
    runs: `R by f · R by f, in {other} · none`,
    held: `R by what is not kept · R by f, in {other}, where not one field refers to it · condition`,
  },
  Query: {
    runs: `condition · any field of`,
    held: `any field of R with a list, map or object · only the fields named · whole · none`,
  },
  Header: {
    runs: ``,
    held: `Header table`,
  },
  Sets: {
    runs: `field · none`,
    held: `a value into what is not kept`,
  },
  Emits: {
    runs: `none · event kinds`,
    held: `
      event kinds, where no row is changed · event kinds, where rows of several resources are changed ·
      event kinds, where two effects may change one row · event kinds of a refusal`,
  },
  'Cross-origin': {
    runs: `none · any · origins · with credentials`,
    held: ``,
  },
  Status: {
    runs: `code`,
    held: `class · body any · headers any`,
  },
  'Status: When': {
    runs: `found · created · updated · replaced · moved · deleted · unchanged · signed in · error · condition`,
    held: `accepted · unchanged by another effect · repeated · condition on many rows · condition of an error`,
  },
  Headers: {
    runs: `none · header with a value`,
    held: `header by its own rules · header of several fields`,
  },
  Shape: {
    runs: `R · R as View · R without · R only · array of · template`,
    held: `R of many rows · field of many rows · one of several rows · shape of another resource · secret`,
  },
  Word: {
    runs: `
      total · values · base · now · token · code · status · field · path · pointer · problem · message · moves ·
      column of the Code table`,
    held: `
      values in a text · more · next · request id · header · moves in a text · moves, where any other move is accepted`,
  },
  Cause: {
    runs: `condition · after`,
    held: `condition that no operation can judge · after, over other rows, of every row`,
  },
  'Error body': {
    runs: `none · shape`,
    held: `any`,
  },
  Authentication: {
    runs: `
      bearer token · API key · HTTP Basic · JWT · OpenID Connect · Sent in header · Sent in query · Sent in cookie · Caller · Credentials of a row ·
      Credentials kept by the operator · Issued by operations · Issued by operator · Issued by outside ·
      Verified by: issuer · Verified by: audience · Verified by: keys · Verified by: algorithms ·
      Claims: to a field · Claims: to roles · Claims: to scopes · Token lifetime ·
      Revoked when: operation · Revoked when: changes · Revoked when: deleted · Revoked when: signed in again ·
      Revoked when: operator · Refresh: operations · Refresh: each once · Roles: field · Roles: when · Roles: listed`,
    held: `
      OAuth 2 client credentials · token introspection · mutual TLS · HMAC signature ·
      in the place of another scheme · Sent in none · Issued by none · Refresh by what does more · Refresh without a token ·
      Issued by outside, of what is not signed · Verified by, of what is not signed · Claims, of what is not signed ·
      signed tokens without issuer, audience, keys and algorithms · signed tokens, of which no claim names the row ·
      signed tokens of others that the service ends · Issued by operator, of signed tokens ·
      Issued by operations, of OpenID Connect · Verified by: keys that are not of the issuer ·
      Verified by: what is fetched, neither by https nor from this machine · Verified by: an algorithm that does not fit ·
      Verified by: other than issuer, audience, keys and algorithms · Claims: to a field, which names no row ·
      Claims: to roles or scopes, of tokens that operations issue · Claims: to roles, beside Roles of a row ·
      Issued by operations, of which none issues a token · Issued by operations, where Caller is none · Issued by an operation of another scheme ·
      Issued by operator, of what a row keeps · Issued by operator, for a row that is not found by one value ·
      Credentials kept by the operator, of tokens · Credentials kept by the operator, issued by operations ·
      Roles: listed, that nobody gives · Roles of a row, where Caller is none ·
      HTTP Basic, in another place than Authorization · HTTP Basic, by other than a name and a secret of the Caller ·
      HTTP Basic that expires · HTTP Basic that is revoked`,
  },
  Events: {
    runs: ``,
    held: ``,
  },
  Limit: {
    runs: `size of each request`,
    held: `another size · rate · at once · time · characters · items`,
  },
  Versioning: {
    runs: `Scheme: none · Current version · Compatibility · Change table while Scheme is none`,
    held: `Change table`,
  },
} as const;

export type Place = keyof typeof FEATURES;

type Trimmed<S extends string> = S extends `${' ' | '\n'}${infer Rest}` | `${infer Rest}${' ' | '\n'}`
  ? Trimmed<Rest>
  : S;
type Listed<S extends string, Done = never> = S extends `${infer First}·${infer Rest}`
  ? Listed<Rest, Done | Trimmed<First>>
  : Exclude<Done | Trimmed<S>, ''>;

type FormOf<Which extends 'runs' | 'held'> = {
  readonly [P in Place]: `${P}: ${Listed<(typeof FEATURES)[P][Which]> & string}`;
}[Place];

/** A feature that is a form of a statement. */
export type FormFeature = FormOf<'runs' | 'held'>;

/** One that is held. */
export type HeldForm = FormOf<'held'>;

/** One that a declaration of the notation names. */
type DeclaredFeature = `${string}: ${string}` & { readonly declared: true };

/** A feature with its place, such as `Type: file`. */
export type Feature = FormFeature | DeclaredFeature;
export type Features = readonly Feature[];

/** A feature by a name that the notation declares: `Operation: Base`, `Cause: too large`. */
export function declaredFeature(place: Place, name: string): Feature {
  return `${place}: ${name}` as DeclaredFeature;
}

/** A feature that a statement needs in one case only. */
export function featureIf(isNeeded: boolean | undefined, feature: Feature): Features {
  return isNeeded === true ? [feature] : [];
}
