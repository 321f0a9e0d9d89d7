import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
  const { audit } = rooms;
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
