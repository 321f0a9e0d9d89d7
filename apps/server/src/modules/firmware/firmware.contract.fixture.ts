import { firmwareCalls, rolloutCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

/** A model has each version once. */
let planted = 0;

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name, made }) => {
    const [oid, upgrade] = [newOid(), newOid()];
    planted += 1;
    await sql`insert into firmware_package (oid, group_root, model, firmware, notes, file_name, size, md5, sum_compared,
        object_key, created_by, created_at)
      select ${oid}::uuid, group_root, '3-2-0', ${`10.01.${planted}`}, ${name}, ${name}, 1, 'd41d8cd98f00b204e9800998ecf8427e',
        true, ${`firmware/${oid}`}, oid, now() from member where account = ${account}`.execute(db);
    await sql`insert into firmware_upgrade (oid, group_root, dock_oid, command_oid, device, sn, type, state, asked_by,
        created_at, changed_at)
      select ${upgrade}::uuid, group_root, ${made.dock}::uuid, ${upgrade}::uuid, 'dock', ${name}, 2, 'done', oid, now(),
        now() from member where account = ${account}`.execute(db);
    const rollout = newOid();
    await sql`insert into firmware_rollout (oid, group_root, group_oid, package_oid, device, model, target, first_wave,
        wave_size, note, state, asked_by, created_at, notified, changed_at)
      select ${rollout}::uuid, group_root, group_oid, ${oid}::uuid, 'dock', '3-2-0', '10.01.1', 1, 1, ${name}, 'asked',
        oid, now(), 'asked', now() from member where account = ${account}`.execute(db);
    return { firmware: oid, rollout };
  },
  ofOrganisation: ['firmware'],
  shows: { firmware: firmwareCalls.get, rollout: rolloutCalls.get },
};
