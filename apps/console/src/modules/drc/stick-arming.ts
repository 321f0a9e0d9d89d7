import { centredSticks, isCentred, type Sticks } from '@eyrie/domain';

/**
 * `disarmed`: nothing is sent. `centring`: armed as soon as all axes are centred. `paused`: the page is not in front.
 * `locked`: after an emergency stop, until a person arms anew. `landing`: it was ordered to land where it is, and takes
 * nothing but the stop. `testing`: read and shown, never sent.
 */
export type StickPhase = 'disarmed' | 'centring' | 'armed' | 'paused' | 'locked' | 'landing' | 'testing';

export type StickEvent =
  | { kind: 'arm'; inFront: boolean }
  | { kind: 'disarm' }
  | { kind: 'test'; on: boolean }
  /** Blurred, or hidden. */
  | { kind: 'away' }
  | { kind: 'back' }
  | { kind: 'stop' }
  /** It was ordered to land where it is, or that is over; `stopped`: by a stop, which may have to be pressed again. */
  | { kind: 'land' }
  | { kind: 'landOver'; stopped: boolean }
  /** Lease, link or connection are gone. */
  | { kind: 'lost' };

/** Phases in which frames are sent. */
const sends: ReadonlySet<StickPhase> = new Set(['centring', 'armed', 'paused', 'locked', 'landing']);
export const isSending = (phase: StickPhase): boolean => sends.has(phase);

const onArm = (phase: StickPhase, inFront: boolean): StickPhase =>
  phase === 'disarmed' || phase === 'locked' ? (inFront ? 'centring' : 'paused') : phase;

/** What becomes of the sticks. Nothing but a person arms them. */
export const afterEvent = (phase: StickPhase, event: StickEvent): StickPhase => {
  switch (event.kind) {
    case 'arm':
      return onArm(phase, event.inFront);
    case 'disarm':
      return phase === 'landing' ? phase : 'disarmed';
    case 'land':
      return phase === 'testing' ? phase : 'landing';
    case 'landOver':
      return phase === 'landing' ? (event.stopped ? 'locked' : 'disarmed') : phase;
    case 'test':
      if (event.on) return phase === 'disarmed' ? 'testing' : phase;
      return phase === 'testing' ? 'disarmed' : phase;
    case 'away':
      return phase === 'armed' || phase === 'centring' ? 'paused' : phase;
    case 'back':
      return phase === 'paused' ? 'centring' : phase;
    case 'stop':
      return isSending(phase) ? 'locked' : phase;
    default:
      return phase === 'testing' ? phase : 'disarmed';
  }
};

/** The sticks were read: what is sent of them, null for nothing. A stick that is held while arming moves nothing. */
export const afterReading = (phase: StickPhase, read: Sticks): { phase: StickPhase; sent: Sticks | null } => {
  if (!isSending(phase)) return { phase, sent: null };
  if (phase === 'armed') return { phase, sent: read };
  const armed = phase === 'centring' && isCentred(read);
  return { phase: armed ? 'armed' : phase, sent: centredSticks };
};
