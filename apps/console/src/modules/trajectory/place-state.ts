import type { LastPlace } from '@eyrie/domain';

/** A place and when the answer that held it came, by the monotonic clock, ms. */
export type SeenPlace = LastPlace & { receivedAt: number };

/** An answer that was not renewed for so long says nothing of now: places are asked for every 30 s. Milliseconds. */
const oldAfter = 45_000;

/**
 * How old a place is at a moment, ms, and whether its device can still be called online: what an answer said goes on ageing while no
 * other comes.
 */
export const placeStateAt = (
  { online, ageMs, receivedAt }: Pick<SeenPlace, 'online' | 'ageMs' | 'receivedAt'>,
  at: number,
): { ageMs: number | null; look: 'live' | 'attention' | 'offline' } => {
  const since = Math.max(0, at - receivedAt);
  const look = online ? (since > oldAfter ? 'attention' : 'live') : 'offline';
  return { ageMs: ageMs === null ? null : ageMs + since, look };
};
