// The stream of `/updates` and its bounds: how many pages, how far behind, how often a sign of life.

import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { startStreams, type Streams } from '../../src/serve/updates.ts';

/** An open page, as its connection has it. */
class Page extends EventEmitter {
  writableLength = 0;
  status = 0;
  headers: unknown;
  readonly heard: string[] = [];
  isDestroyed = false;
  isEnded = false;
  writeHead(status: number, headers: unknown): this {
    this.status = status;
    this.headers = headers;
    return this;
  }
  write(text: string): void {
    this.heard.push(text);
  }
  end(): void {
    this.isEnded = true;
    this.emit('close');
  }
  destroy(): void {
    this.isDestroyed = true;
    this.emit('close');
  }
}

let streams: Streams;
let tell: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  streams = startStreams({
    revision: () => 'r',
    subscribe(told) {
      tell = told;
      return () => (tell = undefined);
    },
  });
});
afterEach(() => {
  streams.close();
  vi.useRealTimers();
});

function opened(method = 'GET'): Page {
  const page = new Page();
  streams.open({ method } as IncomingMessage, page as unknown as ServerResponse);
  return page;
}

const EVENT = 'data: r\n\n';
const SIGN = ':\n\n';

test('a page that has 16,384 octets unread is told more, and one with more is let go of', () => {
  const [slow, slower] = [opened(), opened()];
  slow.writableLength = 16_384;
  slower.writableLength = 16_385;
  tell!();
  expect([slow.heard.length, slow.isDestroyed]).toEqual([2, false]);
  expect([slower.heard.length, slower.isDestroyed]).toEqual([1, true]);
  tell!();
  expect([slow.heard.length, slower.heard.length]).toEqual([3, 1]);
});

test('a thousand pages are told; the next is sent away until one of them goes', () => {
  const pages = Array.from({ length: 1000 }, () => opened());
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
  const late = opened();
  expect([late.status, late.isEnded, late.heard]).toEqual([503, true, []]);
  expect(late.headers).toMatchObject({ 'Retry-After': 30 });
  pages[0]!.emit('close');
  expect(opened().status).toBe(200);
  expect(opened().status).toBe(503);
});

test('who asks for the headers alone is no open page', () => {
  for (let i = 0; i < 1001; i++) expect([opened('HEAD').status, opened('HEAD').heard]).toEqual([200, []]);
  expect(opened().heard).toEqual([`retry: 1000\n${EVENT}`]);
});

test('a sign of life comes each 15 seconds, and nothing after the end', () => {
  const page = opened();
  vi.advanceTimersByTime(14_999);
  expect(page.heard).toHaveLength(1);
  vi.advanceTimersByTime(15_001);
  expect(page.heard.slice(1)).toEqual([SIGN, SIGN]);
  streams.close();
  vi.advanceTimersByTime(60_000);
  expect([page.heard.length, tell]).toEqual([3, undefined]);
});
