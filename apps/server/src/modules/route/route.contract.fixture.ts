import { routeCalls, routeTemplateCalls } from '@eyrie/domain';
import { freshPlan } from '@eyrie/planner';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  // Routes are made first, as things of other rooms stand on them.
  things: async ({ db, newOid, account, name }) => {
    const routeTemplate = newOid();
    await sql`insert into route_template (oid, group_root, group_oid, name, type, remark, placed, plan, created_by)
      select ${routeTemplate}::uuid, group_root, group_oid, ${name}, 'waypoint', ${name}, false,
        ${JSON.stringify(freshPlan('waypoint'))}::jsonb, oid
      from member where account = ${account}`.execute(db);
    return { routeTemplate };
  },
  ofOrganisation: [],
  shows: { route: routeCalls.get, routeTemplate: routeTemplateCalls.get },
};
