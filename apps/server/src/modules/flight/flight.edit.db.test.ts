import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCommandBench, type CommandBench, type ReadyDock } from '../../testing/command-bench.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { testContext } from '../../testing/rooms.ts';
import { choicesOf } from './flight.choices.store.ts';
import { editFlight, type EditRequest } from './flight.edit.ts';
import { flightByOid, judgedOf } from './flight.store.ts';

let bench: CommandBench;
let looks: (string | null)[] = [];
/** Happens after the flight was read and before it is locked. */
let meanwhile: () => Promise<unknown> = async () => undefined;
beforeAll(async () => {
  bench = await createCommandBench();
});
afterEach(() => {
  bench.reset();
  meanwhile = async () => undefined;
});
afterAll(() => bench.stop());

const edit = async (at: ReadyDock, change: Omit<EditRequest, 'oid'>): Promise<string> => {
  const caller = await bench.caller('gamma-administrator');
  const dock = { oid: at.dockOID, groupOID: caller.groupOID };
  looks = [];
  const routeForFlight = async (_trx: unknown, _caller: unknown, oid: string) => {
    const route = await bench.db
      .selectFrom('route')
      .select(['oid', 'name', 'checksum'])
      .where('oid', '=', oid)
      .executeTakeFirstOrThrow();
    return { ...route, waypointCount: 7, lines: null, warnings: [] };
  };
  return reasonOf(
    editFlight(
      bench.runtime,
      {
        audit: bench.audit,
        dockInScope: async () => dock as never,
        routeForFlight,
        routeToday: async () => undefined,
        routeFlown: async ({ checksum }) => {
          looks.push(checksum);
          await meanwhile();
          const former = judgedOf((await flightByOid(bench.db, at.flightOID)) ?? { judged: null });
          return former && { ...former, checksum: checksum ?? 'saved again' };
        },
        ensureManualTask: async () => '',
      },
      { oid: at.flightOID, ...change },
      testContext({ caller }),
    ),
  );
};
const stored = (at: ReadyDock) => flightByOid(bench.db, at.flightOID);
const start = async (at: ReadyDock) =>
  bench.order(at.who, {
    dockOID: at.dockOID,
    flightOID: at.flightOID,
    epoch: at.epoch,
    nonce: await bench.nonce(at.who, at.dockOID, 'startJob'),
  });

describe('a flight that waits', () => {
  it('is changed in what is given, keeps the rest, and loses the gate of what it was', async () => {
    const at = await bench.ready();
    await sql`update flight set gate = '[]' where oid = ${at.flightOID}::uuid`.execute(bench.db);
    const before = await stored(at);
    expect(await edit(at, { returnAltitude: 133 })).toBe('done');
    expect(await stored(at)).toMatchObject({
      return_altitude: 133,
      lost_action: before?.lost_action,
      route_checksum: before?.route_checksum,
      waypoint_count: before?.waypoint_count,
      gate: null,
    });
    const { rows } = await sql<{ detail: object }>`select detail from audit_log
      where action = 'flight.edit' and dock_oid = ${at.dockOID}::uuid`.execute(bench.db);
    expect(rows).toMatchObject([
      { detail: { returnAltitude: 133, before: { returnAltitude: before?.return_altitude } } },
    ]);
  });

  it('keeps what people decided about it and the change does not name', async () => {
    const at = await bench.ready();
    const { memberOID } = at.who;
    await sql`update flight set ai_types = '{gone}', ai_range = 37, work_order_type = 'gone', assignment = 'automatic',
      assignee_oid = ${memberOID}::uuid, acknowledged_at = now() where oid = ${at.flightOID}::uuid`.execute(
      bench.db,
    );
    const decided = async () => {
      const row = await stored(at);
      return row && { ...choicesOf(row), acknowledged: row.acknowledged_at !== null };
    };
    const before = await decided();
    // Codes that are no longer offered stay where they were chosen.
    expect(await edit(at, { returnAltitude: 140 })).toBe('done');
    expect(await decided()).toEqual(before);
    expect(await edit(at, { aiRange: 42 })).toBe('done');
    expect(await decided()).toEqual({ ...before, aiRange: 42 });
    expect(await edit(at, { aiTypes: [], workOrderType: null })).toBe('done');
    expect(await decided()).toEqual({ ...before, aiRange: 42, aiTypes: [], workOrderType: null });
    expect(await edit(at, { aiTypes: ['gone'] })).toBe('invalid');
    const { memberOID: other } = await bench.caller('gamma-administrator');
    expect(await edit(at, { assigneeOID: other })).toBe('done');
    expect(await decided()).toMatchObject({ assigneeOID: other, acknowledged: false });
  });

  it('keeps the version of its route unless a route is chosen', async () => {
    const at = await bench.ready();
    const before = await stored(at);
    await sql`update route set checksum = 'saved again' where oid = ${before?.route_oid}::uuid`.execute(
      bench.db,
    );
    expect(await edit(at, { clarity: 'uhd' })).toBe('done');
    expect(await stored(at)).toMatchObject({ clarity: 'uhd', route_checksum: before?.route_checksum });
    expect(looks).toEqual([before?.route_checksum]);
    expect(await edit(at, { routeOID: before?.route_oid ?? '' })).toBe('done');
    expect(await stored(at)).toMatchObject({ route_checksum: 'saved again', waypoint_count: 7 });
    expect(looks).toEqual([null]);
  });

  it('that somebody else changed since it was read is not changed over that', async () => {
    const at = await bench.ready();
    meanwhile = () =>
      sql`update flight set return_altitude = 144 where oid = ${at.flightOID}::uuid`.execute(bench.db);
    expect(await edit(at, { lostAction: 'continue' })).toBe('flightChanged');
    expect(await stored(at)).toMatchObject({ return_altitude: 144, lost_action: 'return' });
  });
});

describe('a flight whose start was ordered', () => {
  it('is changed no more, also when the start comes while it is being changed', async () => {
    const at = await bench.ready();
    const altitude = (await stored(at))?.return_altitude;
    meanwhile = () => start(at);
    expect(await edit(at, { returnAltitude: 150 })).toBe('flightOrdered');
    meanwhile = async () => undefined;
    expect(await edit(at, { returnAltitude: 150 })).toBe('flightOrdered');
    expect(await stored(at)).toMatchObject({ return_altitude: altitude });
    expect(bench.sentTo(at.dockOID)).toEqual(['flighttask_prepare', 'flighttask_execute']);
  });

  it('does not fly what it was before a change that came first', async () => {
    const at = await bench.ready();
    bench.beforeStep(0, () => edit(at, { lostAction: 'continue' }));
    expect(await start(at)).toMatchObject({ reason: 'flightChanged' });
    expect(bench.sentTo(at.dockOID)).toEqual([]);
    expect(await start(at)).toMatchObject({ reason: null });
    expect(bench.sentTo(at.dockOID)).toEqual(['flighttask_prepare', 'flighttask_execute']);
  });
});
