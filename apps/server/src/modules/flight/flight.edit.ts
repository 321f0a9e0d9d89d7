import type { flightCalls, ParsedRequestOf } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { askApproval } from './approval.ask.ts';
import { lockFlight } from './flight.locks.store.ts';
import { flightsStarting } from './flight.removal.store.ts';
import { holdGround, judgedFrom, type FlightServiceDependencies } from './flight.service.ts';
import { choicesOf, type ChoiceRow } from './flight.choices.store.ts';
import { flightByOid, rearrangeFlight, type FlightRow, type NewFlight } from './flight.store.ts';

export type EditRequest = ParsedRequestOf<typeof flightCalls.edit>;
type Seen = Pick<FlightRow, 'oid' | 'route_oid' | 'dock_oid' | 'return_altitude' | 'lost_action' | 'clarity'>;

const settingsOf = (row: Seen & ChoiceRow) => {
  const { route_oid, return_altitude, lost_action, clarity } = row;
  // A flight by hand was ordered as soon as there was one.
  if (route_oid === null) throw new Refusal('flightOrdered');
  return {
    routeOID: route_oid,
    returnAltitude: return_altitude,
    lostAction: lost_action,
    clarity,
    ...choicesOf(row),
  };
};

const versionOf = ({
  checksum,
  waypointCount,
  lines,
}: Awaited<ReturnType<typeof holdGround>>['route']): Pick<
  NewFlight,
  'routeChecksum' | 'waypointCount' | 'lines'
> => ({ routeChecksum: checksum, waypointCount, lines });

/** Whether two readings of a flight would fly the same: a start and a change go on only with what they read. */
export const fliesTheSame = (
  one: Seen & Pick<FlightRow, 'route_checksum'>,
  other: Seen & Pick<FlightRow, 'route_checksum'>,
): boolean =>
  one.route_oid === other.route_oid &&
  one.route_checksum === other.route_checksum &&
  one.return_altitude === other.return_altitude &&
  one.lost_action === other.lost_action;

/**
 * Changes a flight that waits. Every start locks the flight before it lets anything out, as this does, so that what the
 * dock was sent is never changed behind its back.
 * @param oid of a flight that the caller sees
 * @returns its dock
 */
export async function editFlight(
  runtime: Runtime,
  deps: FlightServiceDependencies,
  { oid, ...request }: EditRequest,
  context: CallContext,
): Promise<string> {
  const seen = await flightByOid(runtime.db, oid);
  if (!seen) throw notFound();
  const before = settingsOf(seen);
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  const after: typeof before = { ...before, ...given };
  const planned = { ...after, dockOID: seen.dock_oid };
  // Whoever changes an altitude alone has not looked at what was saved of the route since.
  const keptVersion = request.routeOID === undefined ? seen.route_checksum : null;
  const { judged } = await judgedFrom(deps, planned, context, keptVersion);
  await runtime.db.transaction().execute(async (trx) => {
    await lockFlight(trx, oid);
    const now = await flightByOid(trx, oid);
    if (!now) throw notFound();
    // A file stands with the flight since its first start was authorised, whatever became of that.
    if (now.state !== 'created' || now.file_md5 !== null || (await flightsStarting(trx, [oid])).length > 0)
      throw new Refusal('flightOrdered');
    if (!fliesTheSame(seen, now)) throw new Refusal('flightChanged');
    // Another change may have come first: what this one does not name stays as that one left it.
    const current = settingsOf(now);
    const changed = { ...current, ...given };
    const asked = { ...changed, dockOID: now.dock_oid };
    const { route, own, choices } = await holdGround(trx, deps, asked, judged, context, current);
    // Of another route, or of another version, its breakpoint is no place.
    const isOther = route.oid !== now.route_oid || route.checksum !== now.route_checksum;
    if (now.starts_at && keptVersion === null && isOther) throw new Refusal('breakPointStale');
    await rearrangeFlight(trx, oid, {
      ...changed,
      choices,
      ...(keptVersion === null ? versionOf(route) : null),
      judged: keptVersion === null ? own : judged?.checksum === keptVersion ? judged : null,
    });
    await askApproval(runtime, trx, { flightOID: oid }, context.caller.memberOID);
    const detail = { flightOID: oid, ...changed, before: current };
    await deps.audit.done(trx, context, 'flight.edit', detail, seen.dock_oid);
  });
  return seen.dock_oid;
}
