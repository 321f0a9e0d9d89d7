import { batteryCalls, droneCalls, gimbalCalls, remoteControllerCalls, robotCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

const kinds = ['battery', 'gimbal', 'remoteController', 'robot'] as const;

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const made: Record<string, string> = {};
    for (const kind of kinds) {
      const oid = newOid();
      made[kind] = oid;
      await sql`insert into device (oid, kind, group_root, group_oid, name, sn)
        select ${oid}::uuid, ${kind}, group_root, group_oid, ${name}, ${`${kind}-${oid}`} from member
        where account = ${account}`.execute(db);
    }
    const drone = newOid();
    await sql`insert into drone (oid, group_root, group_oid, name, sn, model)
      select ${drone}::uuid, group_root, group_oid, ${name}, ${`drone-${drone}`}, 'unknown' from member
      where account = ${account}`.execute(db);
    return { ...made, drone };
  },
  ofOrganisation: [],
  shows: {
    battery: batteryCalls.get,
    gimbal: gimbalCalls.get,
    remoteController: remoteControllerCalls.get,
    robot: robotCalls.get,
    drone: droneCalls.get,
  },
  makes: async (ask) => ({
    device: (await ask(batteryCalls.add, { name: 'Mass', sn: 'MASS0001', vendor: 'DJI' })).oid,
    drone: (await ask(droneCalls.add, { name: '质量', sn: 'MASS0002', vendor: 'DJI' })).oid,
  }),
};
