import { limits } from '@eyrie/domain';
import { comesPartially, isListed, pairs, readerOf } from './property-table.ts';
import type { ValueFault } from './property-reads.ts';
import { isRecord } from './wire.ts';

/**
 * Everything a device told about itself, merged from messages of which none is complete. JSON throughout.
 * `at` holds the moment of receipt of each key on the receiver's monotonic clock, so ages mean nothing in
 * another process.
 */
export interface Snapshot {
  values: Record<string, unknown>;
  at: Record<string, number>;
  /** Receipt of the newest osd that carried anything usable; null before the first. */
  osdAt: number | null;
  /** Values refused so far. */
  dropped: number;
}

export const emptySnapshot = (): Snapshot => ({ values: {}, at: {}, osdAt: null, dropped: 0 });

export interface Merged {
  snapshot: Snapshot;
  /** Keys taken from this message. */
  taken: string[];
  /** Keys whose value did not fit; the last good one stays, with its age. */
  dropped: string[];
}

const joined = (key: string, before: unknown, value: unknown): unknown => {
  if (!comesPartially(key) || !isRecord(before) || !isRecord(value)) return value;
  const both = { ...before, ...value };
  return Object.keys(both).length <= limits.dock.unknownKeys ? both : value;
};

/** Keys of places of which one half is missing or does not fit. */
const halves = (data: Record<string, unknown>): ReadonlySet<string> =>
  new Set(pairs.filter((pair) => pair.some((key) => readerOf(key)?.(data[key]) === undefined)).flat());

const strangerFits = (value: unknown): boolean => {
  if (typeof value !== 'object') return typeof value !== 'string' || value.length <= limits.dock.unknownBytes;
  return JSON.stringify(value).length <= limits.dock.unknownBytes;
};

/**
 * Merges the data of an osd or state message into a snapshot and returns a new one. Works key by key: a
 * key that is absent or null is never cleared, a value of the wrong kind is dropped and the last good one
 * stays, and so does a place of which one half is wrong. Unknown properties are kept, within a bounded number
 * and size. `at` is the receipt on the monotonic clock, ms. Data that is no object changes nothing.
 */
export const mergeProperties = (
  snapshot: Snapshot,
  data: unknown,
  receipt: { at: number; source: 'osd' | 'state'; device?: 'dock' | 'drone' },
): Merged => {
  if (!isRecord(data)) return { snapshot, taken: [], dropped: [] };
  const values = { ...snapshot.values };
  const at = { ...snapshot.at };
  const taken: string[] = [];
  const dropped: string[] = [];
  let strangers = -1;
  const halved = halves(data);
  for (const [key, sent] of Object.entries(data)) {
    if (sent === null || sent === undefined || key === '__proto__') continue;
    const read = readerOf(key, receipt.device);
    const value = read ? read(sent) : sent;
    if (value === undefined || halved.has(key) || (!read && !strangerFits(value))) {
      dropped.push(key);
      continue;
    }
    if (!isListed(key) && !Object.hasOwn(values, key)) {
      if (strangers < 0) strangers = Object.keys(values).filter((held) => !isListed(held)).length;
      strangers += 1;
      if (strangers > limits.dock.unknownKeys) {
        dropped.push(key);
        continue;
      }
    }
    values[key] = joined(key, values[key], value);
    at[key] = receipt.at;
    taken.push(key);
  }
  return {
    snapshot: {
      values,
      at,
      osdAt: receipt.source === 'osd' && taken.length > 0 ? receipt.at : snapshot.osdAt,
      dropped: snapshot.dropped + dropped.length,
    },
    taken,
    dropped,
  };
};

/**
 * Why a value that was dropped cannot be; null when nothing is wrong with it by itself: one half of a place without the
 * other, more than is kept, or what the receiver does not believe.
 */
export const valueFault = (key: string, sent: unknown, device: 'dock' | 'drone'): ValueFault | null => {
  const read = readerOf(key, device);
  if (!read || read(sent) !== undefined) return null;
  return read.fault(sent);
};

/** Age in ms of the oldest of these keys; null when one of them was never told. */
export const oldestAgeMs = (snapshot: Snapshot, keys: readonly string[], now: number): number | null => {
  let oldest = 0;
  for (const key of keys) {
    const at = snapshot.at[key];
    if (at === undefined) return null;
    oldest = Math.max(oldest, now - at);
  }
  return oldest;
};

/** Age in ms of the newest of these keys; null when none was ever told. */
export const newestAgeMs = (snapshot: Snapshot, keys: readonly string[], now: number): number | null => {
  const reported = keys.flatMap((key) => snapshot.at[key] ?? []);
  return reported.length === 0 ? null : now - Math.max(...reported);
};
