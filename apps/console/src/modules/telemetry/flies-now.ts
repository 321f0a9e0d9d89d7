import { limits } from '@eyrie/domain';

/** What is known of an aircraft and its dock. Moments are on the page's monotonic clock. */
export interface FlightFacts {
  /** Its own word; null: none came. */
  drone: { online: boolean; airborne: boolean } | null;
  /** What was heard of it last, as long ago as that may be; null: nothing yet. */
  known: { airborne: boolean; receivedAt: number } | null;
  /** The word of its dock, if that holds now, and how old any part of it was when it was published, ms; null: it does not. */
  dock: { droneInDock: boolean | null; receivedAt: number; partsAgeMs: number } | null;
}

/** The word of a dock holds for so long: one that is this much newer was not spoken before the aircraft fell silent, ms. */
const { stateFresh } = limits.command;

/**
 * Whether an aircraft flies. One that is not heard does what it did when it was heard last, until its dock finds it inside: a
 * page that was elsewhere when it landed would call it lost in the air.
 */
export const fliesNow = ({ drone, known, dock }: FlightFacts): boolean => {
  if (drone?.online) return drone.airborne;
  if (!known?.airborne) return false;
  if (dock?.droneInDock !== true) return true;
  // It is merged from messages of which one may have stayed away since before the take-off.
  return dock.receivedAt - dock.partsAgeMs - known.receivedAt <= stateFresh;
};
