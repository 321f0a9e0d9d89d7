import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

/** Where a dock stands, and the ways of the aircraft and the robots that other rooms made. */
export const fixture: RoomFixture = {
  things: async ({ db, name, made: { dock } }) => {
    await sql`insert into dock_snapshot (dock_oid, online, lng, lat, last_seen_at)
      values (${dock}::uuid, false, 113.9, 22.5, now()) on conflict (dock_oid) do nothing`.execute(db);
    await sql`insert into drone_telemetry (drone_oid, at, lng, lat)
      select oid, now(), 113.9, 22.5 from drone where name = ${name} on conflict do nothing`.execute(db);
    await sql`insert into device_track (device_oid, at, lng, lat)
      select oid, now(), 113.9, 22.5 from device where name = ${name} on conflict do nothing`.execute(db);
    return {};
  },
  ofOrganisation: [],
  shows: {},
};
