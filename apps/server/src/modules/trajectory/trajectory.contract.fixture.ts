import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

/** Where a dock stands, and the ways of an aircraft and of a robot. */
export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name, made: { dock } }) => {
    const [trackedDrone, trackedRobot] = [newOid(), newOid()];
    await sql`insert into dock_snapshot (dock_oid, online, lng, lat, last_seen_at)
      values (${dock}::uuid, true, 113.9, 22.5, now()) on conflict (dock_oid) do nothing`.execute(db);
    await sql`insert into drone (oid, group_root, group_oid, name, sn, model)
      select ${trackedDrone}::uuid, group_root, group_oid, ${name}, ${trackedDrone}, 'unknown' from member
      where account = ${account}`.execute(db);
    await sql`insert into device (oid, kind, group_root, group_oid, name, sn)
      select ${trackedRobot}::uuid, 'robot', group_root, group_oid, ${name}, ${trackedRobot} from member
      where account = ${account}`.execute(db);
    await sql`insert into drone_telemetry (drone_oid, at, lng, lat)
      values (${trackedDrone}::uuid, now(), 113.9, 22.5)`.execute(db);
    await sql`insert into device_track (device_oid, at, lng, lat)
      values (${trackedRobot}::uuid, now(), 113.9, 22.5)`.execute(db);
    return { trackedDrone, trackedRobot };
  },
  ofOrganisation: [],
  shows: {},
};
