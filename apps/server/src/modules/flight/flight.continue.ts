import { readBreakPoint, type BreakPoint, type RouteLine } from '@eyrie/domain';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { isBlockedBreak } from './flight.break.ts';
import { continuedBy, lockBroken } from './flight.continue.store.ts';
import { lockSeries, partTaken } from './flight.series.store.ts';
import type { FlightRow } from './flight.store.ts';

type Broken = Pick<FlightRow, 'state' | 'outcome' | 'break_point' | 'lines' | 'waypoint_count'> & {
  start_time: unknown;
};

/** Where a flight that is over left its route; null: it flew it to the end, never began, or its dock named no place. */
export const breakOf = (flight: Broken): BreakPoint | null => {
  if (flight.state !== 'over' || flight.outcome === 'done' || flight.start_time === null) return null;
  return readBreakPoint(flight.break_point, {
    lines: flight.lines as RouteLine[] | null,
    waypointCount: flight.waypoint_count,
  });
};

/** The part that the rest of a flight belongs to. @throws Refusal `partTaken` where that is flown again from its beginning */
const seriesOf = async (
  trx: DbOrTrx,
  { series_oid: oid, series_place: place }: Pick<FlightRow, 'series_oid' | 'series_place'>,
): Promise<{ oid: string; place: number } | null> => {
  if (oid === null || place === null) return null;
  await lockSeries(trx, oid);
  if (await partTaken(trx, oid, place)) throw new Refusal('partTaken');
  return { oid, place };
};

/**
 * The flight that goes on, held until the transaction ends: who is first continues it.
 *
 * @throws Refusal when it cannot be continued with this route
 */
export const holdBroken = async (
  trx: DbOrTrx,
  scope: { groupRoot: string; groupOID: string },
  oid: string,
  route: { oid: string; checksum: string },
): Promise<{ at: BreakPoint; taskOID: string | null; series: { oid: string; place: number } | null }> => {
  const broken = await lockBroken(trx, scope, oid);
  if (!broken) throw notFound();
  const at = breakOf(broken);
  if (!at) throw new Refusal('breakPointNone');
  if (isBlockedBreak(broken.break_point)) throw new Refusal('obstacleAhead');
  if (await continuedBy(trx, oid)) throw new Refusal('breakPointTaken');
  if (broken.route_oid !== route.oid || broken.route_checksum !== route.checksum)
    throw new Refusal('breakPointStale');
  return { at, taskOID: broken.task_oid, series: await seriesOf(trx, broken) };
};
