import { inspectionReportCalls, reportScheduleCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const [oid, file, schedule] = [newOid(), newOid(), newOid()];
    // Switched off, so that nothing is sent in the background.
    await sql`insert into report_schedule (oid, group_root, group_oid, name, day, hour, format, language, recipient_oids,
        enabled, created_by)
      select ${schedule}::uuid, group_root, group_oid, ${name}, 1, 8, 'html', 'en', array[oid], false, oid
      from member where account = ${account}`.execute(db);
    await sql`insert into inspection_report (oid, group_root, group_oid, name, month, created_by)
      select ${oid}::uuid, group_root, group_oid, ${name}, '2026-09', oid
      from member where account = ${account}`.execute(db);
    // One that waits would be made in the background, and its row change by itself.
    await sql`insert into inspection_report_file
        (oid, group_root, report_oid, report_version, format, language, content, state, created_by, created_at)
      select ${file}::uuid, group_root, ${oid}::uuid, 0, 'html', 'en', '{}', 'failed', oid, now()
      from member where account = ${account}`.execute(db);
    return { inspectionReport: oid, reportSchedule: schedule };
  },
  ofOrganisation: [],
  shows: { inspectionReport: inspectionReportCalls.get, reportSchedule: reportScheduleCalls.get },
  makes: async (ask) => ({
    inspection_report: (await ask(inspectionReportCalls.add, { name: 'Mass', month: '2026-08' })).oid,
  }),
};
