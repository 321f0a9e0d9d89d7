import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { draftForServer } from './command.draft.ts';
import { bench, run, useCommandBench } from './command.fixture.ts';

useCommandBench();

/** Has the server give its areas to a dock, and waits for what becomes of it. */
const areasTo = async (dockOID: string, memberOID: string) => {
  const dock = bench.links.get(dockOID)?.dock;
  if (!dock) throw new Error('no dock');
  const request = { memberOID, key: randomUUID(), arguments: {} };
  await draftForServer(bench.runtime, bench.audit.forControl, dock, 'flightAreasUpdate', request);
  const read = async () => {
    const { rows } = await sql<{ state: string; reason: string | null }>`select state, reason from command
      where idempotency_key = ${request.key}`.execute(bench.db);
    return rows[0];
  };
  await expect.poll(async () => (await read())?.state).toMatch(/succeeded|failed/);
  return read();
};

it('what the server gives a dock by itself needs no control, and no member who is signed in', async () => {
  const at = await bench.ready();
  await run(`update session set ended_at = now() where oid = '${at.who.sessionOID}'`);
  expect(await areasTo(at.dockOID, at.who.memberOID)).toEqual({ state: 'succeeded', reason: null });
  expect(bench.sentTo(at.dockOID)).toEqual(['flight_areas_update']);
});

it('nothing goes to a dock that is not proved to be the one of its record', async () => {
  const at = await bench.ready();
  await run(`update dock set proved_at = null where oid = '${at.dockOID}'`);
  expect(await areasTo(at.dockOID, at.who.memberOID)).toEqual({ state: 'failed', reason: 'notProved' });
  expect(bench.sentTo(at.dockOID)).toEqual([]);
});
