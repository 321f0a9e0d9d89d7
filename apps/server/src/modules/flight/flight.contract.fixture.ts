import { approvalCalls, flightCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, name, made }) => {
    const media = newOid();
    await sql`insert into media (oid, group_root, group_oid, dock_oid, flight_oid, object_key, name, kind, size,
        reading_state)
      select ${media}, group_root, group_oid, dock_oid, oid, ${`media/${media}.jpg`}, ${`${name}.jpg`}, 'photo', 10, 'done'
      from flight where oid = ${made.flight}`.execute(db);
    const approval = newOid();
    await sql`insert into flight_approval (oid, group_root, group_oid, flight_oid, asked_by, notified_at)
      select ${approval}::uuid, group_root, group_oid, oid, executor_oid, now() from flight where oid = ${made.flight}`.execute(
      db,
    );
    return { media, approval };
  },
  ofOrganisation: [],
  shows: { flight: flightCalls.get, approval: approvalCalls.get },
};
