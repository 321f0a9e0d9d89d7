import { taskCalls, taskTemplateCalls, workDayCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  // Tasks are made first, as things of other rooms stand on them.
  things: async ({ db, newOid, account, name }) => {
    const taskTemplate = newOid();
    const arrangement = {
      routeOID: newOid(),
      dockOID: newOid(),
      returnAltitude: 100,
      lostAction: 'return',
      clarity: 'hd',
    };
    await sql`insert into task_template (oid, group_root, group_oid, name, remark, arrangement, created_by)
      select ${taskTemplate}::uuid, group_root, group_oid, ${name}, ${name}, ${JSON.stringify(arrangement)}::jsonb, oid
      from member where account = ${account}`.execute(db);
    const workDay = newOid();
    await sql`insert into work_day (oid, group_root, day, kind, name)
      select ${workDay}::uuid, group_root,
        to_char(date '2027-10-01' + (select count(*)::int from work_day), 'YYYY-MM-DD'), 'holiday', ${name} from member
      where account = ${account}`.execute(db);
    return { taskTemplate, workDay };
  },
  ofOrganisation: ['workDay'],
  shows: { task: taskCalls.get, taskTemplate: taskTemplateCalls.get, workDay: workDayCalls.get },
};
