import { commandCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, made }) => {
    const command = newOid();
    await sql`insert into command (oid, group_root, dock_oid, flight_oid, method, idempotency_key, arguments,
        arguments_hash, issued_by, issued_at, expires_at, state)
      select ${command}, group_root, dock_oid, oid, 'returnHome', ${command}, '{}', '', executor_oid, now(), now(),
        'succeeded'
      from flight where oid = ${made.flight}`.execute(db);
    return { command };
  },
  ofOrganisation: [],
  shows: { command: commandCalls.get },
};
