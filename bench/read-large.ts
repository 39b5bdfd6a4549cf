// Reads one large document in a process of its own. Input: bytes. Output: a JSON line with the time and the peak memory.

import { performance } from 'node:perf_hooks';
import type * as Ninefold from '../src/index.ts';
import { documentOfBytes } from './large-document.ts';

const source = documentOfBytes(Number(process.argv[2] ?? 10_000_000));
const { read } = (await import(new URL('../dist/index.js', import.meta.url).href)) as typeof Ninefold;
const began = performance.now();
const { document, diagnostics } = read(source, 'large.md');
const seconds = (performance.now() - began) / 1000;
const errors = diagnostics.filter((d) => d.severity === 'error').length;
console.log(
  JSON.stringify({
    bytes: source.length,
    seconds,
    megabytes: process.resourceUsage().maxRSS / 1024,
    resources: document.resources.resources.items.length,
    operations: document.endpoints.operations.items.length,
    errors,
  }),
);
