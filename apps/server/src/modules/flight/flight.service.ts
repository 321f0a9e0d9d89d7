import type { FlightChoices, FlightRecord, flightCalls, ParsedRequestOf, RouteRecord } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { createList, type ListDeps } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DockIdentity } from '../dock/index.ts';
import { routeBlocked, type FlightJudge } from '../route/index.ts';
import { askApproval } from './approval.ask.ts';
import { holdBroken } from './flight.continue.ts';
import { checkChoices, chosenBefore } from './flight.choices.ts';
import type { KeptChoices } from './flight.choices.store.ts';
import { flightList, type ShownFlight } from './flight.list.store.ts';
import { presentFlight } from './flight.present.ts';
import { cancelFlights, flightsStarting } from './flight.removal.store.ts';
import { holdDock, holdTask, isTaskPaused } from './flight.locks.store.ts';
import { insertFlight, type NewFlight } from './flight.store.ts';

export interface FlightServiceDependencies {
  audit: AuditLog;
  dockInScope(caller: Caller, oid: string): Promise<DockIdentity>;
  /** The route inside the caller's scope, held against deletion until the transaction ends; or refuses. */
  routeForFlight(
    trx: DbOrTrx,
    caller: Caller,
    oid: string,
  ): Promise<Pick<RouteRecord, 'oid' | 'name' | 'checksum' | 'waypointCount' | 'lines' | 'warnings'>>;
  /** Looks at the route by what is around it now. @throws Refusal `notFound` */
  routeToday(oid: string, context: CallContext, freshFor?: number): Promise<void>;
  /** Judges the route as a dock flies it; null: it was stored before there were plans. @throws Refusal `notFound` */
  routeFlown: FlightJudge;
  /** Makes the manual task of a flight that names none. */
  ensureManualTask(trx: DbOrTrx, caller: Caller, name: string): Promise<string>;
  /** The flight is a run of a task, which is approved itself. */
  ofRun?: true;
}

export type AddRequest = ParsedRequestOf<typeof flightCalls.add>;

/** Looks at the route by what is around it now, and as the dock flies it. @throws Refusal */
export const judgedFrom = async (
  deps: Pick<FlightServiceDependencies, 'dockInScope' | 'routeToday' | 'routeFlown'>,
  request: Pick<AddRequest, 'routeOID' | 'dockOID' | 'returnAltitude'>,
  context: CallContext,
  /** Of the version of the route that is flown; null: the newest. */
  checksum: string | null = null,
) => {
  const { caller } = context;
  const dock = await deps.dockInScope(caller, request.dockOID);
  await deps.routeToday(request.routeOID, context);
  const judged = await deps.routeFlown(
    {
      routeOID: request.routeOID,
      checksum,
      dockOID: dock.oid,
      groupOID: dock.groupOID,
      place: null,
      returnAltitude: request.returnAltitude,
      former: null,
    },
    context,
  );
  return { dock, judged };
};

/**
 * What a flight stands on: dock, route and task are held until the transaction ends, none can be deleted under it.
 * @throws Refusal when it cannot be arranged
 */
export const holdGround = async (
  trx: DbOrTrx,
  deps: Pick<FlightServiceDependencies, 'routeForFlight'>,
  request: Pick<AddRequest, 'routeOID' | 'dockOID' | 'taskOID' | 'continues'> & FlightChoices,
  judged: Awaited<ReturnType<typeof judgedFrom>>['judged'],
  { caller, language }: CallContext,
  before: KeptChoices | null = null,
) => {
  const held = await holdDock(trx, caller, request.dockOID);
  if (!held) throw notFound();
  if (held.retired) throw new Refusal('deviceRetired', { values: { name: held.name } });
  // The contract has no word for where to begin.
  if (request.continues && held.wire === 'open') throw new Refusal('breakPointDock');
  const route = await deps.routeForFlight(trx, caller, request.routeOID);
  // Of a route that was saved in between nothing is known from this dock: its gate looks.
  const own = judged?.checksum === route.checksum ? judged : null;
  const found = [...route.warnings, ...(own?.warnings ?? [])];
  if (found.some((warning) => warning.blocking)) throw routeBlocked(found, language);
  if (request.taskOID && !(await holdTask(trx, caller, request.taskOID))) throw notFound();
  if (request.taskOID && (await isTaskPaused(trx, request.taskOID))) throw new Refusal('taskCannotFly');
  return { route, own, choices: await checkChoices(trx, caller, request, before) };
};

/** The task of a new flight: the one that is named, that of the flight that it continues, or a new manual one. */
const taskOf = async (
  trx: DbOrTrx,
  { ensureManualTask }: Pick<FlightServiceDependencies, 'ensureManualTask'>,
  request: Pick<AddRequest, 'taskOID' | 'taskName'>,
  { caller, former, name }: { caller: Caller; former: string | null | undefined; name: string },
): Promise<string> => {
  if (request.taskOID) return request.taskOID;
  // One that was deleted since, or that the caller does not see, takes no more flights.
  if (former && (await holdTask(trx, caller, former))) return former;
  return ensureManualTask(trx, caller, request.taskName ?? name);
};

