// The features that a scheme whose requests are signed needs to run. Input: a scheme and one of its statements. Output: features. Notation,
// part 5, Verified by; decision 0065.

import type { SlotKey } from '../../../notation/declaration.ts';
import type { Scheme } from '../../../notation/authentication.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Verification } from '../../../notation/values/verification.ts';
import { isRowless } from '../../document/schemes.ts';
import { givesAll, isWhole } from '../../document/signed-requests.ts';
import { featureIf, type Feature, type Features } from '../../document/features.ts';

const INCOMPLETE = 'Authentication: HMAC signature without algorithm, encoding, secret and signed text';
const MORE = 'Authentication: HMAC signature, of more than a signature';

const PARTS: Readonly<Record<keyof Verification, Feature>> = {
  issuer: MORE,
  audience: MORE,
  keys: MORE,
  introspection: MORE,
  algorithms: 'Authentication: Verified by: algorithms',
  encoding: 'Authentication: Verified by: encoding',
  secret: 'Authentication: Verified by: secret',
  signedText: 'Authentication: Verified by: signed text',
  within: 'Authentication: Verified by: within',
};

/** What Verified by names, of such a scheme. */
export function signatureParts(value: Verification): Features {
  return (Object.keys(value) as (keyof Verification)[]).map((key) => PARTS[key]);
}

export function signatureFeatures(scheme: Scheme, key: SlotKey<Scheme>): Features {
  const { verifiedBy, sentIn } = scheme;
  const [said, place] = [valueOf(verifiedBy), valueOf(sentIn)];
  switch (key) {
    case 'scheme':
      return featureIf(verifiedBy.status === 'none', INCOMPLETE);
    case 'sentIn':
      return featureIf(
        place !== undefined && said !== undefined && !givesAll(place, said),
        'Authentication: HMAC signature, whose headers do not give what is signed',
      );
    case 'caller':
      return featureIf(!isRowless(scheme), 'Authentication: HMAC signature of a Caller');
    case 'verifiedBy':
      return [
        ...featureIf(said && !isWhole(said), INCOMPLETE),
        ...featureIf(said?.secret?.kind === 'field', 'Authentication: HMAC signature by the secret of a row'),
      ];
    case 'roles':
      return [];
    default:
      return [MORE];
  }
}
