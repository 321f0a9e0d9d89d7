import type { MarkerSign } from '@eyrie/map';

/** How an alarm level is marked: 2 and more is a warning, 1 a caution, a notice is not marked. */
export const signOfLevel = (level: number | null | undefined): MarkerSign | null =>
  level === null || level === undefined || level < 1 ? null : level >= 2 ? 'alarm' : 'attention';

/** The worse of several signs. */
export const worstSign = (signs: readonly (MarkerSign | null)[]): MarkerSign | null =>
  signs.includes('alarm') ? 'alarm' : signs.includes('attention') ? 'attention' : null;
