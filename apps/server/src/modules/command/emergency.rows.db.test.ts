import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createEmergency, type EmergencyDependencies } from './emergency.ts';
import { createJournal, type JournalLine } from './emergency.journal.ts';

let rooms: TestRooms;
let groupRoot: string;
let dir: string;
beforeAll(async () => {
  rooms = await createTestRooms();
  groupRoot = await rooms.seed('south', ['operator'], 'Flug-4711!');
  dir = await mkdtemp(join(tmpdir(), 'eyrie-rows-'));
});
afterAll(async () => {
  await rooms.close();
  await rm(dir, { recursive: true, force: true });
});

const line = (part: Partial<JournalLine>): JournalLine => ({
  commandOID: randomUUID(),
  groupRoot,
  // Neither stands in the database any more, such as after an older backup was restored.
  dockOID: randomUUID(),
  memberOID: randomUUID(),
  method: 'returnHome',
  key: randomUUID(),
  sessionOID: randomUUID(),
  address: '192.0.2.1',
  at: 1_760_000_000_000,
  state: 'unknown',
  code: null,
  ...part,
});

it('an emergency order that the database refuses for its own data leaves its row in short, and no line behind', async () => {
  const journal = createJournal(join(dir, 'journal'));
  const audit = rooms.audit.forControl;
  const emergency = createEmergency(rooms.runtime, { journal, audit } as EmergencyDependencies);
  const lost = line({});
  const hopeless = line({ address: 'x\u0000', groupRoot: 'no organisation' });
  const last = line({ method: 'hover' });
  for (const one of [lost, hopeless, last]) await journal.append(one);
  await emergency.recover();
  await emergency.recover();
  const { rows } = await sql<{ action: string; outcome: string; detail: unknown; correlation_id: string }>`
    select action, outcome, detail, correlation_id from audit_log where action like 'command.%' order by seq
  `.execute(rooms.db);
  const detail = { withoutDatabase: true, reason: 'notKept' };
  expect(rows).toMatchObject([
    { action: 'command.returnHome', outcome: 'unknown', detail, correlation_id: lost.commandOID },
    { action: 'command.hover', outcome: 'unknown', detail, correlation_id: last.commandOID },
  ]);
  expect((await journal.take()).lines).toEqual([]);
  expect(await audit.verify(groupRoot)).toMatchObject({ whole: true });
});

it.each([true, false])(
  'an order whose click came with no time says so in its record: %s',
  async (atReceipt) => {
    const journal = createJournal(join(dir, `receipt-${atReceipt}`));
    const { db, runtime } = rooms;
    const audit = rooms.audit.forControl;
    const dockOID = await createTestFlights(runtime).dock('south-operator');
    const { rows: members } = await sql<{
      oid: string;
    }>`select oid from member where account = 'south-operator'`.execute(db);
    const order = line({ dockOID, memberOID: members[0]?.oid ?? '', ...(atReceipt ? { atReceipt } : {}) });
    await journal.append(order);
    await createEmergency(runtime, { journal, audit } as EmergencyDependencies).recover();
    const { rows } = await sql<{ record: object; audited: object }>`
    select c.arguments as record, a.detail as audited from command c
      join audit_log a on a.correlation_id = c.oid::text where c.oid = ${order.commandOID}::uuid
  `.execute(db);
    expect(rows).toHaveLength(1);
    for (const said of [rows[0]?.record, rows[0]?.audited])
      expect('atReceipt' in (said ?? {})).toBe(atReceipt);
  },
);
