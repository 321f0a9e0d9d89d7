import { isRecord } from './wire.ts';

/** Finite number, or null. No coercion: telemetry that changes its type is not telemetry. */
export const numberAt = (record: unknown, key: string): number | null => {
  const value = isRecord(record) ? record[key] : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** As `numberAt`, with null for the value a device uses to say "unknown". */
export const knownNumberAt = (record: unknown, key: string, unknown: number): number | null => {
  const value = numberAt(record, key);
  return value === unknown ? null : value;
};

/** 1, true → true; 0, false → false; anything else is not known. */
export const flagAt = (record: unknown, key: string): boolean | null => {
  const value = isRecord(record) ? record[key] : undefined;
  if (value === 1 || value === true) return true;
  return value === 0 || value === false ? false : null;
};

/** Text that says something; null for anything else. */
export const textAt = (record: unknown, key: string): string | null => {
  const value = isRecord(record) ? record[key] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
};

/** The list, or an empty one. */
export const listAt = (record: unknown, key: string): readonly unknown[] => {
  const value = isRecord(record) ? record[key] : undefined;
  return Array.isArray(value) ? value : [];
};

/** The word an enumeration gives for the number at `key`; null for numbers without one. */
export const wordAt = <T extends string>(
  record: unknown,
  key: string,
  words: Readonly<Record<number, T>>,
): T | null => {
  const value = numberAt(record, key);
  return value === null ? null : (words[value] ?? null);
};
