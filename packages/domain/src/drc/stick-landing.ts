import { gatewayKey } from '../dock/gateway-key.ts';
import { z } from 'zod';
import type { CommandState } from '../command/command-states.ts';
import { limits } from '../limits.ts';

/**
 * Landings that whoever flies by sticks may order where the aircraft is: `emergency` is broken off by the aircraft where
 * it sees no ground to stand on, `force` goes straight down whatever is below.
 */
export const stickLandings = ['emergency', 'force'] as const;
export type StickLanding = (typeof stickLandings)[number];

/** Docks and controllers whose documents have no such landing. A model that no document names is judged as the newest dock. */
export const lacksLanding = (nameOrKey: string): boolean => {
  const model = gatewayKey(nameOrKey);
  return model === '3-1-0' || (model.startsWith('2-') && model !== '2-174-0');
};

/** Why a landing was not ordered. */
export const landingFaults = [
  'methodMissing',
  'otherHolder',
  'ended',
  'unverified',
  'stateStale',
  'landingRuns',
  'nonceSpent',
  'nonceOld',
  'notWritten',
] as const;
export type LandingFault = (typeof landingFaults)[number];

/**
 * How an order that went over the link of sticks stands, by the states of orders. `sent`: the device has not answered yet;
 * `unknown`: it has not, and whether it received the order is not known; `failed`: the device was not given it and never will
 * be.
 */
export const stickOrderStates = [
  'sent',
  'accepted',
  'rejected',
  'unknown',
  'failed',
] as const satisfies readonly CommandState[];
export type StickOrderState = (typeof stickOrderStates)[number];

/** A landing that was ordered. `result`: of the device, null while it has not answered, 0 where it lands. */
export const runningLanding = z.object({
  landing: z.enum(stickLandings),
  result: z.number().int().nullable(),
  state: z.enum(stickOrderStates).default('sent'),
});

/** The newest emergency stop of a run. `count`: of how many; `result`: of the device, null while it has not answered. */
export const stickStop = z.object({
  count: z.number().int(),
  result: z.number().int().nullable(),
  state: z.enum(stickOrderStates),
});
export type StickStop = z.output<typeof stickStop>;

/** Landings of one run of sticks, and so of one epoch. Moments on a monotonic clock, ms. */
export interface LandingState {
  /** The first step was taken; the second spends it. */
  asked: { landing: StickLanding; nonce: string; until: number } | null;
  /** The second step was taken. */
  ordered: z.output<typeof runningLanding> | null;
  /** A stop has left since: it may break the landing off, and another may be ordered. */
  stopping: boolean;
}
export const noLanding: LandingState = { asked: null, ordered: null, stopping: false };

/** In these the device lands, or may: nothing but the emergency stop ends that. */
const mayLand: ReadonlySet<StickOrderState> = new Set(['sent', 'accepted', 'unknown']);

/** A landing was ordered, and neither refused nor lost on its way for certain. */
export const isLanding = ({ ordered }: Pick<LandingState, 'ordered'>): boolean =>
  ordered !== null && mayLand.has(ordered.state);

/** Another landing would be the same once more. Where nobody knows what became of the last, a person may order it again. */
const runs = ({ ordered, stopping }: LandingState): boolean =>
  !stopping && (ordered?.state === 'sent' || ordered?.state === 'accepted');

type Step = { state: LandingState; fault: LandingFault | null };

/** The first step, which moves nothing: whatever was asked before is void. */
export const askLanding = (state: LandingState, landing: StickLanding, nonce: string, now: number): Step =>
  runs(state)
    ? { state, fault: 'landingRuns' }
    : {
        state: { ...state, asked: { landing, nonce, until: now + limits.drc.landing.nonceLife } },
        fault: null,
      };

/** The second step. Whatever comes of it, the nonce is spent. */
export const spendLanding = (
  state: LandingState,
  landing: StickLanding,
  nonce: string,
  now: number,
): Step => {
  const { asked } = state;
  const spent = { ...state, asked: null };
  if (runs(state)) return { state: spent, fault: 'landingRuns' };
  if (asked?.nonce !== nonce || asked.landing !== landing) return { state: spent, fault: 'nonceSpent' };
  if (now > asked.until) return { state: spent, fault: 'nonceOld' };
  return { state: { ...noLanding, ordered: { landing, result: null, state: 'sent' } }, fault: null };
};

/** The device answered; what was cancelled meanwhile stays so. */
export const answeredLanding = (state: LandingState, landing: StickLanding, result: number): LandingState =>
  state.ordered?.landing === landing && state.ordered.result === null
    ? { ...state, ordered: { landing, result, state: result === 0 ? 'accepted' : 'rejected' } }
    : state;

/** A stop leaves: what was only asked for is void, and a landing that left goes on until the stop has reached the device. */
export const stoppingLanding = ({ ordered }: LandingState, hasLeft: boolean): LandingState =>
  hasLeft && ordered ? { asked: null, ordered, stopping: true } : noLanding;

/**
 * It is known what became of that stop, or that nobody knows. Where the device refused it, or was not given it, the landing goes
 * on; where nobody knows, whoever flies has no other means than the sticks, which their page calls unconfirmed.
 */
export const stoppedLanding = (
  state: LandingState,
  outcome: Exclude<StickOrderState, 'sent'>,
): LandingState =>
  outcome === 'accepted' || outcome === 'unknown' ? noLanding : { ...state, stopping: false };

/** What became of the landing without an answer of the device; one that was answered, or was stopped, stays so. */
export const lostLanding = (state: LandingState, outcome: 'unknown' | 'failed'): LandingState =>
  state.ordered?.result === null && state.ordered.state !== 'failed'
    ? { ...state, ordered: { ...state.ordered, state: outcome } }
    : state;
