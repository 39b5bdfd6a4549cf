// The article in front of a name. Input: a name as a document has it. Output: `an Order`, `a User`, `an Hour`, by how it begins to sound.

/** Begin with a vowel, and do not sound so. */
const CONSONANT = /^(?:eu|ewe|on(?:e|ce)(?![a-z])|u(?:ni(?!n|m)|s[aeiu]|ti|r[il]|uid|k\b))/i;
/** Begin with a consonant, and do not sound so: a letter that is not spoken, or one that is spelled out. */
const VOWEL = /^(?:hour|hono|honest|heir)|^(?:[FHLMNRSX](?![a-z])[A-Z]{0,2}(?![A-Za-z]))/;

export function withArticle(name: string, written: string = name): string {
  const sound = name.replace(/^[^\p{L}\p{N}]+/u, '');
  const isVowel = /^[aeiou8]/i.test(sound) ? !CONSONANT.test(sound) : VOWEL.test(lowered(sound));
  return `${isVowel ? 'an' : 'a'} ${written}`;
}

/** `Hour` and `hour` sound alike, `SMS` and `Sms` do not. */
function lowered(word: string): string {
  return /^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word;
}
