import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

/** What the dock of a flight said, one row in each log of devices. */
export const fixture: RoomFixture = {
  things: async ({ db, newOid, name, made: { dock, flight } }) => {
    const things = { alarm: newOid(), exception: newOid(), message: newOid() };
    const at = new Date();
    await sql`insert into device_health (oid, group_root, group_oid, dock_oid, flight_oid, device, code, level,
        in_the_sky, first_at, last_at, note)
      select ${things.alarm}, group_root, group_oid, oid, ${flight}, 'dock', '0x19110014', 2, false, ${at}, ${at}, ${name}
      from dock where oid = ${dock}`.execute(db);
    await sql`insert into device_exception (oid, group_root, group_oid, dock_oid, flight_oid, at, family, code, source,
        level, in_the_sky, note)
      select ${things.exception}, group_root, group_oid, oid, ${flight}, ${at}, 'error', '514107', 'job', 2, false, ${name}
      from dock where oid = ${dock}`.execute(db);
    await sql`insert into device_message (oid, group_root, group_oid, dock_oid, flight_oid, device, direction, kind,
        method, size, payload, at, last_at)
      select ${things.message}, group_root, group_oid, oid, ${flight}, 'dock', 'up', 'events', 'hms', 2, ${name}, ${at}, ${at}
      from dock where oid = ${dock}`.execute(db);
    return things;
  },
  ofOrganisation: [],
  shows: {},
};
