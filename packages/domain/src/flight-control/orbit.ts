import { z } from 'zod';
import type { OrderFacts } from '../command/order.ts';
import { gatewayKey } from '../dock/gateway-key.ts';
import type { RefusalReason } from '../envelope.ts';

/** Bounds of a flight around a point. Beside `limits`, which the sign-in page brings along whole. */
export const orbitLimits = {
  /** Metres over the ground from the aircraft to the point when it begins: that is the radius, for no order names one. */
  radiusMin: 5,
  radiusMax: 500,
  /** Metres above take-off of the point that it looks at. */
  heightMin: -200,
  heightMax: 1_500,
  /** m/s, either way round. */
  speedMax: 15,
  /** m/s at which a round is counted: no order says how fast it begins. */
  countedSpeed: 3,
} as const;

/** What a device says of a flight around a point. */
export const orbitStates = ['working', 'ended', 'failed'] as const;

const figure = z.number().nullable();
/** A flight around a point by the device's own word; null in a field: it does not say. */
export const orbitState = z.object({
  state: z.enum(orbitStates).nullable(),
  /** Why it failed, as the device numbers it. */
  reason: z.number().int().nullable(),
  /** Metres, m/s (negative: clockwise) and the most that this radius allows. */
  radius: figure,
  speed: figure,
  maxSpeed: figure,
  /** Epoch ms. */
  at: z.number(),
  /** The point that was ordered; null: the order is not known to this server. */
  point: z.object({ lng: z.number(), lat: z.number() }).nullable(),
});
export type OrbitState = z.output<typeof orbitState>;

/** Docks whose documents have no flight around a point; a model that no document names is judged as the newest dock. */
export const lacksOrbit = (nameOrKey: string): boolean =>
  !['3-1-0', '2-174-0'].includes(gatewayKey(nameOrKey));

/** Why an aircraft does not begin to fly around a point by what it does; null: it can. */
export const offerOrbit = ({ airborne, returning, orbiting, job }: OrderFacts): RefusalReason | null => {
  if (!airborne) return 'droneMustFly';
  if (returning) return 'returnRuns';
  if (orbiting) return 'orbitRuns';
  return job && !job.paused ? 'routeRuns' : null;
};

/** Why a flight around a point is neither changed nor ended; null: it can be. */
export const offerOrbiting = ({ airborne, orbiting }: OrderFacts): RefusalReason | null => {
  if (!airborne) return 'droneNotInFlight';
  return orbiting ? null : 'notOrbiting';
};
