import type { RoomRefusals } from '../room.ts';

export const refusals = {
  /** The token is valid, and may not make this call. */
  tokenRefused: 403,
  /** It has made as many calls as it may in this minute. */
  tokenRate: 429,
  tokensFull: 409,
} as const satisfies RoomRefusals;

export const limits = {
  accessToken: {
    /** Valid ones of one member, and those of an organisation that belong to no person. */
    perMember: 20,
    services: 50,
    /** Calls a minute, counted over all servers. */
    perMinuteMost: 600,
    /** Days from now on after which a token ends at the latest. */
    daysMost: 366,
    /** Calls that one token may name. */
    callsMost: 200,
    /** ms: revoked and expired ones are still listed for so long. */
    keptFor: 30 * 86_400_000,
  },
} as const;
