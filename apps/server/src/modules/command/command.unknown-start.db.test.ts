import { sql } from 'kysely';
import { limits } from '@eyrie/domain';
import { openDockLink } from '../dock/index.ts';
import { describe, expect, it } from 'vitest';
import type { ReadyDock } from '../../testing/command-bench.ts';
import { bench, flightOf, heard, otherStart, start, useCommandBench } from './command.fixture.ts';

useCommandBench();

/** Of the start of this flight nobody knows what became: its last step left, and nothing came back. */
const unknownStart = async (): Promise<ReadyDock> => {
  const at = await bench.ready();
  bench.world.leaving = async (method) => {
    if (method === 'flighttask_execute') throw new Error('the connection was reset');
  };
  expect((await start(at)).record).toMatchObject({ state: 'unknown' });
  bench.reset();
  // The outcome is stored, and answered, before its consequence.
  await expect.poll(() => bench.isOpen(at.link)).toBe(true);
  expect(await flightOf(at)).toMatchObject({ state: 'created' });
  return at;
};
/** The dock says something of itself every second. */
const says = async (at: ReadyDock, ms: number, differs: Record<string, unknown> = {}): Promise<void> => {
  for (let passed = 0; passed < ms; passed += 1_000) {
    bench.clock.move(1_000);
    heard(at, differs);
    await bench.reconcile(at.link);
  }
};
const { beginsWithin } = limits.flight;
const open = { state: 'created', outcome: null };

describe('a start of which nobody knows what became', () => {
  it('ends with its flight once the dock is idle with its aircraft inside, and nothing is sent', async () => {
    const at = await unknownStart();
    const sent = bench.sentTo(at.dockOID);
    await says(at, beginsWithin);
    expect(await flightOf(at)).toMatchObject(open);
    await says(at, 1_000);
    expect(await flightOf(at)).toMatchObject({
      state: 'over',
      outcome: 'unknown',
      outcome_reason: 'startNeverSeen',
    });
    expect(bench.sentTo(at.dockOID)).toEqual(sent);
    // The dock is free again, by what is stored.
    const next = await bench.addFlight(at.dockOID);
    const { epoch } = await bench.leases.take(bench.target(at.dockOID), bench.by(at.who), at.tabId);
    const again = await start({ ...at, flightOID: next, epoch });
    expect(again).toMatchObject({ status: 200 });
  });

  it('is still unknown where the aircraft is out, or the dock fell silent', async () => {
    const at = await unknownStart();
    await says(at, 3 * beginsWithin, { drone_in_dock: 0 });
    expect(await flightOf(at)).toMatchObject(open);
    await says(at, beginsWithin / 2);
    bench.clock.move(3 * beginsWithin);
    await bench.reconcile(at.link);
    await says(at, beginsWithin / 2);
    expect(await flightOf(at)).toMatchObject(open);
  });

  it('does not end a flight whose start is known by then', async () => {
    const at = await unknownStart();
    await sql`update command set state = 'failed' where flight_oid = ${at.flightOID}::uuid`.execute(bench.db);
    await says(at, 2 * beginsWithin);
    expect(await flightOf(at)).toMatchObject(open);
  });

  it('goes on as the flight that it is where the dock tells of it after all', async () => {
    const at = await unknownStart();
    await says(at, beginsWithin / 2);
    await bench.progress(at.link, at.flightOID, 'in_progress');
    await says(at, beginsWithin, { mode_code: 4, flighttask_step_code: 1, drone_in_dock: 0 });
    expect(await flightOf(at)).toMatchObject({ state: 'inFlight' });
  });

  it('is found by the server that takes the dock over', async () => {
    const at = await bench.ready();
    const flightOID = await otherStart(at, 'unknown');
    const link = openDockLink(at.link.dock, at.link.fence);
    link.session = true;
    const taken = { ...at, flightOID, link };
    await bench.recoverFlights(link);
    await says(taken, beginsWithin + 1_000);
    expect(await flightOf(taken)).toMatchObject({ outcome: 'unknown', outcome_reason: 'startNeverSeen' });
    expect(await flightOf(at)).toMatchObject(open);
    expect(bench.sentTo(at.dockOID)).toEqual([]);
  });
});
