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
  recording: {
    /** Bytes of one frame as it is sent. */
    frameBytes: 8_000_000,
    /** Without a byte for so long a connection to a stream is taken for dead, ms. */
    tapSilence: 5_000,
    /** How often a recording is looked after, and what has come of it stored, ms: no more is lost with a server that is killed. */
    every: 1_000,
    /** Room that there has to be for one to begin; eight times as much waits in memory while nothing can be stored, bytes. */
    partBytes: 8_000_000,
    /** A server that has been silent for so long has lost its recordings to the others, ms. */
    claim: 10_000,
    /** A stream that stays away for so long ends the recording, ms. */
    silence: 60_000,
    /** The longest recording, ms, and the largest, bytes. */
    length: 7_200_000,
    bytes: 2_000_000_000,
    /** Of one organisation at once. */
    atOnce: 8,
    /** How often it is asked whether its department still has room for it, ms. */
    roomEvery: 15_000,
    /** Frames further apart than this have a gap between them, ms; gaps that are listed. */
    gap: 2_000,
    gapsMost: 500,
    /** A stream whose coding changes becomes as many files at most. */
    filesMost: 20,
    /** How often files are made in vain of what is stored of one. A store or a disk that is away does not count. */
    attempts: 3,
    /** What making files of one may take: ms of a processor, MB of JavaScript objects, and MB in all. */
    muxTime: 180_000,
    muxHeap: 256,
    muxMemory: 700,
    muxIdle: 20_000,
    /** How long a recording that failed is shown, and what was stored of it is kept, ms. */
    failedFor: 86_400_000,
    /**
     * How long after its end it is remembered that something was recorded, ms: longer than any flight, in which what a person
     * ended is not begun anew. Its films are results, and stay as long as those.
     */
    keptFor: 604_800_000,
    /** How long it is shown that one ended without being asked to, ms. */
    endedFor: 600_000,
    /** How long a server that stops waits for what it is still storing, and for files that it makes, ms. */
    stopWithin: 2_500,
    /** How often it is looked for flights that are to be recorded, ms, and how often their picture is asked for again. */
    flightsEvery: 5_000,
    askAgain: 30_000,
    /** How often pages ask which recordings run, ms. */
    askEvery: 3_000,
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
  recordingRunsHere: 409,
  recordingsFull: 409,
  recordingOver: 409,
} as const satisfies RoomRefusals;
