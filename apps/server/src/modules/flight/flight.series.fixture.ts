import type { SeriesFlown } from '@eyrie/domain';
import { sql } from 'kysely';
import type { CommandBench, ReadyDock } from '../../testing/command-bench.ts';
import { testContext } from '../../testing/rooms.ts';
import { createFlightList } from './flight.service.ts';
import { seriesEndpoints } from './flight.series.ts';

/** Arrangements of several flights on the docks of a command bench. */
export const createSeriesBench = (benchOf: () => CommandBench) => {
  /** What a flight of the bench is judged by when it is arranged. */
  const deps = () => ({
    audit: benchOf().audit,
    dockInScope: async (_caller: unknown, oid: string) => {
      const dock = await benchOf()
        .db.selectFrom('dock')
        .select(['oid', 'group_oid'])
        .where('oid', '=', oid)
        .executeTakeFirstOrThrow();
      return { oid: dock.oid, groupOID: dock.group_oid } as never;
    },
    routeForFlight: async (_trx: unknown, _caller: unknown, oid: string) => {
      const route = await benchOf()
        .db.selectFrom('route')
        .select(['oid', 'name', 'checksum'])
        .where('oid', '=', oid)
        .executeTakeFirstOrThrow();
      return { ...route, waypointCount: 7, lines: null, warnings: [] };
    },
    routeToday: async () => undefined,
    routeFlown: async () => null,
    ensureManualTask: async () => {
      throw new Error('each part belongs to the task that is named');
    },
    gateNow: async () => null,
  });
  const contextOf = async () => testContext({ caller: await benchOf().caller('gamma-administrator') });
  /** Calls as they are served. */
  const ask = async (path: string, request: object): Promise<Record<string, unknown>> => {
    const list = createFlightList(benchOf().runtime, {
      audit: benchOf().audit,
      department: benchOf().department,
    });
    const served = seriesEndpoints(benchOf().runtime, deps(), { list, look: async () => false });
    const endpoint = served.find((one) => one.declaration.path.endsWith(path));
    if (!endpoint) throw new Error(path);
    const { declaration } = endpoint;
    return endpoint.handle(request, { ...(await contextOf()), declaration }) as Promise<
      Record<string, unknown>
    >;
  };

  const setFlight = (
    oid: string,
    part: { state: string; outcome?: string; start?: Date },
  ): Promise<unknown> =>
    sql`update flight set state = ${part.state}, outcome = ${part.outcome ?? null},
    start_time = ${part.start ?? null} where oid = ${oid}::uuid`.execute(benchOf().db);
  const start = async (at: ReadyDock, flightOID: string) =>
    benchOf().order(at.who, {
      dockOID: at.dockOID,
      flightOID,
      epoch: at.epoch,
      nonce: await benchOf().nonce(at.who, at.dockOID, 'startJob'),
    });

  /** Two docks, with a flight of one arrangement on each. */
  const arranged = async (flown: SeriesFlown, gapSeconds = 0, startsItself = false) => {
    const docks = [await benchOf().ready(), await benchOf().ready()] as const;
    const { rows } = await sql<{ route_oid: string; task_oid: string }>`select route_oid, task_oid from flight
    where oid = ${docks[0].flightOID}::uuid`.execute(benchOf().db);
    const [of] = rows;
    // What the bench arranged by itself is in nobody's way.
    for (const { flightOID } of docks) await setFlight(flightOID, { state: 'over', outcome: 'cancelled' });
    const answer = await ask('addSeries.rest', {
      flown,
      gapSeconds,
      startsItself,
      lostAction: 'return',
      clarity: 'hd',
      taskOID: of?.task_oid,
      flights: docks.map(({ dockOID }, place) => ({
        routeOID: of?.route_oid,
        dockOID,
        returnAltitude: 100 + 20 * place,
      })),
    });
    const list = answer['list'] as { oid: string; series: object; taskOID: string; allowed: string[] }[];
    const [first, second] = list.map(({ oid }) => oid) as [string, string];
    // What the bench knows of its own flights, it knows of these.
    await sql`update flight set judged = own.judged, route_checksum = own.route_checksum
    from flight own where own.oid = ${docks[0].flightOID}::uuid
      and flight.oid in (${first}::uuid, ${second}::uuid)`.execute(benchOf().db);
    return { docks, list, first, second, seriesOID: answer['oid'] as string };
  };

  return { contextOf, ask, setFlight, start, arranged };
};
