// What a ticket shop keeps, and how its fields are judged and shown: the half of the twin of examples/ticket-shop.md that is no HTTP.

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Numeral, type Json } from '../strict-json.ts';

export interface User {
  readonly id: string;
  readonly email: string;
  name: string;
  password: string;
  role: string | undefined;
  readonly organiser: string | null;
}

export interface Concert {
  readonly id: number;
  title: string;
  /** In cents. */
  price: bigint;
  readonly organiser: string | null;
  stage: 'draft' | 'open' | 'closed';
}

export interface Order {
  readonly number: number;
  readonly concert: number;
  readonly seats: number;
  readonly buyer: User;
  stage: 'held' | 'paid' | 'cancelled';
  at: string;
}

export interface Shop {
  readonly users: User[];
  readonly organisers: Map<string, { title: string }>;
  readonly concerts: Concert[];
  readonly orders: Order[];
  /** By token. */
  readonly sessions: Map<string, { user: User; until: number }>;
}

const LIFETIME = 14 * 86_400_000;

export function emptyShop(): Shop {
  return { users: [], organisers: new Map(), concerts: [], orders: [], sessions: new Map() };
}

export function tokenFor(shop: Shop, user: User): string {
  const token = randomBytes(32).toString('base64url');
  shop.sessions.set(token, { user, until: Date.now() + LIFETIME });
  return token;
}

export function hashed(password: string): string {
  return createHash('sha256').update(password).digest('hex');
}

/** A uuid of version 7: milliseconds first. */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** Full case folding, near enough for addresses. */
export function folded(text: string): string {
  const each = text.normalize('NFC').split('ı');
  return each
    .map((part) => part.toUpperCase().toLowerCase().replaceAll('ς', 'σ'))
    .join('ı')
    .normalize('NFC');
}

export type Field = (value: Json) => boolean;

function text(least: number, most: number, more: (text: string) => boolean = () => true): Field {
  return (value) => {
    if (typeof value !== 'string') return false;
    const length = [...value].length;
    return length >= least && length <= most && more(value);
  };
}

function isFilled(value: string): boolean {
  return value.trim() !== '';
}

const LOCAL = /^[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+)*$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** Where nobody gets an address anew, any domain is looked for. */
const ANY_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

function address(label: RegExp, labels: number): Field {
  return (value) => {
    if (typeof value !== 'string' || value.length > 254) return false;
    const at = value.lastIndexOf('@');
    const domain = value.slice(at + 1).split('.');
    const isLocal = at >= 1 && at <= 64 && LOCAL.test(value.slice(0, at));
    return isLocal && domain.length >= labels && domain.every((part) => label.test(part));
  };
}

export const EMAIL: Field = address(LABEL, 2);
export const KNOWN_EMAIL: Field = address(ANY_LABEL, 1);
export const NAME: Field = text(1, 80, isFilled);
export const PASSWORD: Field = text(8, Infinity);
export const SLUG: Field = text(2, 30, (value) => /^[a-z][a-z0-9-]*$/.test(value));
export const LOOSE_SLUG: Field = text(2, 30, (value) => /[a-z][a-z0-9-]*/.test(value));
export const TITLE: Field = text(1, 120, isFilled);
export const ROLE: Field = (value) => value === 'customer' || value === 'admin';
export const PRICE: Field = (value) => {
  const cents = value instanceof Numeral ? value.scaled(2) : undefined;
  return cents !== undefined && cents >= 0n && cents <= 100_000n;
};

export function seats(most: number): Field {
  return (value) => {
    const whole = value instanceof Numeral ? value.scaled(0) : undefined;
    return whole !== undefined && whole >= 1n && whole <= BigInt(most);
  };
}

const raw = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON;

export function shownUser({ id, email, name, role, organiser }: User): Record<string, unknown> {
  return { id, email, name, role, organiser };
}

export function shownConcert({ id, title, price, organiser, stage }: Concert): Record<string, unknown> {
  const digits = String(price).padStart(3, '0');
  return { id, title, price: raw(`${digits.slice(0, -2)}.${digits.slice(-2)}`), organiser, stage };
}

export function shownOrder({ number, concert, seats: count, buyer, stage, at }: Order): Record<string, unknown> {
  return { number, concert, seats: count, buyer: buyer.id, stage, ordered_at: at };
}
