import type { OrderFacts } from '../command/order.ts';
import type { RefusalReason } from '../envelope.ts';

/** What a loudspeaker is given: a sound to play, or words that it says itself. */
export const soundKinds = ['sound', 'speech'] as const;
export type SoundKind = (typeof soundKinds)[number];

/** What is sent to a loudspeaker, as every payload of the kind plays it: one channel, 16 bits, low byte first. */
export const soundRate = 16_000;

export const playModes = ['once', 'loop'] as const;
export type PlayMode = (typeof playModes)[number];

/** What a dock is at before its loudspeaker plays. */
export const speakerSteps = ['download', 'encoding', 'changeMode', 'upload', 'play'] as const;
export type SpeakerStep = (typeof speakerSteps)[number];

export const speakerJobStates = ['working', 'playing', 'failed'] as const;
export type SpeakerJobState = (typeof speakerJobStates)[number];

/** Orders about a loudspeaker, in the order of their buttons. */
export const speakerMethods = [
  'speakerPlay',
  'speakerReplay',
  'speakerStop',
  'speakerMode',
  'speakerVolume',
] as const;
export type SpeakerMethod = (typeof speakerMethods)[number];

/** A loudspeaker hangs on the aircraft: without power it plays nothing. An aircraft of which nothing is known may be on. */
export const offerSpeaker = ({ tools }: OrderFacts): RefusalReason | null =>
  tools?.dronePowered === false ? 'droneOff' : null;
