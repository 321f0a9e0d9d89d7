import { webhookData, webhookEvents } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSeal } from '../../platform/seal.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';

const north = 'north-administrator';
let rooms: TestRooms;
let at: { dockOID: string; taskOID: string; routeOID: string };

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('north', ['administrator'], 'Flug-4711!');
  await rooms.seed('south', ['administrator'], 'Flug-4711!');
  const make = createTestFlights(rooms.runtime);
  at = {
    dockOID: await make.dock(north),
    taskOID: await make.task(north),
    routeOID: await make.route(north),
  };
});
afterAll(() => rooms.close());
beforeEach(async () => {
  await sql`delete from webhook`.execute(rooms.db);
});

const addWebhook = async (account = north): Promise<string> => {
  const oid = rooms.runtime.newOid();
  const secret = await createSeal(rooms.db).close('whsec_AAAA');
  await sql`insert into webhook (oid, group_root, group_oid, name, url, events, secret, created_by)
    select ${oid}::uuid, group_root, group_oid, 'hook', 'https://hooks.example.com/', ${[...webhookEvents]}::text[],
      ${secret}, oid from member where account = ${account}`.execute(rooms.db);
  return oid;
};
const addOrder = () =>
  sql`insert into work_order (oid, group_root, group_oid, name, class, created_by)
    select gen_random_uuid(), group_root, group_oid, 'crack', 'crack', oid from member
    where account = ${north}`.execute(rooms.db);
const moveOrder = () =>
  sql`update work_order set state = 'ignored' where state = 'unassigned'`.execute(rooms.db);

const sendReport = async (): Promise<void> => {
  const { db } = rooms;
  await sql`delete from report_schedule`.execute(db);
  await sql`insert into report_schedule (oid, group_root, group_oid, name, day, hour, format, language,
      recipient_oids, created_by)
    select gen_random_uuid(), group_root, group_oid, 'monthly', 1, 8, 'pdf', 'en', array[oid], oid from member
    where account = ${north}`.execute(db);
  await sql`insert into report_sending (oid, group_root, group_oid, schedule_oid, month, due_at)
    select gen_random_uuid(), group_root, group_oid, oid, '2026-10', now() from report_schedule`.execute(db);
  await sql`update report_sending set state = 'making'`.execute(db);
  await sql`update report_sending set state = 'sent', sent_at = now(), is_empty = true`.execute(db);
};

/** What its rooms write when each of the events happens, once. */
const everything = async (): Promise<void> => {
  const { db } = rooms;
  const flight = await createTestFlights(rooms.runtime).flight(north, at);
  await sql`update flight set state = 'inFlight', start_time = now() where oid = ${flight}`.execute(db);
  await sql`update flight set percent = 50 where oid = ${flight}`.execute(db);
  await sql`update flight set state = 'over', outcome = 'done', end_time = now() where oid = ${flight}`.execute(
    db,
  );
  await sql`insert into device_health (oid, group_root, group_oid, dock_oid, device, code, level, in_the_sky,
      first_at, last_at)
    select gen_random_uuid(), group_root, group_oid, oid, 'dock', '0x1', 2, false, now(), now() from dock
    where oid = ${at.dockOID}`.execute(db);
  await sql`update device_health set cleared_at = now() where cleared_at is null`.execute(db);
  await addOrder();
  await moveOrder();
  await sql`insert into media (oid, group_root, group_oid, flight_oid, object_key, name, kind, size, lng, lat)
    select gen_random_uuid(), group_root, group_oid, oid, ${`media/${flight}`}, 'one.jpg', 'photo', 7, 8.5, 'NaN'
    from flight where oid = ${flight}`.execute(db);
  await sql`insert into detection_task (oid, group_root, group_oid, flight_oid, created_at)
    select gen_random_uuid(), group_root, group_oid, oid, now() from flight where oid = ${flight}`.execute(
    db,
  );
  await sql`delete from inspection_report`.execute(db);
  await sql`insert into inspection_report (oid, group_root, group_oid, name, month, created_by)
    select gen_random_uuid(), group_root, group_oid, 'month', '2026-11', oid from member
    where account = ${north}`.execute(db);
  await sql`update inspection_report set state = 'approved', approved_at = now()`.execute(db);
  await sendReport();
};
const written = async () =>
  (
    await sql<{ event: string; data: Record<string, unknown> }>`select event, data from webhook_delivery
      order by event`.execute(rooms.db)
  ).rows;

