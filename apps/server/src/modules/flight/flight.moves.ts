import type { UnorderedMove } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockLink } from '../dock/index.ts';
import { orderedSince, storeUnordered } from './flight.progress.store.ts';
import { flightByOid } from './flight.store.ts';
import { causedWithin, isLasting, unplannedMove, watchMove, type MoveWatch } from './flight.unordered.ts';

export interface FlightMovesDependencies {
  /** The aircraft of a dock did something that nobody of its organisation ordered; it stands in the flight's record. */
  unordered(link: DockLink, flightOID: string, move: UnorderedMove): Promise<void>;
}

/** Whose aircraft returns, halts or ends its flight without an order of their own is told so. */
export const createFlightMoves = (
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  deps: FlightMovesDependencies,
) => {
  const watches = new WeakMap<DockLink, MoveWatch>();
  /** Flights whose move is judged already. */
  const judged = new WeakMap<DockLink, string>();

  /** @param within ms back in which an order may be the cause; null: since the flight began */
  const reportMove = async (
    link: DockLink,
    flightOID: string,
    move: UnorderedMove,
    within: number | null,
  ): Promise<void> => {
    const begun = (await flightByOid(db, flightOID))?.start_time?.getTime() ?? 0;
    const since = within === null ? begun : Math.max(begun, serverTime() - within);
    if (await orderedSince(db, link.dock.oid, new Date(since))) return;
    if (await storeUnordered(db, flightOID, move)) await deps.unordered(link, flightOID, move);
  };

  return {
    /** Another look at an open flight. Throws when that could not be judged: the next look tries again. */
    async look(link: DockLink, flightOID: string, now: number): Promise<void> {
      const watch = watchMove(watches.get(link), { flightOID, move: unplannedMove(link, now), now });
      watches.set(link, watch);
      const { move } = watch;
      const key = `${flightOID} ${move ?? ''} ${watch.since}`;
      if (move === null || !isLasting(watch, now) || judged.get(link) === key) return;
      judged.set(link, key);
      try {
        await reportMove(link, flightOID, move, causedWithin(watch, now));
      } catch (error) {
        judged.delete(link);
        throw error;
      }
    },
    /** Its dock says that it ended early. */
    ended: (link: DockLink, flightOID: string): Promise<void> => reportMove(link, flightOID, 'ended', null),
  };
};
export type FlightMoves = ReturnType<typeof createFlightMoves>;
