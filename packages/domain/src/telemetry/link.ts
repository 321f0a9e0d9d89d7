import { limits } from '../limits.ts';

/** The link ladder: how old data may be called. */
export const linkLevels = ['live', 'ageing', 'stale', 'lost', 'lastKnown'] as const;
export type LinkLevel = (typeof linkLevels)[number];

/**
 * Level of a stream with a nominal period of 2 s by the age of its newest message in ms, measured on a
 * monotonic clock since receipt. Null age: never heard of, the lowest level.
 */
export const linkLevel = (ageMs: number | null): LinkLevel => {
  if (ageMs === null || Number.isNaN(ageMs)) return 'lastKnown';
  if (ageMs <= limits.link.ageing) return 'live';
  if (ageMs <= limits.link.stale) return 'ageing';
  if (ageMs <= limits.link.lost) return 'stale';
  if (ageMs <= limits.link.lastKnown) return 'lost';
  return 'lastKnown';
};

/** May a command that moves something be offered at this level. Return-home and hover have their own rule. */
export const motionAllowed = (level: LinkLevel): boolean => level === 'live' || level === 'ageing';

export type MarkerState = 'live' | 'stale' | 'lost' | 'lastKnown' | 'gone';

/**
 * What the map shows of an aircraft. Offline removes live values at once; a grey last-known marker stays
 * while the last state was airborne, and for at least 60 s after.
 */
export const markerState = (input: {
  online: boolean;
  airborneWhenLastSeen: boolean;
  ageMs: number | null;
}): MarkerState => {
  if (input.ageMs === null) return 'gone';
  const level = linkLevel(input.ageMs);
  if (input.online) {
    if (level === 'live' || level === 'ageing') return 'live';
    if (level === 'stale') return 'stale';
    if (level === 'lost') return 'lost';
    return 'lastKnown';
  }
  return input.airborneWhenLastSeen || input.ageMs <= limits.link.lastKnown ? 'lastKnown' : 'gone';
};
