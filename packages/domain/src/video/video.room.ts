import type { RoomActions, RoomRefusals } from '../room.ts';

export const actions = {
  'video:watch': { page: '/PortMonitorSee', inspection: true },
  'video:record': { page: '/PortMonitorSee' },
} as const satisfies RoomActions;

export const limits = {
  snapshot: {
    /** How long a stream may take to bring its last key frame, ms. */
    keyFrameWithin: 5_000,
    /** Frames that were kept for late comers come at once: only what comes this long after the first can be of now, ms. */
    settle: 250,
    /** Without a frame for so long after that, ms, the picture stands still. */
    still: 2_000,
    /** A key frame that is older shows another moment than the one that was asked for, ms. */
    oldest: 30_000,
    /** Bytes of one frame as it is sent, and its pixels. */
    frameBytes: 8_000_000,
    pixels: 40_000_000,
    /** What decoding one may take: ms of a processor, MB of JavaScript objects, and MB in all. */
    decodeTime: 5_000,
    decodeHeap: 128,
    decodeMemory: 700,
    /** How long the process that decodes stays without work, ms. */
    decodeIdle: 60_000,
    /** Of the JPEG that is made of it. */
    quality: 92,
    /** What an aircraft reported further from the frame than this, ms, says nothing of where it was taken. */
    placeWithin: 3_000,
    /** Snapshots that a server takes at once, those that wait, and for how long, ms. */
    atOnce: 4,
    queue: 16,
    wait: 5_000,
  },
} as const;

export const refusals = {
  noLiveCapability: 409,
  noStream: 409,
  streamLimit: 409,
  lensFixed: 409,
  /** To a person without the right to watch, or a display whose screen has no picture wall. */
  picturesNotShown: 403,
  /** A stream arrives, and no frame with it. */
  streamStill: 409,
  keyFrameOld: 409,
  streamCoding: 409,
  noDecoder: 409,
} as const satisfies RoomRefusals;
