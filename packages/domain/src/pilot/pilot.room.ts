import type { RoomRefusals } from '../room.ts';

export const limits = {
  pilot: {
    /** How long a token opens the socket, ms. An open socket stays as long as its session. */
    socketTokenLife: 600_000,
    /** How long the address of a route file is good, ms. */
    fileLife: 300_000,
    /** Names, fingerprints or favourites in one request. */
    listMost: 500,
    /** Rows of one page of routes. */
    pageMost: 100,
    bodyBytes: 262_144,
    /** Docks and controllers in one answer. */
    gatewaysMost: 2_000,
    socket: {
      perSession: 4,
      /** Sockets whose token is being checked. */
      strangers: 200,
      /** Pushes that wait for one reader; of a state only the newest waits. */
      waiting: 500,
      /** What a reader may say, bytes, and how often in a minute. */
      inboundBytes: 4_096,
      inboundPerMinute: 120,
      flushEvery: 100,
      pingEvery: 20_000,
      /** Without an answer to a ping for so long it is gone. */
      silentFor: 60_000,
    },
  },
} as const;

export const refusals = { notUploaded: 404 } as const satisfies RoomRefusals;
