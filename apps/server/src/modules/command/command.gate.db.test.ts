import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ReadyDock } from '../../testing/command-bench.ts';
import { flightByOid, gateNowOf } from '../flight/index.ts';
import { bench, otherStart, start, useCommandBench } from './command.fixture.ts';

useCommandBench();

const otherFlightOf = async (at: ReadyDock) => {
  const flight = await flightByOid(bench.db, at.flightOID);
  if (!flight) throw new Error('no flight');
  const { items } = await gateNowOf(bench.runtime, null, flight, at.link);
  return items.find(({ item }) => item === 'otherFlight');
};

it.each(['authorised', 'sent', 'unknown'])(
  'the pre-flight check names the flight whose start is %s, by which a start is refused',
  async (state) => {
    const at = await bench.ready();
    expect(await otherFlightOf(at)).toMatchObject({ verdict: 'passed' });
    const flightOID = await otherStart(at, state);
    expect(await otherFlightOf(at)).toMatchObject({ verdict: 'failed', value: flightOID, blocks: true });
    expect(await start(at)).toMatchObject({ reason: 'flightRunning' });
    await sql`update flight set state = 'over', outcome = 'unknown' where oid = ${flightOID}`.execute(
      bench.db,
    );
    expect(await otherFlightOf(at)).toMatchObject({ verdict: 'passed' });
  },
);

it('a start that failed hinders nobody', async () => {
  const at = await bench.ready();
  await otherStart(at, 'failed');
  expect(await otherFlightOf(at)).toMatchObject({ verdict: 'passed' });
});
