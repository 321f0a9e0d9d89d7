import { seriesCalls, type ParsedRequestOf } from '@eyrie/domain';
import { serve, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createLookFromNow, type ArrangingDependencies } from './flight.arrange.ts';
import type { createFlightLook } from './flight.look.ts';
import { choicesOf } from './flight.choices.store.ts';
import { flightVisible } from './flight.seen.store.ts';
import { insertSeries, lockSeries, partTaken, setStartsBy } from './flight.series.store.ts';
import { arrangeIn, judgedFrom, type createFlightList, type PlannedFlight } from './flight.service.ts';
import { flightByOid, type FlightRow } from './flight.store.ts';

type SeriesRequest = ParsedRequestOf<typeof seriesCalls.add>;
type List = Pick<ReturnType<typeof createFlightList>, 'get'>;

/** Plans several flights of one task, all or none. @returns the oid of the arrangement and of its flights, in order */
const addSeries = async (
  runtime: Runtime,
  deps: ArrangingDependencies,
  { flights, flown, gapSeconds, startsItself = false, ...shared }: SeriesRequest,
  context: CallContext,
): Promise<{ oid: string; flights: { oid: string; dockOID: string }[] }> => {
  const { caller } = context;
  const startsBy = startsItself && flown === 'inOrder' ? caller.memberOID : null;
  if (startsBy !== null && !caller.resources.has('flight:start'))
    throw new Refusal('notAllowed', { values: { permission: 'flight:start' } });
  const parts: Omit<PlannedFlight, 'series'>[] = [];
  for (const part of flights) {
    const request = { ...shared, ...part };
    parts.push({ oid: runtime.newOid(), request, ...(await judgedFrom(deps, request, context)) });
  }
  const oid = runtime.newOid();
  const [first] = parts;
  if (!first) throw notFound();
  await runtime.db.transaction().execute(async (trx) => {
    await insertSeries(trx, {
      oid,
      groupRoot: caller.groupRoot,
      groupOID: first.dock.groupOID,
      flown,
      gapSeconds,
      startsBy,
      at: new Date(Math.round(runtime.serverTime())),
      size: parts.length,
      madeBy: caller.memberOID,
    });
    let taskOID = shared.taskOID ?? null;
    for (const [at, part] of parts.entries()) {
      const request = { ...part.request, ...(taskOID === null ? {} : { taskOID }) };
      const arranged = await arrangeIn(
        runtime,
        trx,
        deps,
        { ...part, request, series: { oid, place: at + 1 } },
        context,
      );
      taskOID = arranged.taskOID;
    }
    const detail = {
      seriesOID: oid,
      flown,
      gapSeconds,
      startsItself: startsBy !== null,
      flights: parts.map((part) => part.oid),
    };
    await deps.audit.done(trx, context, 'flight.addSeries', detail, null);
  });
  return { oid, flights: parts.map((part) => ({ oid: part.oid, dockOID: part.dock.oid })) };
};

/** A part that came to nothing, or only a part of the way. @throws Refusal `partNone` */
const requirePart = (flight: FlightRow) => {
  const { series_oid: oid, series_place: place, route_oid: routeOID, task_oid: taskOID } = flight;
  if (
    oid === null ||
    place === null ||
    routeOID === null ||
    flight.state !== 'over' ||
    flight.outcome === 'done'
  )
    throw new Refusal('partNone');
  return { series: { oid, place }, routeOID, taskOID };
};

/** Plans a part of an arrangement again. @returns its oid and dock */
const flyAgain = async (
  runtime: Runtime,
  deps: ArrangingDependencies,
  { oid: formerOID, dockOID }: ParsedRequestOf<typeof seriesCalls.again>,
  context: CallContext,
): Promise<{ oid: string; dockOID: string }> => {
  const former = (await flightVisible(runtime.db, context.caller, formerOID))
    ? await flightByOid(runtime.db, formerOID)
    : null;
  if (!former) throw notFound();
  const { series, routeOID, taskOID } = requirePart(former);
  const settings: PlannedFlight['request'] = {
    routeOID,
    dockOID: dockOID ?? former.dock_oid,
    returnAltitude: former.return_altitude,
    lostAction: former.lost_action,
    clarity: former.clarity as SeriesRequest['clarity'],
    ...choicesOf(former),
  };
  const { dock, judged } = await judgedFrom(deps, settings, context);
  const oid = runtime.newOid();
  await runtime.db.transaction().execute(async (trx) => {
    await lockSeries(trx, series.oid);
    if (await partTaken(trx, series.oid, series.place)) throw new Refusal('partTaken');
    await arrangeIn(
      runtime,
      trx,
      deps,
      { oid, dock, judged, series, request: settings, former: taskOID },
      context,
    );
    await deps.audit.done(trx, context, 'flight.again', { flightOID: oid, instead: formerOID }, dock.oid);
  });
  return { oid, dockOID: dock.oid };
};

/** Lets the parts of an arrangement begin by themselves, or by persons alone. @throws Refusal `notFound`, `partNone` */
const goOn = async (
  runtime: Runtime,
  { audit }: Pick<ArrangingDependencies, 'audit'>,
  { oid, startsItself }: ParsedRequestOf<typeof seriesCalls.goOn>,
  context: CallContext,
): Promise<void> => {
  const flight = (await flightVisible(runtime.db, context.caller, oid))
    ? await flightByOid(runtime.db, oid)
    : null;
  if (!flight) throw notFound();
  const { series_oid: seriesOID } = flight;
  if (seriesOID === null) throw new Refusal('partNone');
  await runtime.db.transaction().execute(async (trx) => {
    await lockSeries(trx, seriesOID);
    const startsBy = startsItself ? context.caller.memberOID : null;
    const at = new Date(Math.round(runtime.serverTime()));
    if (!(await setStartsBy(trx, seriesOID, { startsBy, at }))) throw new Refusal('partNone');
    await audit.done(trx, context, 'flight.goOn', { seriesOID, startsItself }, flight.dock_oid);
  });
};

/** Several flights of one arrangement, and parts of it that are flown again. */
export const seriesEndpoints = (
  runtime: Runtime,
  deps: ArrangingDependencies,
  { list, look }: { list: List; look: ReturnType<typeof createFlightLook> },
): Endpoint[] => {
  const lookFromNow = createLookFromNow(deps, look);
  return [
    serve(seriesCalls.add, async (request, context) => {
      const { oid, flights } = await addSeries(runtime, deps, request, context);
      for (const flight of flights) await lookFromNow(flight.oid, flight.dockOID, context);
      return { oid, list: await Promise.all(flights.map((flight) => list.get(flight.oid, context))) };
    }),
    serve(seriesCalls.again, async (request, context) => {
      const { oid, dockOID } = await flyAgain(runtime, deps, request, context);
      await lookFromNow(oid, dockOID, context);
      return list.get(oid, context);
    }),
    serve(seriesCalls.goOn, async (request, context) => {
      await goOn(runtime, deps, request, context);
      return list.get(request.oid, context);
    }),
  ];
};
