import type { CommandMethod, CommandState, FlightPhase } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { ChipTone } from '@eyrie/ui';

/** `sending` is the page's own state, and `unheard` means that the server's answer never came. */
export type OrderState = CommandState | 'sending' | 'unheard';

const tones: Readonly<Record<OrderState, ChipTone>> = {
  sending: 'waiting',
  unheard: 'unknown',
  drafted: 'waiting',
  authorised: 'waiting',
  sent: 'waiting',
  accepted: 'running',
  in_progress: 'running',
  accepted_late: 'running',
  succeeded: 'done',
  failed: 'failed',
  rejected: 'failed',
  expired: 'failed',
  unknown: 'unknown',
  superseded: 'unknown',
};

const callsHome: ReadonlySet<CommandMethod> = new Set(['returnHome', 'forceEndJob']);
const comingHome: ReadonlySet<FlightPhase> = new Set(['returning', 'landing']);
const carriedOut: ReadonlySet<OrderState> = new Set(['accepted', 'in_progress', 'succeeded']);

/**
 * How an order is shown. The dock has carried a call home out as soon as the aircraft turns; for people it is done
 * when the aircraft is down, and until then it says where the flight stands.
 */
export const orderStyle = (
  { state, method }: { state: OrderState; method: CommandMethod },
  phase: FlightPhase | null,
): { tone: ChipTone; wordId: PhraseId } => {
  if (phase && callsHome.has(method) && comingHome.has(phase) && carriedOut.has(state))
    return { tone: 'running', wordId: `flight.phase.${phase}` };
  if (state === 'sending') return { tone: 'waiting', wordId: 'monitor.sending' };
  if (state === 'unheard') return { tone: 'unknown', wordId: 'monitor.unheard' };
  return { tone: tones[state], wordId: `commandState.${state}` };
};

/**
 * The word of a state with the server's sentence behind it, unless that says the same again.
 * @param again what the state already says, in the words of a refusal
 */
export const orderWords = (word: string, message: string | null, again: string): string =>
  message && message !== word && message !== again ? `${word} · ${message}` : word;
