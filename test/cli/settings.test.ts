// The operator's settings: which origin wins, and what is refused. No file, variable or flag is ever ignored silently.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { config } from '../../src/cli/config.ts';
import { effectiveSettings, masked, settingsOf, variableOf } from '../../src/cli/settings.ts';
import { faultOfAddress, shownAddress } from '../../src/store/postgres/address.ts';
import { refuseTwoPlaces } from '../../src/cli/refusals.ts';
import { captured } from './captured.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-settings-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const file = (content: unknown): void =>
  writeFileSync(join(directory, 'ninefold.json'), typeof content === 'string' ? content : JSON.stringify(content));

describe('settings', () => {
  it('come from flags over the environment over ninefold.json over what is built in', () => {
    file({ port: 1, operatorPort: 2, host: '10.0.0.1' });
    const console = captured({ directory, env: { NINEFOLD_PORT: '3', NINEFOLD_OPERATOR_PORT: '4' } });
    const settings = effectiveSettings({ port: '5' }, console);
    const originOf = (key: string): string | undefined => settings.find((each) => each.key === key)?.origin;
    expect(settingsOf(settings)).toMatchObject({
      port: 5,
      operatorPort: 4,
      host: '10.0.0.1',
      operatorHost: '127.0.0.1',
    });
    expect([originOf('port'), originOf('operatorPort'), originOf('host'), originOf('operatorHost')]).toEqual([
      'flag --port',
      'environment NINEFOLD_OPERATOR_PORT',
      'ninefold.json',
      'built in',
    ]);
  });

  it('are named alike everywhere', () => {
    expect(variableOf('operatorPort')).toBe('NINEFOLD_OPERATOR_PORT');
    expect(variableOf('publicUrl')).toBe('NINEFOLD_PUBLIC_URL');
  });

  it.each([
    [{ prot: 1 }, 'unknown setting in ninefold.json: `prot`; did you mean `port`?'],
    [{ port: 'high' }, 'port from ninefold.json is "high", expected a port from 0 to 65535'],
    [{ port: 65_536 }, 'expected a port'],
    [{ port: [1] }, 'expected a port'],
    [{ port: null }, 'expected a port'],
    [{ marks: 'yes' }, 'expected true or false'],
    [{ publicUrl: 'ftp://x' }, 'expected an http or https address'],
    [
      { allowAddresses: '10.0.0.0/8, 10.0.0.0/99' },
      'expected addresses and ranges of addresses by commas; `10.0.0.0/99` is no address and no range of addresses: write `10.1.2.0/24` or `::1`',
    ],
    [{ allowAddresses: '' }, 'expected addresses and ranges of addresses by commas; write `10.1.2.0/24` or `::1`'],
    [
      { keepEvents: '1 month' },
      'keepEvents from ninefold.json is "1 month", expected a length of time: 12 hours, 30 days',
    ],
    [{ keepEvents: '0 days' }, 'expected a length of time'],
    [{ outboxLimit: 0 }, 'expected a number from 1 to 1000000000'],
    ['[]', 'ninefold.json is not an object of settings'],
    ['{', 'ninefold.json is not JSON'],
  ])('refuse %j', (content, sentence) => {
    file(content);
    expect(() => effectiveSettings({}, captured({ directory }))).toThrow(sentence);
  });

  it('refuse a variable with a value it cannot have', () => {
    expect(() => effectiveSettings({}, captured({ directory, env: { NINEFOLD_PORT: '' } }))).toThrow(
      'port from environment NINEFOLD_PORT is "", expected a port from 0 to 65535',
    );
  });

  it('say so when a variable looks like a slip, and leave other programs alone', () => {
    const console = captured({ directory, env: { NINEFOLD_PROT: '1', NINEFOLD_SOMETHING_ELSE: '1', PORT: '1' } });
    effectiveSettings({}, console);
    expect(console.stderr()).toBe('ninefold: NINEFOLD_PROT is no setting; did you mean NINEFOLD_PORT?\n');
  });

  it('never show a password', () => {
    expect(masked('https://ada:secret@example.com/x')).toBe('https://ada:********@example.com/x');
    expect(masked('https://example.com/a:b@c')).toBe('https://example.com/a:b@c');
    const console = captured({ directory, env: { NINEFOLD_PUBLIC_URL: 'https://ada:secret@example.com' } });
    expect(config({}, console)).toBe(0);
    expect(config({ format: 'json' }, console)).toBe(0);
    expect(console.stdout()).not.toContain('secret');
    expect(() => effectiveSettings({ publicUrl: 'ftp://ada:secret@x' }, captured({ directory }))).toThrow(/\*{8}/);
    expect(masked('postgres://ada:se/cr?e@t@x/y?sslpassword=secret&a=b')).toBe(
      'postgres://ada:********@x/y?sslpassword=********&a=b',
    );
    const database = captured({ directory, env: { NINEFOLD_DATABASE: 'postgres://ada:secret@x/y?password=secret' } });
    expect(config({}, database)).toBe(0);
    expect(config({ format: 'json' }, database)).toBe(0);
    expect(database.stdout()).toContain('postgres://ada:********@x/y');
    expect(database.stdout()).not.toContain('secret');
  });

  it('show no password of a broker, and not where it is none', () => {
    const console = captured({ directory, env: { NINEFOLD_BROKER: 'amqp://ada:secret@x/y' } });
    expect(config({}, console)).toBe(0);
    expect(config({ format: 'json' }, console)).toBe(0);
    expect(console.stdout()).toContain('amqp://********@x/y');
    expect(console.stdout()).not.toContain('secret');
    const wrong = (): unknown => effectiveSettings({ broker: 'ada:secret@x' }, captured({ directory }));
    expect(wrong).toThrow(/expected `nats:\/\/HOST:4222`/);
    expect(wrong).not.toThrow(/secret/);
  });

  it.each(['postgres://ada:secret@x/y', 'postgres://x/y?password=secret'])(
    'refuse %s as a flag, which everybody can read',
    (database) => {
      const settings = (): unknown => effectiveSettings({ database }, captured({ directory }));
      expect(settings).toThrow(/holds a password/);
      expect(settings).not.toThrow(/secret/);
      expect(effectiveSettings({}, captured({ directory, env: { NINEFOLD_DATABASE: database } }))).toContainEqual({
        key: 'database',
        value: database,
        origin: 'environment NINEFOLD_DATABASE',
      });
    },
  );

  it.each([
    'postgres://x/y?sslmode=prefer',
    'postgres://x,z/y',
    'postgres://ada@x',
    'postgres://ada@x:5432/',
    'postgres://ada@x/?sslmode=require',
    'mysql://x/y',
    'postgres://x:port/y',
    'postgres://x/%zz',
  ])('refuse %s as a database', (database) => {
    expect(() => effectiveSettings({ database }, captured({ directory }))).toThrow('database from flag --database is');
  });

  it.each([
    'postgres://ada:se/cret@x/y',
    'postgres://ada:1/secret@x/y',
    'postgres://ada:1?secret@x/y',
    'postgres://ada:1?a=secret@x/y',
    'postgres://ada:s@e/cret@x/y',
    'postgres://ada:se#cret@x/y',
    'postgres://ada:se%cret@x/y',
    'postgres://ada:se cret@x/y',
    'ada:secret@x/y',
    'host=x user=ada password=secret',
    "host=x password = 'se cret'",
  ])('say of the password in %s that it is encoded in an address, and show none of it', (database) => {
    const given = (): unknown => effectiveSettings({}, captured({ directory, env: { NINEFOLD_DATABASE: database } }));
    expect(given).toThrow(/is percent-encoded \(@ is %40, .*, and PGPASSWORD takes it as it is$/);
    expect(given).not.toThrow(/cret|:1|s@e/);
    const flag = (): unknown => effectiveSettings({ database }, captured({ directory }));
    expect(flag).toThrow(/from flag --database holds a password/);
    expect(flag).not.toThrow(/cret|:1|s@e/);
    expect(shownAddress(database)).not.toMatch(/cret|:1|s@e/);
    expect(faultOfAddress(database)).toMatch(/PGPASSWORD takes it as it is$/);
  });

  it.each(['postgres://ada:s%40e%2F%23%25@x/y', 'postgres://ada@x/y?application_name=a@b', 'postgres://x:5432/y'])(
    'take %s, in which nothing has to be encoded any more',
    (database) => {
      const settings = effectiveSettings({}, captured({ directory, env: { NINEFOLD_DATABASE: database } }));
      expect(settingsOf(settings).database).toBe(database);
    },
  );

  it('are told with where each comes from, where two of them exclude each other', () => {
    const env = { NINEFOLD_DATABASE: 'postgres://x/y' };
    const both = effectiveSettings({ data: 'd' }, captured({ directory, env }));
    expect(() => refuseTwoPlaces(both)).toThrow(
      'both are given: data from flag --data, database from environment NINEFOLD_DATABASE; leave one of them out',
    );
    expect(() => refuseTwoPlaces(effectiveSettings({ data: 'd' }, captured({ directory })))).not.toThrow();
    expect(() => refuseTwoPlaces(effectiveSettings({}, captured({ directory, env })))).not.toThrow();
  });

  it('are printed with their origin', () => {
    file({ host: '10.0.0.1' });
    const console = captured({ directory });
    config({ port: '9000', format: 'json' }, console);
    const { settings } = JSON.parse(console.stdout()) as { settings: { key: string }[] };
    expect(settings.find(({ key }) => key === 'port')).toEqual({ key: 'port', value: 9000, origin: 'flag --port' });
    expect(settings.find(({ key }) => key === 'host')).toEqual({
      key: 'host',
      value: '10.0.0.1',
      origin: 'ninefold.json',
    });
    expect(settings.find(({ key }) => key === 'data')).toEqual({ key: 'data', value: null, origin: 'built in' });
  });
});
