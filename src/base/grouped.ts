// Lists that grow under a key. Input: a map, a key, an item. Output: the map has the item at the end of the key's list.

export function addTo<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
