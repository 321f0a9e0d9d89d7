import type { RouteWarning } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { dockIdentities, type DockIdentity } from '../dock/index.ts';
import { foreseeFlight } from './flight.foresee.ts';

const account = 'gamma-operator';
const day = 86_400_000;
let rooms: TestRooms;
let dockOID: string;
let routeOID: string;
let dock: DockIdentity;
let context: CallContext;
let groupOID: string;
let taskOID: string;
let warnings: RouteWarning[] = [];

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['operator'], 'Flug-4711!');
  const flights = createTestFlights(rooms.runtime);
  dockOID = await flights.dock(account);
  routeOID = await flights.route(account);
  const member = await rooms.db
    .selectFrom('member')
    .selectAll()
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  groupOID = member.group_oid;
  taskOID = rooms.runtime.newOid();
  await rooms.db
    .insertInto('task')
    .values({
      oid: taskOID,
      group_root: member.group_root,
      group_oid: groupOID,
      name: 'patrol',
      type: 'repeat',
      schedule_rule: 'x',
      arrangement: JSON.stringify(arrangement()),
      arranged_by: member.oid,
      created_by: member.oid,
    })
    .execute();
  const caller = { memberOID: member.oid, groupRoot: member.group_root, groupOID, resources: new Set() };
  context = { caller, language: 'en', log: rooms.runtime.log } as unknown as CallContext;
});
afterAll(() => rooms.close());

const arrangement = () =>
  ({ routeOID, dockOID, returnAltitude: 100, lostAction: 'return', clarity: 'hd' }) as const;

/** What stands against a flight that begins so many days from now; null: nothing. */
const foreseen = (days: number): Promise<string | null> =>
  foreseeFlight(
    rooms.runtime,
    {
      dockInScope: async () => {
        const [now] = await dockIdentities(rooms.db, [dockOID]);
        // One that is retired is found still, by whoever may see it.
        dock = now ?? dock;
        return dock;
      },
      routeToday: async () => undefined,
      routeFlown: async () => null,
      forecastFor: async () => () => 'noForecast',
      routeForFlight: async () => ({
        oid: routeOID,
        name: '航线',
        checksum: 'x',
        waypointCount: 3,
        lines: null,
        warnings,
      }),
    },
    { ...arrangement(), taskOID, wall: '2026-01-01T08:00', at: rooms.clock.wall() + days * day },
    context,
  ).then(
    () => null,
    (error: { reason: string; details: { values?: { items?: string } } }) =>
      String(error.details?.values?.items ?? error.reason ?? error),
  );
const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(rooms.db);

describe('a flight of another day', () => {
  it('is stopped by an insurance that ends before it, and not by one that ends after', async () => {
    expect(await foreseen(1)).toBeNull();
    // By itself an insurance that is over is only shown: here the organisation decided that it counts.
    await run(`update organisation set policy = '{"gateFailedWarns":[]}'`);
    const until = new Date(rooms.clock.wall() + 3 * day).toISOString();
    await run(`update dock set insurance_until = '${until}' where oid = '${dockOID}'`);
    expect(await foreseen(2)).toBeNull();
    expect(await foreseen(4)).toBe('insurance');
    await run(`update dock set insurance_until = null where oid = '${dockOID}'`);
  });

  it('is stopped by its route and by a dock that is retired, as its arrangement would be', async () => {
    warnings = [{ code: 'regionCrossed', blocking: true, values: {} }];
    expect(await foreseen(1)).toBe('routeBlocked');
    warnings = [];
    await run(`update dock set retired_at = now() where oid = '${dockOID}'`);
    expect(await foreseen(1)).toBe('deviceRetired');
    await run(`update dock set retired_at = null where oid = '${dockOID}'`);
    expect(await foreseen(1)).toBeNull();
  });

  it('leaves nothing behind', async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from flight`.execute(
      rooms.db,
    );
    expect(rows[0]?.count).toBe(0);
  });
});
