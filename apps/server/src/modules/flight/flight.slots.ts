import type { FlightOutcome } from '@eyrie/domain';
import type { FlyToProgress, TakeOffProgress } from '@eyrie/dji';
import { linkSlot } from '../dock/index.ts';

/** What a device reported last of its way to a point, and when it came, monotonic ms. */
export const wayReport = linkSlot<(FlyToProgress & { heardAt: number }) | null>(null);

/** What a device reported last of a flight that began by a take-off to a point. */
export const takeOffReport = linkSlot<TakeOffProgress | null>(null);

/** The flight of which the dock itself reported the end last. */
export const endedFlight = linkSlot<{ flightOID: string; outcome: FlightOutcome } | null>(null);