/** Runs with a table of deliveries that takes no row. */
const withoutDeliveries = async (work: () => Promise<void>): Promise<void> => {
  await sql`alter table webhook_delivery add constraint never check (false) not valid`.execute(rooms.db);
  try {
    await work();
  } finally {
    await sql`alter table webhook_delivery drop constraint never`.execute(rooms.db);
  }
};

it('writes each event once, with what it names', async () => {
  await addWebhook();
  await everything();
  const rows = await written();
  expect(rows.map(({ event }) => event)).toEqual([...webhookEvents].toSorted());
  // Each is what its schema declares for receivers, and nothing else.
  for (const event of webhookEvents) {
    const data = rows.find((row) => row.event === event)?.data;
    const { success, error } = webhookData[event].strict().safeParse(data);
    expect(success, `${event}: ${error?.message}`).toBe(true);
  }
  const dataOf = (event: string) => rows.find((row) => row.event === event)?.data;
  expect(dataOf('flight.over')).toMatchObject({ outcome: 'done', dockOID: at.dockOID });
  expect(dataOf('alarm.raised')).toMatchObject({ code: '0x1', level: 2, clearedAt: null });
  expect(dataOf('media.stored')).toMatchObject({ name: 'one.jpg', size: 7, lng: 8.5, lat: null });
  expect(dataOf('report.approved')).toMatchObject({ month: '2026-11' });
  expect(dataOf('report.sent')).toMatchObject({ month: '2026-10', empty: true });
});

it('never takes a flight, an alarm or a file with it when it cannot be written', async () => {
  await addWebhook();
  await withoutDeliveries(everything);
  expect(await written()).toEqual([]);
  // The rows themselves are there.
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from flight where state = 'over'`.execute(rooms.db);
  expect(rows[0]?.n).toBeGreaterThan(0);
});

it('asks for nothing but its webhooks where an organisation has none', async () => {
  await addWebhook('south-administrator');
  await sql`alter function webhook_note rename to webhook_note_aside`.execute(rooms.db);
  const noted = () =>
    sql<{ n: number }>`select count(*)::int as n from noted`.execute(rooms.db).then(({ rows }) => rows[0]?.n);
  await sql`create table noted (kind text)`.execute(rooms.db);
  await sql`create function webhook_note(kind text, root uuid, department_oid uuid, data jsonb) returns void
    language sql as 'insert into noted values (kind)'`.execute(rooms.db);
  try {
    await everything();
    expect(await noted()).toBe(0);
    await addWebhook();
    await everything();
    expect(await noted()).toBe(webhookEvents.length);
  } finally {
    await sql`drop function webhook_note`.execute(rooms.db);
    await sql`drop table noted`.execute(rooms.db);
    await sql`alter function webhook_note_aside rename to webhook_note`.execute(rooms.db);
  }
});

it('leaves out a webhook that is deleted meanwhile', async () => {
  const [going] = [await addWebhook(), await addWebhook()];
  let order: Promise<unknown> = Promise.resolve();
  await rooms.db.transaction().execute(async (trx) => {
    await sql`delete from webhook where oid = ${going}`.execute(trx);
    order = addOrder();
    // It waits for the end of the deletion.
    await expect
      .poll(
        async () =>
          (
            await sql`select from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`.execute(rooms.db)
          ).rows.length,
      )
      .toBe(1);
  });
  await order;
  expect((await written()).map(({ event }) => event)).toEqual(['workOrder.added']);
});
