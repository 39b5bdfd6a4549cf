// The words of part 5 that this runtime does not do, as people say them (plain.ts). Data only.

import type { HeldForm } from '../../document/features.ts';

type OfSchemes = Exclude<Extract<HeldForm, `Authentication: ${string}`>, SpelledAlike>;

/** As the document spells them. */
type SpelledAlike =
  | 'Authentication: OAuth 2 client credentials'
  | 'Authentication: token introspection'
  | 'Authentication: mutual TLS';

export const OF_SCHEMES: Readonly<Record<OfSchemes, string>> = {
  'Authentication: Credentials kept by the operator, of tokens':
    'Credentials kept by the operator, of another scheme than `HTTP Basic`',
  'Authentication: Credentials kept by the operator, issued by operations':
    'Credentials kept by the operator, of which operations are listed under Issued by',
  'Authentication: in the place of another scheme': 'two schemes whose credentials look alike in one place',
  'Authentication: HMAC signature without algorithm, encoding, secret and signed text':
    'an `HMAC signature` of which Verified by does not state one algorithm, the encoding, the secret and the signed text, with `within` where a timestamp is signed and nowhere else,',
  'Authentication: HMAC signature, whose headers do not give what is signed':
    'headers under Sent in that do not hold `{signature}`, and each of `{timestamp}` and `{id}` that is signed, once',
  'Authentication: HMAC signature by the secret of a row': 'an `HMAC signature` whose secret is a field',
  'Authentication: HMAC signature of a Caller': 'an `HMAC signature` whose Caller is a resource',
  'Authentication: HMAC signature, of more than a signature':
    'more of an `HMAC signature` than Sent in, Caller, Roles, and what a signature is verified by',
  'Authentication: Sent in several headers, of what is not signed':
    'several headers under Sent in, of another scheme than `HMAC signature`',
  'Authentication: Sent in none': 'a scheme whose Sent in is `none`',
  'Authentication: Refresh by what does more': 'Refresh by an operation that does more than `issues token`',
  'Authentication: Refresh without a token': 'Refresh by an operation that may be called without a token of its scheme',
  'Authentication: Issued by none': 'tokens of a scheme whose Issued by is `none`',
  'Authentication: Issued by operations, of which none issues a token':
    'Issued by, where none of the operations does `issues token`',
  'Authentication: Issued by an operation of another scheme': 'one operation under Issued by of two schemes',
  'Authentication: Issued by operations, where Caller is none': 'tokens that operations issue, where Caller is `none`',
  'Authentication: Issued by outside, of what is not signed':
    '`outside` under Issued by, of another scheme than `JWT` or `OpenID Connect`',
  'Authentication: Verified by, of what is not signed': 'Verified by of another scheme than `JWT` or `OpenID Connect`',
  'Authentication: Claims, of what is not signed': 'Claims of another scheme than `JWT` or `OpenID Connect`',
  'Authentication: signed tokens without issuer, audience, keys and algorithms':
    'signed tokens of which Verified by does not state issuer, audience, keys and algorithms',
  'Authentication: signed tokens, of which no claim names the row':
    'signed tokens of which no claim says whose they are',
  'Authentication: signed tokens of others that the service ends':
    'Credentials, a lifetime, Refresh or an end of tokens that others sign',
  'Authentication: Issued by operator, of signed tokens': '`the operator` under Issued by, of signed tokens',
  'Authentication: Issued by operations, of OpenID Connect': 'operations under Issued by, of `OpenID Connect`',
  'Authentication: Verified by: keys that are not of the issuer':
    'other keys than those of who signs: an address for others, `kept by the operator` for tokens that operations issue',
  'Authentication: Verified by: what is fetched, neither by https nor from this machine':
    'keys or an issuer at an address that is neither https nor on this machine',
  'Authentication: Verified by: an algorithm that does not fit':
    'an algorithm under Verified by other than RS256, PS256, ES256 and their longer forms, EdDSA, and HS256 and its longer forms for tokens that operations issue',
  'Authentication: Verified by: other than issuer, audience, keys and algorithms':
    'more under Verified by than issuer, audience, keys and algorithms',
  'Authentication: Claims: to a field, which names no row':
    'Claims to a field that does not identify one row of the Caller, or to several',
  'Authentication: Claims: to roles or scopes, of tokens that operations issue':
    'Claims to roles or scopes of tokens that operations issue',
  'Authentication: Claims: to roles, beside Roles of a row': 'Claims to roles beside Roles by a field or a condition',
  'Authentication: Issued by operator, for a row that is not found by one value':
    'keys of the operator for rows that no one text or whole number identifies',
  'Authentication: HTTP Basic, in another place than Authorization':
    'a name and a password in another place than the header `Authorization: Basic {token}`',
  'Authentication: HTTP Basic, by other than a name and a secret of the Caller':
    '`HTTP Basic` whose Credentials are not one text and one `secret` of the Caller',
  'Authentication: HTTP Basic that expires': 'a Token lifetime of `HTTP Basic`, which has no tokens',
  'Authentication: HTTP Basic that is revoked':
    'Revoked when of `HTTP Basic`, other than that the password changes or its row is deleted,',
  'Authentication: Issued by operator, of what a row keeps':
    '`the operator` under Issued by, beside Credentials of a row',
  'Authentication: Roles: listed, that nobody gives':
    'Roles that are only listed, where the operator gives no keys: nothing says who has which',
  'Authentication: Roles of a row, where Caller is none': 'Roles by a field or a condition, where Caller is `none`',
};
