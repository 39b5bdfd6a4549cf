// The operator's page as it is served: what it is made from at that moment, its headers, and the sign that tells one page from
// the next. Input: the document that is served. Output: a page, and what notifies open pages of changes. The code that makes the
// page is loaded at the first request for it, so that a start does not wait for it.

import { createHash, randomUUID } from 'node:crypto';
import { instantText } from '../../serve/clock.ts';
import type { Outbox } from '../../page/outbox.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Asked, Page } from '../../serve/operator.ts';
import type { Waiting } from '../../serve/outbox.ts';
import type { Updates } from '../../serve/updates.ts';
import { standing } from '../assumed.ts';
import { historyOf } from './history.ts';
import { shownRows } from './shown-rows.ts';
import type { Shown } from './shown.ts';

export interface ServedPage {
  readonly page: (asked: Asked) => Promise<Page>;
  readonly updates: Updates;
}

export function servedPage(shown: Shown): ServedPage {
  const start = randomUUID();
  let changes = 0;
  const revision = (): string => `${start}-${changes}`;
  // Counted even while no page is open, and before the subscribers are notified.
  shown.subscribe(() => void (changes += 1));
  return {
    page: (asked) => pageOf(shown, revision(), asked),
    updates: { revision, subscribe: (told) => shown.subscribe(() => told()) },
  };
}

/** Of those that wait. */
const MOST_EVENTS = 20;

async function pageOf(shown: Shown, revision: string, asked: Asked): Promise<Page> {
  const { framedPage, PAGE_SHEET } = await import('../../page/page.ts');
  const { pageScript } = await import('../../browser/scripts.ts');
  const { report, plan, fixed } = shown.current();
  const script = pageScript();
  const trouble = shown.trouble();
  const waiting = plan.events === undefined ? undefined : await asked.waiting();
  const isManual = asked.clock.set !== undefined;
  const body = framedPage(
    await fixed(asked.url),
    {
      report,
      plan,
      address: asked.url,
      revision,
      now: {
        assumed: standing(report),
        ...(waiting && { waiting: waiting.waiting }),
        ...(isManual ? { clock: instantText(asked.clock.now()) } : {}),
      },
      rows: await shownRows(asked.rows, asked.query, historyOf(asked.history)),
      ...(waiting && { outbox: await outboxOf(plan, waiting, asked) }),
      ...(trouble && { trouble }),
    },
    script,
  );
  return { type: 'text/html; charset=utf-8', body, headers: headersFor(PAGE_SHEET, script) };
}

async function outboxOf({ delivery }: Plan, waiting: Waiting, asked: Asked): Promise<Outbox> {
  const resource = delivery?.webhook?.resource;
  return { ...waiting, events: (await asked.outbox(MOST_EVENTS)) ?? [], ...(resource !== undefined && { resource }) };
}

/** The page's own style and script, its own port, and nothing else: https://www.w3.org/TR/CSP3/ */
function headersFor(style: string, script: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `style-src ${digest(style)}`,
    `script-src ${digest(script)}`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}

function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
