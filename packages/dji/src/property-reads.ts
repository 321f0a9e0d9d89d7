import type { ValueKind } from '@eyrie/domain';
import { isRecord } from './wire.ts';

/** Why a value cannot be used. */
export interface ValueFault {
  reason: 'wrongType' | 'outOfRange';
  /** The member that is wrong, as `position_state.gps_number`; empty: the value itself. */
  member: string;
  /** What it has to be: its kind, or its bounds (of its length, for texts and lists) as `-90..90`. */
  rule: string;
}

/**
 * The value as what the property says it is; undefined when it cannot be. Firmware writes numbers as text, flags as
 * numbers, words or text, and one struct as a list of one.
 */
export interface Read {
  (value: unknown): unknown;
  /** Why a value that cannot be is refused; asked only then. */
  fault: (value: unknown) => ValueFault;
}

const notA = (rule: ValueKind): ValueFault => ({ reason: 'wrongType', member: '', rule });
const outside = (low: number, high: number): ValueFault => ({
  reason: 'outOfRange',
  member: '',
  rule: `${low}..${high}`,
});
const under = (name: string, fault: ValueFault): ValueFault => ({
  ...fault,
  member: fault.member ? `${name}.${fault.member}` : name,
});
const reading = (read: (value: unknown) => unknown, fault: Read['fault']): Read =>
  Object.assign(read, { fault });

const numeric = /^[+-]?\d{1,15}(\.\d{1,15})?$/;
export const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && numeric.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

export const within = (low: number, high: number): Read =>
  reading(
    (value) => {
      const number = numberOf(value);
      return number !== undefined && number >= low && number <= high ? number : undefined;
    },
    (value) => (numberOf(value) === undefined ? notA('number') : outside(low, high)),
  );
export const text: Read = reading(
  (value) => {
    const words = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
    return typeof words === 'string' && words.length <= 1024 ? words : undefined;
  },
  (value) => (typeof value === 'string' ? outside(0, 1024) : notA('text')),
);
/** Any whole number: firmware adds values, and an unknown one must survive. */
export const code: Read = reading(
  (value) => {
    const number = numberOf(value);
    return Number.isSafeInteger(number) ? number : undefined;
  },
  () => notA('wholeNumber'),
);
export const flag: Read = reading(
  (value) => {
    if (value === 'true' || value === 'false') return value === 'true';
    return typeof value === 'boolean' ? value : code(value);
  },
  () => notA('flag'),
);

const entriesOf = (value: unknown): unknown[] | null =>
  Array.isArray(value) ? value : isRecord(value) ? [value] : null;
export const list = (entry: Read): Read =>
  reading(
    (value) => {
      const entries = entriesOf(value);
      if (!entries || entries.length > 256) return undefined;
      const read = entries.map(entry);
      if (read.includes(undefined)) return undefined;
      return entries === value && read.every((one, at) => one === entries[at]) ? value : read;
    },
    (value) => {
      const entries = entriesOf(value);
      if (!entries) return notA('list');
      if (entries.length > 256) return outside(0, 256);
      const wrong = entries.findIndex((one) => entry(one) === undefined);
      return under(String(wrong), entry.fault(entries[wrong]));
    },
  );

/** One struct is sometimes a list of one. */
const structIn = (sent: unknown): unknown => (Array.isArray(sent) && sent.length === 1 ? sent[0] : sent);
const reportedOf = (members: Readonly<Record<string, Read>>, value: Record<string, unknown>) =>
  Object.entries(members).filter(([name]) => value[name] !== undefined && value[name] !== null);
/**
 * Members that are absent or null are not reported; one member of the wrong kind spoils the struct, and one that
 * reports none of its members says nothing: it must not wipe out what was reported before.
 */
export const struct = (members: Readonly<Record<string, Read>> = {}): Read =>
  reading(
    (sent) => {
      const value = structIn(sent);
      if (!isRecord(value)) return undefined;
      const reported = reportedOf(members, value);
      if (Object.keys(members).length > 0 && reported.length === 0) return undefined;
      const read = reported.map(([name, member]) => [name, member(value[name])] as const);
      if (read.some(([, one]) => one === undefined)) return undefined;
      // Most messages are right as they are: they are kept as they came.
      return read.every(([name, one]) => one === value[name])
        ? value
        : { ...value, ...Object.fromEntries(read) };
    },
    (sent) => {
      const value = structIn(sent);
      if (!isRecord(value)) return notA('struct');
      const wrong = reportedOf(members, value).find(([name, member]) => member(value[name]) === undefined);
      if (!wrong) return notA('struct');
      return under(wrong[0], wrong[1].fault(value[wrong[0]]));
    },
  );

/** A figure beside others that matter more: one that cannot be is not known, and spoils no struct. */
export const orUnknown = (read: Read): Read =>
  reading((value) => {
    const reported = read(value);
    return reported === undefined && numberOf(value) !== undefined ? null : reported;
  }, read.fault);

/** A figure for which a device sends this number when it does not know. */
export const unknownAs = (number: number, read: Read): Read =>
  reading((value) => (numberOf(value) === number ? number : read(value)), read.fault);
