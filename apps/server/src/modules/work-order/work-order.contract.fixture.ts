import { affirmRuleCalls, orderTargetCalls, workOrderCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const [oid, affirmRule, orderTarget] = [newOid(), newOid(), newOid()];
    await sql`insert into order_target (oid, group_root, group_oid, name, state, severity, hours, days, from_hour, to_hour,
        created_by)
      select ${orderTarget}::uuid, group_root, group_oid, ${name}, 'rejected', 'low', 4, 'everyDay', 8, 18, oid
      from member where account = ${account}`.execute(db);
    await sql`insert into affirm_rule (oid, group_root, group_oid, name, class, confidence, created_by)
      select ${affirmRule}::uuid, group_root, group_oid, ${name}, ${name}, 0.5, oid
      from member where account = ${account}`.execute(db);
    // By when an open order is due would be worked out in the background, and its row change by itself.
    await sql`insert into work_order (oid, group_root, group_oid, name, class, state, created_by)
      select ${oid}::uuid, group_root, group_oid, ${name}, ${name}, 'ignored', oid
      from member where account = ${account}`.execute(db);
    return { workOrder: oid, affirmRule, orderTarget };
  },
  ofOrganisation: [],
  shows: {
    workOrder: workOrderCalls.get,
    affirmRule: affirmRuleCalls.get,
    orderTarget: orderTargetCalls.get,
  },
  makes: async (ask) => ({
    affirm_rule: (await ask(affirmRuleCalls.add, { name: 'Mass', class: 'crack', confidence: 0.9 })).oid,
    order_target: (
      await ask(orderTargetCalls.add, {
        name: 'Mass',
        state: 'inProcess',
        severity: 'high',
        hours: 4,
        days: 'everyDay',
        fromHour: 0,
        toHour: 24,
      })
    ).oid,
    work_order: (await ask(workOrderCalls.add, { name: 'Mass', class: 'crack' })).oid,
  }),
};
