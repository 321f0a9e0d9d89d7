import type { LinkLevel } from '@eyrie/domain';

/** A stream's newest data, and how old it is. */
export interface Aged<Data> {
  data: Data | null;
  /** ms; null: nothing has come yet. */
  ageMs: number | null;
  level: LinkLevel;
}

/** Values greyed because they may no longer hold. */
export const isOld = (level: LinkLevel): boolean => level !== 'live' && level !== 'ageing';
