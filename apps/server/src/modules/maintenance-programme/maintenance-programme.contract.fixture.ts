import { maintenanceProgrammeCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const oid = newOid();
    await sql`insert into maintenance_programme (oid, group_root, name, kind, days)
      select ${oid}::uuid, group_root, ${name}, 'drone', 365 from member where account = ${account}`.execute(
      db,
    );
    return { maintenanceProgramme: oid };
  },
  ofOrganisation: ['maintenanceProgramme'],
  shows: { maintenanceProgramme: maintenanceProgrammeCalls.get },
  makes: async (ask) => ({
    maintenance_programme: (
      await ask(maintenanceProgrammeCalls.add, { name: 'Mass', kind: 'drone', days: 3 })
    ).oid,
  }),
};
