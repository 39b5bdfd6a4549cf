// Lists that grow under a key. In: a map, a key, an item. Out: the map has the item at the end of the key's list.

export function addTo<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
