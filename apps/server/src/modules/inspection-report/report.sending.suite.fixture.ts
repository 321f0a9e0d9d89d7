import { limits, reportScheduleCalls as calls, type ReportSchedule, type ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import {
  administrator,
  asking,
  below,
  chief,
  coverage,
  folder,
  found,
  jobs,
  local,
  look,
  month,
  objects,
  rooms,
  stranger,
} from './inspection-report.fixture.ts';
import { renderNext, sendingOf } from './index.ts';
import { openSendings } from './report-schedule.store.ts';

type Sending = ResponseOf<typeof calls.sendings>['list'][number];
const noticed: { kind: string; to: readonly string[] }[] = [];
const memberOf = async (account: string): Promise<string> =>
  (await rooms.member.byAccount(rooms.db, account))?.oid ?? '';

const send = (fails = false): Promise<void> => {
  const { runtime, audit, db } = rooms;
  return sendingOf({
    runtime,
    audit,
    coverage,
    timeZoneOf: async () => 'Asia/Shanghai',
    letterheadOf: async () => look.now,
    readersOf: async () => [await memberOf(chief)],
    notify: async (_db, to, { kind }) => {
      if (fails) throw new Error('the database is away');
      noticed.push({ kind, to });
      await sql`select 1`.execute(db);
    },
  })();
};
const make = async (): Promise<void> => {
  while (await renderNext({ runtime: rooms.runtime, objects, dataDir: folder, jobs }));
};
/** A schedule that was made long before. */
const schedule = async (part: object = {}): Promise<ReportSchedule> => {
  const given = { name: 'Monthly', day: 1, hour: 0, format: 'html', language: 'en' };
  const recipientOIDs = [await memberOf(chief), await memberOf(local)];
  const made = await administrator<ReportSchedule>(calls.add, { ...given, recipientOIDs, ...part });
  await sql`update report_schedule set created_at = '2025-01-01' where oid = ${made.oid}::uuid`.execute(
    rooms.db,
  );
  return made;
};
const sendings = async (): Promise<Sending[]> =>
  (await administrator<{ list: Sending[] }>(calls.sendings, {})).list;

/** What schedules send. */
export function sendingSuite(): void {
  describe('the report of a month by its schedule', () => {
    beforeEach(async () => {
      await sql`delete from report_schedule`.execute(rooms.db);
      noticed.length = 0;
    });

    it('is made and sent once by two servers, also where nothing happened, and says who was reached', async () => {
      await schedule();
      await Promise.all([send(), send()]);
      expect(await sendings()).toMatchObject([{ month, state: 'making', empty: true, sentAt: null }]);
      await make();
      await Promise.all([send(), send()]);
      await send();
      expect(noticed).toEqual([{ kind: 'reportSent', to: [await memberOf(chief)] }]);
      const [sent] = await sendings();
      // Due on the first day, and the clock of tests stands later.
      expect(sent).toMatchObject({ state: 'sent', late: true, reason: null });
      expect(sent?.recipients).toHaveLength(1);
      expect(sent?.missed).toHaveLength(1);
      const { rows } = await sql`select 1 from audit_log where action = 'reportSchedule.send'`.execute(
        rooms.db,
      );
      expect(rows).toHaveLength(1);
    });

    it('waits for what nobody handled, says once that it is late, and is sent afterwards', async () => {
      await found(chief, null);
      await schedule();
      await send();
      await send();
      expect(noticed.map(({ kind }) => kind)).toEqual(['reportDelayed']);
      expect(await sendings()).toMatchObject([{ state: 'waiting', reason: 'reportUnhandled', late: true }]);
      await sql`update detection_outcome set verdict = 'confirmed'`.execute(rooms.db);
      await send();
      await make();
      await send();
      expect(noticed.map(({ kind }) => kind)).toEqual(['reportDelayed', 'reportSent']);
      expect(await sendings()).toMatchObject([{ state: 'sent', empty: false }]);
    });

    it('gets its turn though many before it wait for people', async () => {
      await found(chief, null);
      await schedule();
      await send();
      const [waiting] = await sendings();
      const { rows } = await sql`select 1 from report_sending where tried_at is not null`.execute(rooms.db);
      expect([rows.length, waiting?.state]).toEqual([1, 'waiting']);
      await sql`insert into report_sending (oid, group_root, group_oid, schedule_oid, month, due_at, tried_at)
        select gen_random_uuid(), group_root, group_oid, schedule_oid, 'before ' || one,
          due_at - interval '1 year', now()
        from report_sending, generate_series(1, ${limits.inspectionReport.sendingsAtOnce}) one`.execute(
        rooms.db,
      );
      await sql`update report_sending set tried_at = now() - interval '1 minute' where month = ${month}`.execute(
        rooms.db,
      );
      expect((await openSendings(rooms.db))[0]).toBe(waiting?.oid);
    });

    it('is sent later where its notices could not be stored', async () => {
      await schedule();
      await send();
      await make();
      await send(true);
      expect(await sendings()).toMatchObject([{ state: 'making' }]);
      await send();
      expect(await sendings()).toMatchObject([{ state: 'sent' }]);
    });

    it('goes to webhooks once, with who was reached', async () => {
      await sql`insert into webhook (oid, group_root, group_oid, name, url, events, secret, created_by)
        select gen_random_uuid(), group_root, group_oid, 'hook', 'https://example.com', '{report.sent}', '', oid
        from member where account = ${chief}`.execute(rooms.db);
      await schedule();
      await send();
      await make();
      await send();
      await send();
      const { rows } = await sql<{ data: { month: string; empty: boolean; recipients: string[] } }>`
        select data from webhook_delivery where event = 'report.sent'`.execute(rooms.db);
      expect(rows).toMatchObject([{ data: { month, empty: true } }]);
      expect(rows[0]?.data.recipients).toHaveLength(1);
      await sql`delete from webhook`.execute(rooms.db);
    });

    it('is not sent for a month that was due before there was a schedule, nor by one that is switched off', async () => {
      const { oid } = await schedule();
      await sql`update report_schedule set created_at = ${new Date(rooms.runtime.serverTime())} where oid = ${oid}::uuid`.execute(
        rooms.db,
      );
      await send();
      const off = await schedule();
      await administrator(calls.edit, { oid: off.oid, enabled: false });
      await send();
      expect(await sendings()).toEqual([]);
    });

    it('names the chosen ones and finds people by their names, however many there are', async () => {
      const { db } = rooms;
      const most = limits.inspectionReport.recipientsMost;
      await sql`insert into member (oid, group_root, group_oid, account, name, password_hash)
        select gen_random_uuid(), group_root, group_oid, 'many-' || n, 'A person ' || lpad(n::text, 3, '0'), ''
        from member, generate_series(1, ${most + 5}::int) n where account = ${chief}`.execute(db);
      await sql`insert into member_role (member_oid, role_oid)
        select many.oid, role_oid from member many, member_role join member on member.oid = member_oid
        where many.account like 'many-%' and member.account = ${chief}`.execute(db);
      const last = `A person ${String(most + 5).padStart(3, '0')}`;
      const lastOID = await memberOf(`many-${most + 5}`);
      const foreign = await memberOf(stranger);
      type Answer = ResponseOf<typeof calls.recipients>;
      const first = await administrator<Answer>(calls.recipients, { oids: [lastOID, foreign] });
      expect([first.list.length, first.more]).toEqual([most, true]);
      expect(first.list.map(({ name }) => name)).not.toContain(last);
      expect(first.chosen.map(({ name }) => name)).toEqual([last]);
      const searched = await administrator<Answer>(calls.recipients, { keyword: last.toUpperCase() });
      expect(searched).toMatchObject({ list: [{ oid: lastOID, name: last }], chosen: [], more: false });
      await sql`delete from member where account like 'many-%'`.execute(db);
    });

    it('names only people whom its writer sees, and is foreign to others', async () => {
      expect(await reasonOf(schedule({ recipientOIDs: [await memberOf(stranger)] }))).toBe('notFound');
      expect((await schedule({ groupOID: below })).groupOID).toBe(below);
      const { list } = await asking(stranger)<{ list: unknown[] }>(calls.query, {});
      expect(list).toEqual([]);
    });
  });
}
