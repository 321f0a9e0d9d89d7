import { maintenanceProgrammeCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as programmes from '../modules/maintenance-programme/index.ts';
import { until } from '../testing/caller.ts';
import { createTestFlights } from '../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../testing/rooms.ts';
import { keepUp } from './device-upkeep.ts';

let rooms: TestRooms;
beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
});
afterAll(() => rooms?.close());

it('notifies those who look after docks once, and gateways with the change', async () => {
  const token = await rooms.tokenOf('gamma-administrator');
  const extra = programmes.endpoints(rooms, { auditLog: rooms.audit, department: rooms.department });
  const given = { name: 'Rails', kind: 'dock', jobs: 5 };
  await rooms.call(maintenanceProgrammeCalls.add, given, { token, extra });
  const make = createTestFlights(rooms.runtime);
  const [used, fresh] = [await make.dock('gamma-administrator'), await make.dock('gamma-administrator')];
  // A controller stands beside docks as a link, and no programme is for it.
  const link = await make.dock('gamma-administrator');
  await sql`update dock set kind = 'remoteController' where oid = ${link}::uuid`.execute(rooms.db);
  for (const [oid, jobs] of [
    [used, 5],
    [fresh, 1],
    [link, 9],
  ] as const)
    await sql`insert into dock_snapshot (dock_oid, online, dock_values, written_at)
      values (${oid}::uuid, true, ${JSON.stringify({ job_number: jobs })}::jsonb, now())`.execute(rooms.db);
  const heard: string[] = [];
  const stop = await rooms.database.connection.listen('dock_changed', (oid) => heard.push(oid));
  const notified: unknown[] = [];
  const notifyAbove: Parameters<typeof keepUp>[1]['notifyAbove'] = async (_, right, { kind, values }) => {
    notified.push([right, kind, values?.['page'], values?.['oid']]);
  };
  await keepUp(rooms.runtime, { notifyAbove });
  await keepUp(rooms.runtime, { notifyAbove });
  expect(notified).toEqual([['dock:edit', 'maintenanceDue', '/DaJiAirport', used]]);
  await until(
    'word of the dock',
    () => heard,
    (oids) => oids.includes(used),
  );
  expect(heard).toEqual([used]);
  await stop();
});
