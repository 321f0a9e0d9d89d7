import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts';
import { createAuditLog } from './index.ts';

const groupRoot = '018f0000-0000-7000-8000-000000000001';
const memberOID = '018f0000-0000-7000-8000-000000000002';
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('a row that the database refuses for its own data is owed in short, or not at all, and holds up no other', async () => {
  const db = database.connection.kysely;
  const clock = { wall: () => 1_760_000_000_123, mono: () => 0 };
  const audit = createAuditLog({ db, clock });
  const row = { groupRoot, action: 'command.hover', outcome: 'succeeded', memberOID };
  audit.enqueuePending({ ...row, code: 2 ** 40, dockOID: 'no dock', detail: { commandOID: groupRoot } });
  audit.enqueuePending({ ...row, groupRoot: 'no organisation' });
  audit.enqueuePending({ ...row, action: 'command.returnHome', detail: { withoutDatabase: true } });
  await audit.settle();
  // Not pending any more.
  await audit.settle();
  const { rows } = await sql`
    select action, outcome, member_oid, dock_oid, code, detail from audit_log order by seq`.execute(db);
  expect(rows).toEqual([
    {
      action: 'command.hover',
      outcome: 'succeeded',
      member_oid: memberOID,
      dock_oid: null,
      code: null,
      detail: { reason: 'notKept' },
    },
    {
      action: 'command.returnHome',
      outcome: 'succeeded',
      member_oid: memberOID,
      dock_oid: null,
      code: null,
      detail: { withoutDatabase: true },
    },
  ]);
  expect(await audit.verify(groupRoot)).toMatchObject({ whole: true, rows: 2 });
});

it('a check of others that no row passes blocks the log: nothing of what is owed is shortened or left out', async () => {
  const db = database.connection.kysely;
  const audit = createAuditLog({ db, clock: { wall: () => 1_760_000_000_123, mono: () => 0 } });
  await sql`alter table audit_log add constraint shut check (false) not valid`.execute(db);
  audit.enqueuePending({
    groupRoot,
    action: 'command.pause',
    outcome: 'succeeded',
    memberOID,
    detail: { at: 1 },
  });
  await audit.settle();
  expect(audit.takesRows()).toBe(false);
  await sql`alter table audit_log drop constraint shut`.execute(db);
  await audit.settle();
  expect(audit.takesRows()).toBe(true);
  const { rows } = await sql`select detail from audit_log where action = 'command.pause'`.execute(db);
  expect(rows).toEqual([{ detail: { at: 1 } }]);
});

it('a log that takes no rows of control takes none in all, keeps what is pending there and goes on with the rest', async () => {
  const db = database.connection.kysely;
  const { forControl, ...audit } = createAuditLog({
    db,
    clock: { wall: () => 1_760_000_000_123, mono: () => 0 },
  });
  await sql`alter table audit_log add constraint shut check (chain <> 'control') not valid`.execute(db);
  audit.enqueuePending({ groupRoot, action: 'device.denied', outcome: 'refused' });
  forControl.enqueuePending({ groupRoot, action: 'command.stop', outcome: 'succeeded' });
  await audit.settle();
  expect([audit.takesRows(), forControl.takesRows()]).toEqual([false, false]);
  const written = () =>
    sql`select action, chain from audit_log where action in ('device.denied', 'command.stop') order by seq`
      .execute(db)
      .then(({ rows }) => rows);
  expect(await written()).toEqual([{ action: 'device.denied', chain: 'general' }]);
  await sql`alter table audit_log drop constraint shut`.execute(db);
  await audit.settle();
  expect([audit.takesRows(), forControl.takesRows()]).toEqual([true, true]);
  expect(await written()).toContainEqual({ action: 'command.stop', chain: 'control' });
  expect(await audit.verify(groupRoot)).toMatchObject({ whole: true });
});
