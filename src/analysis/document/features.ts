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
      Visible to, of rows that are kept or replaced · Rows: from the operator, which nothing tells apart · Rows, of what is not kept ·
      Rows, of what a call makes · Rows: fixed, which nothing tells apart ·
      Rows: fixed or from the operator, which move · Rows, of which other rows decide · Rows, with Required: if inside of a value ·
      one of, of what is not kept`,
  },
  'When deleted': {
    runs: `none · deletes every · refused while`,
    held: `deletes every in a circle · refused while, behind deletes every`,
  },
  Type: {
    runs: `
      string · integer · number · decimal · boolean · date · time · date-time · date-time, as sent · seconds since 1970 ·
      duration · uuid · url · email · secret · object · any · state · one of · array of · array of, sorted · set of · map of ·
      string, quotes optional · or null · nested shape · R by f · list of R by f · R by f in a nested shape · R as View · R without · R only · as R.f · by commas · repeated · brackets`,
    held: `
      R by what is not kept · list, map or object as a parameter · any as a parameter · string, quotes optional, outside of a query · file · list of secret ·
      secret in a nested shape · secret as a parameter · as R.f, of a secret · R · fields of R, where it is sent ·
      fields of R in a nested shape · fields of R, too many · fields of a nested shape · list of fields of R · list of R by f, as a parameter · R by f inside of a value, where f may change · R by f in a nested shape that holds itself · R by f or as R.f, through too many fields · state in a nested shape`,
  },
  Required: {
    runs: `yes · no · if · if in a nested shape · if, over other rows`,
    held: `if in a nested shape, over more than its fields · if in a nested shape, which is merged · if of a Body table, over other rows · if, over what is not sent · if of a parameter, over what is not sent`,
  },
  Present: {
    runs: `always · if set · never · if · if in a nested shape`,
    held: `if in a nested shape, over more than its fields · any`,
  },
  'Set by': {
    runs: `caller · caller at create · hidden · service · by operation · rows`,
    held: `service in a nested shape · caller at create, of a secret that may be sent again`,
  },
  Rule: {
    runs: `
      new id · new id with prefix · now at create · now at change · state · slug of · slug of, at create · text · text, at create ·
      arithmetic · arithmetic, at create · address of · count of · there is · sum of · min of · max of · list of · by the table below · caller at create · caller at change · token`,
    held: `
      new id, a second number · slug of what is not sent · slug of another type · address that the row cannot fill ·
      arithmetic of what is no exact number · text of seconds since 1970 · new id where it is narrowed ·
      now where it is narrowed · slug where it is narrowed · address where it is narrowed · text where it is narrowed · at create, over a new number ·
      count, sum, min or max of where it is narrowed · sum, min or max of other values ·
      text over other rows, of what must fit · text or arithmetic, too long with all fields written out ·
      arithmetic over other rows, of what must fit · arithmetic over a new id, of what must fit ·
      arithmetic over the caller · token, of what is no secret · token where it is narrowed · list of, without an order · list of other values · by the table below, of other values · path into a value · new R · event name · the resource`,
  },
  'Allowed values': {
    runs: `any · values · range · matches · not blank · items · characters`,
    held: `number of more than 15 digits · none`,
  },
  Default: {
    runs: `none · literal · another field`,
    held: `
      another field, in a nested shape · another field, of another type · another field, which the service sets ·
      another field, which the body leaves out · another field, where it is cleared`,
  },
  Condition: {
    runs: `
      = · != · < · <= · > · >= · in · has · contains · contains ignoring case · is blank · is set · matches · there is · there is no · count of ·
      not · and · or · this · value · now · event name · {param} · body · query · header · caller · path through a reference · path through a list · path into an object · secret beside what is sent`,
    held: `
      caller of several resources, beside no row of one of them · caller of several resources, whose fields are not alike ·
      matches on a stored field · list of R · path to no value of its own ·
      search of a nested shape · date-time, as sent · secret`,
  },
  'State: Kind': { runs: `initial · final · gone · any`, held: `` },
  From: { runs: `(new) · a state · any · any except`, held: `` },
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
  'Any other move': { runs: `error · accepted`, held: `` },
  'Any other change': { runs: `error · accepted`, held: `` },
  Does: {
    runs: `
      reads · updates · merges into · replaces · deletes · deletes if there · lists · lists values · creates · with · arithmetic ·
      creates every in body · creates or keeps · creates or replaces · deletes every · updates every · moves · moves every · sets · where · also ·
      ; · signs in · issues token · ends token · caller · none`,
    held: `
      a value into what is not kept · another value than of the body into a secret · a nested shape ·
      creates or replaces, in {other} · lists values, of what is no plain field ·
      creates every in body, without a list · creates every in body, beside others ·
      creates every in body, of secrets · creates every in body, judged before body · many rows at once, where part 8 counts them · token, of what is not one new row · token that its answer does not show ·
      arithmetic of what is no exact number · signs in, by what the body does not hold · issues token, of no scheme or several · caller of several resources`,
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
    runs: `Nested names: none · Headers: none · Headers in: none · Headers in: any · Preconditions: none`,
    held: `
      two parameters in one segment · Base of one operation · Base with a parameter ·
      a rule for a part of a nested shape · Unknown fields: none · Unknown fields: kept, inside of what is not shown · Unknown fields: kept, where several objects of the body have fields of the row · Read-only fields: none · Nested names: any · Preconditions: any`,
  },
  Preconditions: {
    runs: `If-Match · If-None-Match`,
    held: `
      by another header · on another header than ETag · on an ETag with a value of its own ·
      If-Match, of no single row · If-None-Match, of no read by GET and no change of one row`,
  },
  'Media type': {
    runs: `JSON · event stream`,
    held: `event stream on a path with parameters · other than JSON · any · none`,
  },
  Checks: {
    runs: `in any order`,
    held: `none`,
  },
  Repeat: {
    runs: `none · safe · same effect · again · key · same values · Repeat table`,
    held: `
      same values, of what is not one creation · same values, by what is no key that is sent ·
      same values, compared by what is not sent · same values, of a secret · key, where a token is answered · key, of what only reads · Applies to with a condition ·
      Marked by with what is not fixed`,
  },
  Order: {
    runs: `newest first · oldest first · field · by query`,
    held: `path through a list · date-time, as sent · a row without one value · any · none`,
  },
  Pages: {
    runs: `none · offset and limit · page and size · after, before · Link rel next · cursor is the last f`,
    held: `cursor is the last f, which no row is found by · any`,
  },
  Body: {
    runs: `none · ignored · same as · shape · template · Body table · When`,
    held: `a form without fields · any · same as, where rows have a When · When, over other rows · When, over what is not sent · When, over a field with a When · When, beside rows in a list · When, of a state · When, of a secret · When, of a Default that is another field · When, of one field by two types`,
  },
  Path: {
    runs: `R by f · R by f, in {other} · none`,
    held: `R by what is not kept · R by f, in {other}, where not one field refers to it · condition`,
  },
  Query: {
    runs: `condition · any field of · only the fields named · whole · none`,
    held: `
      any field of R with a map, an object or a list of them · only the fields named, by what is no list · whole, of what is no reference ·
      whole, by what is neither a list nor true or false · R by f`,
  },
  Header: {
    runs: `Header table · condition · none`,
    held: `only the fields named or whole`,
  },
  Sets: {
    runs: `field · none`,
    held: `a value into what is not kept`,
  },
  Emits: {
    runs: `none · event kinds`,
    held: `event kinds, where no row is changed · event kinds, where rows of several resources are changed ·
      event kinds, where two effects may change one row · event kinds of a refusal`,
  },
  'Cross-origin': {
    runs: `none · any · origins · with credentials`,
    held: ``,
  },
  Status: {
    runs: `code · class · headers any`,
    held: `class other than 2xx of a success · body any`,
  },
  'Status: When': {
    runs: `found · created · updated · replaced · moved · deleted · accepted · unchanged · repeated · signed in · error · condition`,
    held: `unchanged by another effect · repeated, of what is never repeated · condition on many rows · condition of an error`,
  },
  Headers: {
    runs: `none · header with a value · ETag · Location · Link · RateLimit · Retry-After`,
    held: `
      header by its own rules · Link of what has no pages · Location of what is no one row · Location of a row that not one operation reads · ETag of what shows no row · ETag of what shows a token · ETag of a PUT · header of several fields`,
  },
  Shape: {
    runs: `R · R as View · R without · R only · array of · template · shape of another resource`,
    held: `R of many rows · field of many rows · one of several rows · shape of no row that is meant · path into a value · secret`,
  },
  Word: {
    runs: `
      total · count · more · next · values · base · now · token · code · status · field · path · pointer · problem · message · moves ·
      column of the Code table · request id · header · event id · event name · payload`,
    held: `
      values in a text · request id in a rule, but at create · header in a rule · now in a header of every answer ·
      moves in a text · moves, where any other move is accepted`,
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
      bearer token · API key · HTTP Basic · JWT · OpenID Connect · HMAC signature · Sent in header · Sent in query · Sent in cookie · Caller · Credentials of a row ·
      Credentials kept by the operator · Issued by operations · Issued by operator · Issued by outside ·
      Verified by: issuer · Verified by: audience · Verified by: keys · Verified by: algorithms ·
      Verified by: encoding · Verified by: secret · Verified by: signed text · Verified by: within · Sent in several headers ·
      Claims: to a field · Claims: to roles · Claims: to scopes · Token lifetime ·
      Revoked when: operation · Revoked when: changes · Revoked when: deleted · Revoked when: signed in again ·
      Revoked when: operator · Refresh: operations · Refresh: each once · Roles: field · Roles: when · Roles: listed`,
    held: `
      OAuth 2 client credentials · token introspection · mutual TLS ·
      HMAC signature without algorithm, encoding, secret and signed text · HMAC signature, whose headers do not give what is signed ·
      HMAC signature by the secret of a row · HMAC signature of a Caller · HMAC signature, of more than a signature ·
      Sent in several headers, of what is not signed ·
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
    runs: `When, a call · When, created, updated or deleted · When, becomes · When, changes`,
    held: `When, a call that changes no row · When, a call that changes rows of several resources · When, a call of which two effects may change one row ·
      When, of a field that is computed · When, of a secret · When, becomes, of what is no plain value · When, changes of a list, a map or an object`,
  },
  Delivery: {
    runs: `Duplicates: any · Signature by a secret of the operator · server-sent events · subject · queue`,
    held: `
      a payload on a stream, with rows that only some may see · a payload of what a request brings · topic · Signature without a secret ·
      CloudEvents without a mode · Envelope that shows a row · Duplicates: none`,
  },
  Limit: {
    runs: `size of each request · size of the headers · size of a field · characters · items · time · rate · at once · rows`,
    held: `of a field in a nested shape · no rate, of calls with a condition · no rate, for whatever the service chooses · rate, by whatever the service chooses · rate, if what is not of the caller · rate, if a cause that is no answer of an operation · at once, by what is not known when a call begins`,
  },
  Versioning: {
    runs: `Scheme: none · Change table, where no other version is served · Missing version: caller`,
    held: `Change table · Change table, in other words · Missing version: caller, who is no row of one resource`,
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
