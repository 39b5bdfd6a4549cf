// Loads one source with a fault in it. Input: PLANTED, as JSON: `file`, `before`, `after`.

import { registerHooks } from 'node:module';

const { file, before, after } = JSON.parse(process.env.PLANTED ?? '{}');

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (file === undefined || !url.endsWith(`/src/${file}`)) return loaded;
    const source = String(loaded.source);
    const at = source.indexOf(before);
    if (at === -1 || source.includes(before, at + 1)) throw new Error(`${file} has not once: ${before}`);
    return { ...loaded, source: source.slice(0, at) + after + source.slice(at + before.length) };
  },
});
