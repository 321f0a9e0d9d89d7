import { affirmRuleCalls, workOrderCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const [oid, affirmRule] = [newOid(), newOid()];
    await sql`insert into affirm_rule (oid, group_root, group_oid, name, class, confidence, created_by)
      select ${affirmRule}::uuid, group_root, group_oid, ${name}, ${name}, 0.5, oid
      from member where account = ${account}`.execute(db);
    await sql`insert into work_order (oid, group_root, group_oid, name, class, created_by)
      select ${oid}::uuid, group_root, group_oid, ${name}, ${name}, oid
      from member where account = ${account}`.execute(db);
    return { workOrder: oid, affirmRule };
  },
  ofOrganisation: [],
  shows: { workOrder: workOrderCalls.get, affirmRule: affirmRuleCalls.get },
  makes: async (ask) => ({
    affirm_rule: (await ask(affirmRuleCalls.add, { name: 'Mass', class: 'crack', confidence: 0.9 })).oid,
    work_order: (await ask(workOrderCalls.add, { name: 'Mass', class: 'crack' })).oid,
  }),
};
