// What a document means, without where it says so: the places and the source text of every slot left out. Input: a Document, or any part
// of it. Output: plain data to compare.

/** Examples state nothing, and advice looks at how the whole document is written. */
const PLACES = new Set(['at', 'asBullet', 'allAt', 'markAt', 'file', 'source', 'heading', 'examples', 'expected']);

export function meaning(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(meaning);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [String(key), meaning(item)]));
  if (typeof value !== 'object' || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (PLACES.has(key)) kept[key] = key === 'heading' || key === 'asBullet' ? item !== undefined : undefined;
    else if (key === 'column' && 'status' in value) kept[key] = item !== undefined;
    else if (key === 'text' && 'status' in value)
      kept[key] = wordsOf(value as { status: string; how?: string; text: string });
    else kept[key] = meaning(item);
  }
  return kept;
}

/** The words of what nobody could read are its only content. */
function wordsOf(slot: { status: string; how?: string; text: string }): string | undefined {
  return slot.status === 'unreadable' || slot.how === 'blank'
    ? slot.text.replace(/\s*[\r\n]\s*/g, ' ').replace(/\\\|/g, '|')
    : undefined;
}