/** A flight as it is planned, with what was found of it before the transaction. */
export interface PlannedFlight extends Awaited<ReturnType<typeof judgedFrom>> {
  oid: string;
  request: AddRequest;
  series: NewFlight['series'];
  /** The task of the flight in whose place it flies. */
  former?: string | null;
}

/** What the audit log keeps of choices: what somebody chose. */
const chosenDetail = (
  { aiTypes, aiRange, assignment, assigneeOID, ...named }: KeptChoices,
  memberOID: string,
): Record<string, unknown> => ({
  ...(aiTypes.length > 0 ? { aiTypes, aiRange } : {}),
  ...(assignment === 'automatic' ? { assignment } : {}),
  ...(assigneeOID === memberOID ? {} : { assigneeOID }),
  ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== null)),
});

/** Stores a flight that waits for its start. @throws Refusal when it cannot be arranged */
export const arrangeIn = async (
  { newOid, serverTime }: Pick<Runtime, 'newOid' | 'serverTime'>,
  trx: DbOrTrx,
  deps: FlightServiceDependencies,
  { oid, request, dock, judged, series, former = null }: PlannedFlight,
  context: CallContext,
): Promise<{ taskOID: string }> => {
  const { caller } = context;
  const { returnAltitude, lostAction, continues } = request;
  const { route, own, choices } = await holdGround(
    trx,
    deps,
    request,
    judged,
    context,
    deps.ofRun ? chosenBefore(request) : null,
  );
  const broken = continues ? await holdBroken(trx, caller, continues, route) : null;
  const taskOID = await taskOf(trx, deps, request, {
    caller,
    former: broken?.taskOID ?? former,
    name: route.name,
  });
  await insertFlight(trx, {
    oid,
    groupRoot: caller.groupRoot,
    groupOID: dock.groupOID,
    taskOID,
    routeOID: route.oid,
    dockOID: dock.oid,
    routeChecksum: route.checksum,
    waypointCount: route.waypointCount,
    lines: route.lines,
    returnAltitude,
    lostAction,
    clarity: request.clarity,
    executorOID: caller.memberOID,
    judged: own,
    continues: broken && continues ? { oid: continues, at: broken.at } : null,
    series: series ?? broken?.series ?? null,
    choices,
  });
  if (!deps.ofRun) await askApproval({ newOid, serverTime }, trx, { flightOID: oid });
  const detail = {
    flightOID: oid,
    routeOID: route.oid,
    returnAltitude,
    lostAction,
    ...chosenDetail(choices, caller.memberOID),
    ...(continues ? { continues } : {}),
  };
  await deps.audit.done(trx, context, 'flight.add', detail, dock.oid);
  return { taskOID };
};

/** Plans a flight; it waits for its start. @returns its oid. */
export async function addFlight(
  runtime: Runtime,
  deps: FlightServiceDependencies,
  request: AddRequest,
  context: CallContext,
): Promise<string> {
  const found = await judgedFrom(deps, request, context);
  const oid = runtime.newOid();
  await runtime.db
    .transaction()
    .execute((trx) => arrangeIn(runtime, trx, deps, { oid, request, series: null, ...found }, context));
  return oid;
}

/** Only those that never started are deleted. */
async function requireWaiting(trx: DbOrTrx, rows: readonly ShownFlight[]): Promise<void> {
  const started = rows.filter((row) => row.state !== 'created');
  if (started.length > 0)
    throw new Refusal('flightStarted', {
      values: { count: started.length },
      data: { oids: started.map((row) => row.oid), state: started[0]?.state },
    });
  const held = rows.filter(({ heldAt }) => heldAt !== null).map(({ oid }) => oid);
  if (held.length > 0) throw new Refusal('flightHeld', { data: { oids: held } });
  // Its aircraft may be on its way into the air while the row still waits.
  const oids = rows.map((row) => row.oid);
  const starting = await flightsStarting(trx, oids);
  if (starting.length > 0) throw new Refusal('startUnderWay', { data: { oids: starting } });
}

export const createFlightList = (runtime: Runtime, { audit, department }: Omit<ListDeps, 'runtime'>) =>
  createList<typeof flightList, FlightRecord>(
    {
      list: flightList,
      word: 'flight',
      present: (rows, { caller, language }) =>
        rows.map((row) => presentFlight(row, caller.resources, language)),
      async beforeRemove(trx, rows) {
        await requireWaiting(trx, rows);
        const at = new Date(runtime.clock.wall());
        await cancelFlights(
          trx,
          rows.map((row) => row.oid),
          at,
        );
      },
    },
    { runtime, audit, department },
  );
