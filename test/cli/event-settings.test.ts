// What the operator says about events on the command line, as the relay is given it.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { relaySettings, withoutSecret } from '../../src/cli/serving/events.ts';
import { effectiveSettings, settingsOf, type Settings } from '../../src/cli/settings.ts';
import { run } from '../../src/cli/program.ts';
import type { RelaySettings } from '../../src/serve/relay/context.ts';
import { LISTENED, listened, SECRET } from '../serve/relay/listening.ts';
import { captured } from './captured.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-event-settings-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const settings = (env: Readonly<Record<string, string>>): Settings =>
  settingsOf(effectiveSettings({}, captured({ directory, env })));
const given = (env: Readonly<Record<string, string>>, plan = listened()): RelaySettings =>
  relaySettings(settings(env), plan, captured({ directory }));
const KEPT = LISTENED.replace('secret `Listener.secret`', 'secret kept by the operator');

describe('what the operator says about events', () => {
  it('is nothing but a week where nothing is said', () => {
    const relay = given({});
    expect(relay).toEqual({ allowed: relay.allowed, keep: 7 * 86_400_000, secrets: relay.secrets });
    expect(relay.secrets()).toEqual([]);
    expect(relay.allowed.holds('127.0.0.1')).toBe(false);
  });

  it('comes from the environment like other settings', () => {
    writeFileSync(join(directory, 'secrets'), `${SECRET}\n`, { mode: 0o600 });
    const relay = given(
      {
        NINEFOLD_ALLOW_ADDRESSES: '10.0.0.0/8, ::1',
        NINEFOLD_EVENT_SECRETS: 'secrets',
        NINEFOLD_KEEP_EVENTS: '36 hours',
        NINEFOLD_OUTBOX_LIMIT: '5',
        NINEFOLD_BROKER: 'nats://ada:secret@127.0.0.1:4222',
      },
      listened(KEPT),
    );
    expect(relay).toMatchObject({ keep: 36 * 3_600_000, outboxLimit: 5, broker: { kind: 'nats' } });
    expect(['10.9.9.9', '::1', '11.0.0.1'].map((address) => relay.allowed.holds(address))).toEqual([true, true, false]);
    expect(relay.secrets()).toEqual([SECRET]);
  });

  it('says that a secret is needed, where the document says that the operator keeps it', () => {
    expect(withoutSecret(listened(KEPT), settings({}))).toEqual([
      'no event can be signed yet: the document says that the operator keeps the secret; --event-secrets FILE names it',
    ]);
    expect(withoutSecret(listened(KEPT), settings({ NINEFOLD_EVENT_SECRETS: 'x' }))).toEqual([]);
    expect(withoutSecret(listened(), settings({}))).toEqual([]);
    expect(withoutSecret(listened(KEPT, ['6/delivery']), settings({}))).toEqual([]);
  });

  it('keeps serve from starting where it is wrong, and shows no secret', async () => {
    writeFileSync(join(directory, 'orders.md'), KEPT);
    const tried = async (...args: string[]): Promise<{ readonly status: number; readonly stderr: string }> => {
      const console = captured({ directory });
      const status = await run(['serve', 'orders.md', ...args], console);
      return { status, stderr: console.stderr().replaceAll(directory, 'HERE') };
    };
    expect(await tried('--event-secrets', 'none')).toEqual({
      status: 1,
      stderr: 'ninefold: none cannot be read (ENOENT); it is the file of --event-secrets\n',
    });
    writeFileSync(join(directory, 'secrets'), 'whsec_c2hvcnQ=\n', { mode: 0o600 });
    expect(await tried('--event-secrets', 'secrets')).toEqual({
      status: 1,
      stderr:
        'ninefold: line 1 of HERE/secrets signs nothing: what follows `whsec_` holds 5 bytes: Standard Webhooks wants 24 to 64\n',
    });
    writeFileSync(join(directory, 'secrets'), `${SECRET}\n`);
    chmodSync(join(directory, 'secrets'), 0o644);
    expect((await tried('--event-secrets', 'secrets')).stderr).toBe(
      'ninefold: HERE/secrets may be read by others than its owner; `chmod 600` changes that\n',
    );
    expect((await tried('--allow-addresses', '10.0.0.0/33')).status).toBe(2);
  });
});
