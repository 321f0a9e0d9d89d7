import { modeReason } from '../drone/index.ts';
import type { Surroundings } from './happening.ts';

/** Why an aircraft leaves its route and goes home, in the three number spaces that tell of it. */
export const causes = {
  finished: { reason: modeReason.none, breakReason: 0, result: 0 },
  user: { reason: modeReason.none, breakReason: 1283, result: 322_283 },
  lowBattery: { reason: modeReason.lowBattery, breakReason: 773, result: 321_773 },
  strongWind: { reason: modeReason.strongWind, breakReason: 784, result: 321_784 },
  signalLost: { reason: modeReason.signalLost, breakReason: 775, result: 321_775 },
} as const;
export type Cause = keyof typeof causes;

export const userPause = 1281;
/** It stopped before something in its way. */
export const obstacleMet = 517;
export const coverFailed = 514_107;

/** What makes an aircraft break off by itself; the weightiest first. */
export function reasonToReturn(around: Surroundings): Cause | null {
  if (around.battery <= around.returnPower) return 'lowBattery';
  if (around.wind >= around.windLimit) return 'strongWind';
  return !around.linkUp && !around.continueWhenLost ? 'signalLost' : null;
}
