import { gatewayKey } from '../dock/gateway-key.ts';
import { z } from 'zod';
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

/** A landing that was ordered. `result`: of the device, null while it has not answered, 0 where it lands. */
export const runningLanding = z.object({
  landing: z.enum(stickLandings),
  result: z.number().int().nullable(),
});

/** Landings of one run of sticks, and so of one epoch. Moments on a monotonic clock, ms. */
export interface LandingState {
  /** The first step was taken; the second spends it. */
  asked: { landing: StickLanding; nonce: string; until: number } | null;
  /** The second step was taken. */
  ordered: z.output<typeof runningLanding> | null;
}
export const noLanding: LandingState = { asked: null, ordered: null };

/** A landing was ordered, and the device has not refused it: nothing but the emergency stop ends that. */
export const isLanding = ({ ordered }: LandingState): boolean =>
  ordered !== null && (ordered.result === null || ordered.result === 0);

type Step = { state: LandingState; fault: LandingFault | null };

/** The first step, which moves nothing: whatever was asked before is void. */
export const askLanding = (state: LandingState, landing: StickLanding, nonce: string, now: number): Step =>
  isLanding(state)
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
  if (isLanding(state)) return { state: spent, fault: 'landingRuns' };
  if (asked?.nonce !== nonce || asked.landing !== landing) return { state: spent, fault: 'nonceSpent' };
  if (now > asked.until) return { state: spent, fault: 'nonceOld' };
  return { state: { asked: null, ordered: { landing, result: null } }, fault: null };
};

/** The device answered; what was cancelled meanwhile stays so. */
export const answeredLanding = (state: LandingState, landing: StickLanding, result: number): LandingState =>
  state.ordered?.landing === landing && state.ordered.result === null
    ? { ...state, ordered: { landing, result } }
    : state;
