import { limits, type UnorderedMove } from '@eyrie/domain';
import { isEndedByPerson } from '@eyrie/dji';
import { motionOf, type DockLink } from '../dock/index.ts';
import { calledByPerson, isOnTheWay, otherCauses } from './flight.evidence.ts';

/** Reasons of a mode by which the pilot of a remote controller flies: a key of it, and its sticks. */
const byRemoteController: ReadonlySet<number> = new Set([4, 18]);

/** What the aircraft of an open flight does that its route does not ask for, nor any cause that the device names. */
export const unplannedMove = (link: DockLink, now: number): UnorderedMove | null => {
  const { job } = link;
  if (!job || link.flightOID !== job.flightOID) return null;
  const { airborne, returning, reason } = motionOf(link, now);
  if (!airborne) return null;
  const byPerson = job.reason === null || calledByPerson.has(job.reason);
  const left = returning ? isOnTheWay(job) : job.status === 'paused';
  if (byPerson && left && reason !== null && byRemoteController.has(reason)) return 'byHand';
  if (returning)
    return byPerson && isOnTheWay(job) && (reason === null || !otherCauses.has(reason)) ? 'returned' : null;
  return job.status === 'paused' && byPerson ? 'halted' : null;
};

/** Whether a report of the dock says that its flight ended before its last waypoint, and names no fault. */
export const endedEarly = (
  job: DockLink['job'],
  { outcome, reason, waypoint }: { outcome: string; reason: string | null; waypoint: number | null },
): boolean => {
  if (reason !== null && /^-?\d+$/.test(reason)) return isEndedByPerson(Number(reason));
  if (outcome === 'partly' || outcome === 'cancelled') return true;
  // Progress is told now and then: only the last word itself says that the rest was not flown.
  const count = job?.waypointCount ?? null;
  return outcome === 'done' && waypoint !== null && count !== null && waypoint < count - 1;
};

/** What is remembered of a flight: since when its aircraft does something unplanned, and when it last did not. */
export interface MoveWatch {
  flightOID: string;
  move: UnorderedMove | null;
  since: number;
  /** Monotonic ms when it flew as planned; null: not since the flight is watched here. */
  plannedAt: number | null;
}

export const watchMove = (
  before: MoveWatch | undefined,
  seen: { flightOID: string; move: UnorderedMove | null; now: number },
): MoveWatch => {
  const same = before?.flightOID === seen.flightOID ? before : undefined;
  return {
    flightOID: seen.flightOID,
    move: seen.move,
    since: same && same.move === seen.move ? same.since : seen.now,
    plannedAt: seen.move === null ? seen.now : (same?.plannedAt ?? null),
  };
};

/** It is no passing state: whether somebody ordered it is looked up now. */
export const isLasting = ({ move, since }: MoveWatch, now: number): boolean =>
  move !== null && now - since >= limits.flight.unorderedAfter;

/** How far back an order may be that caused it, ms before now; null: since the flight began. */
export const causedWithin = ({ plannedAt }: MoveWatch, now: number): number | null =>
  plannedAt === null ? null : now - plannedAt + limits.command.resolveFor;
