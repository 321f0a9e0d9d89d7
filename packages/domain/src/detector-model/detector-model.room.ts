import type { RoomActions, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/DetectorModel': { group: 'settings' } } as const satisfies RoomPages;

export const actions = { 'detector-model:edit': { page: '/DetectorModel' } } as const satisfies RoomActions;

export const refusals = {
  /** It is no ONNX model. */
  modelFile: 422,
  modelKnown: 409,
  modelsFull: 409,
  /** It was not looked at yet, or may not be used. */
  modelNotReady: 409,
  /** Nobody tried this version on photos yet. */
  modelUntried: 409,
  /** It is switched on, or what it found is reviewed. */
  modelInUse: 409,
  photoUnknown: 404,
} as const satisfies RoomRefusals;

export const limits = {
  detectorModel: {
    /** Bytes of a file, and files of an organisation. */
    bytes: 256_000_000,
    most: 50,
    nameMax: 64,
    /** Characters of a manifest, and brackets inside each other. */
    manifestMax: 10_000,
    manifestDepth: 6,
    classesMost: 100,
    /** Pixels of a side that a model takes. */
    sideMin: 16,
    sideMost: 2_048,
    /** What is read of a file before it is loaded: operations, graphs inside each other, and names of operations that are kept. */
    nodesMost: 50_000,
    depthMost: 6,
    /** Numbers of all weights together. */
    weightsMost: 120_000_000,
    /** Of one look at one photo, or of the first load: ms of a processor, MB of the model's memory, MB of the process in all. */
    time: 120_000,
    arena: 1_024,
    memory: 1_800,
    /** How long the process stays without work, ms. */
    idle: 60_000,
    /** Candidates before boxes that overlap are thinned out, and boxes of one photo. */
    candidatesMost: 3_000,
    boxesMost: 300,
    /** Rows of an answer that are read. */
    rowsMost: 1_000_000,
    /** Of a video: bytes, ms between two pictures that are looked at, and how many at the most; then they are further apart. */
    videoBytes: 4_000_000_000,
    videoStep: 5_000,
    videoFrames: 60,
    /** Moments of which no picture could be taken, after which the rest of a video is given up. */
    videoMisses: 5,
    /** What taking one picture out of it may take: ms by the clock, s of a processor, MB of addresses; pixels of its longer side. */
    frameTime: 60_000,
    frameProcessor: 30,
    frameMemory: 2_000,
    frameSide: 4_096,
    /** Photos of a trial. */
    trialMost: 20,
    /** How often work is looked for, ms, and for how long a server has it. */
    lookEvery: 2_000,
    offerEvery: 5_000,
    claimLife: 600_000,
    /** So often a run, or the look at a model, is taken before it has failed. */
    claimsMost: 3,
    /** Tasks of flights that are older are looked at no more, ms, and so many are offered at once. */
    lookBack: 604_800_000,
    offerAtOnce: 100,
    /** A store that is away is asked again after this, ms. */
    againAfter: 30_000,
    /** The same of a model that the machine did not let run. */
    busyAgainAfter: 120_000,
    /** Live pictures: how often it is looked for one that is due, and how often a model looks at one, ms. */
    liveTurn: 2_000,
    liveEvery: 10_000,
    /** How often it is looked for flights whose picture is to be looked at, ms, and how many of them at once. */
    liveOfferEvery: 5_000,
    liveFlights: 500,
    /** For how long a server has a picture at a time, ms; another one goes on where that fell silent. Longer overdue, none looks. */
    liveClaim: 120_000,
    /** Models that look at one picture, and ms of a processor that one of them may take for a frame. */
    liveModels: 3,
    liveTime: 20_000,
    /** Photos that are kept of one picture in one flight; then no model looks at it any more. */
    livePhotos: 200,
    /** Files of models that a server keeps while they look at pictures. */
    liveFiles: 4,
    /** How often pages ask who looks at a picture where no message has announced a change, ms. */
    liveAskEvery: 60_000,
  },
} as const;
