import { workOrderCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const oid = newOid();
    await sql`insert into work_order (oid, group_root, group_oid, name, class, created_by)
      select ${oid}::uuid, group_root, group_oid, ${name}, ${name}, oid
      from member where account = ${account}`.execute(db);
    return { workOrder: oid };
  },
  ofOrganisation: [],
  shows: { workOrder: workOrderCalls.get },
  makes: async (ask) => ({
    work_order: (await ask(workOrderCalls.add, { name: 'Mass', class: 'crack' })).oid,
  }),
};
