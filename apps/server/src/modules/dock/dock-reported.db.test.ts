import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { reportedBy } from './dock-reported.ts';

describe('what a dock has reported', () => {
  let rooms: TestRooms;
  let dockOID: string;
  beforeAll(async () => {
    rooms = await createTestRooms();
    await rooms.seed('tau', ['operator'], 'Flug-4711!');
    dockOID = await createTestFlights(rooms.runtime).dock('tau-operator');
    await sql`insert into drone (oid, group_root, group_oid, dock_oid, sn, name, model, vendor)
      select ${rooms.runtime.newOid()}, group_root, group_oid, oid, 'AIRTAU', 'Tau', '0-91-1', 'DJI'
      from dock where oid = ${dockOID}`.execute(rooms.db);
  });
  afterAll(() => rooms.close());

  const now = (): number => rooms.clock.wall();
  const read = () => reportedBy(rooms.db, dockOID, now());
  const says = async (given: { dock?: object; drone?: object | null; airborne?: boolean }): Promise<void> => {
    const { dock = {}, drone = null, airborne = false } = given;
    const seen = new Date(now());
    await sql`delete from dock_snapshot where dock_oid = ${dockOID}`.execute(rooms.db);
    await sql`insert into dock_snapshot (dock_oid, online, last_seen_at, drone_online, drone_airborne, dock_values,
        drone_values, drone_last_seen_at)
      values (${dockOID}, true, ${seen}, ${drone !== null}, ${airborne}, ${JSON.stringify(dock)}::jsonb,
        ${JSON.stringify(drone ?? {})}::jsonb, ${drone === null ? null : seen})`.execute(rooms.db);
  };

  it('is nothing before its first word, and no word passes for a good one', async () => {
    const reported = await read();
    expect(reported.devices()).toMatchObject([
      { kind: 'dock', online: false, at: null, ageMs: null },
      { kind: 'drone', sn: 'AIRTAU', online: false, at: null },
    ]);
    expect(reported.firmware()[0]).toMatchObject({ version: null, consistent: null, upgrading: null });
    expect(reported.psdk()).toEqual({ reported: false, list: [], at: null, ageMs: null });
    expect(reported.inFlight()).toMatchObject({
      inFlight: null,
      modeCode: null,
      flightOID: null,
      ageMs: null,
    });
  });

  it('stands with its age', async () => {
    const battery = {
      batteries: [{ index: 0, sn: 'BAT1', firmware_version: '01.02', capacity_percent: 90 }],
    };
    await says({
      dock: { firmware_version: '10.01', compatible_status: 0, psdk_widget_values: [] },
      drone: { firmware_version: '02.03', compatible_status: 1, mode_code: 5, battery },
      airborne: true,
    });
    rooms.clock.move(7_000);
    const reported = await read();
    expect(reported.devices()).toMatchObject([
      { kind: 'dock', online: true, ageMs: 7_000 },
      { kind: 'drone', sn: 'AIRTAU', slot: null, online: true, ageMs: 7_000 },
      { kind: 'battery', sn: 'BAT1', slot: '0' },
    ]);
    expect(reported.firmware()).toMatchObject([
      { kind: 'dock', version: '10.01', consistent: true },
      { kind: 'drone', version: '02.03', consistent: false },
      { kind: 'battery', version: '01.02', consistent: null },
    ]);
    expect(reported.psdk()).toMatchObject({ reported: true, list: [], ageMs: 7_000 });
    expect(reported.inFlight()).toMatchObject({ inFlight: true, modeCode: 5, ageMs: 7_000 });
  });

  it('says of an aircraft that was never heard only what its dock knows', async () => {
    await says({ dock: { drone_in_dock: 1 } });
    expect((await read()).inFlight()).toMatchObject({ inFlight: false });
    await says({ dock: { drone_in_dock: 0 } });
    expect((await read()).inFlight()).toMatchObject({ inFlight: null });
  });
});
