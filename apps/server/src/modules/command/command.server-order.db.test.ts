import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { hearDock, hearDrone, type ReadyDock } from '../../testing/command-bench.ts';
import { draftForServer, draftScheduledStart, draftWindReturn } from './command.draft.ts';
import { bench, override, run, start, useCommandBench } from './command.fixture.ts';

useCommandBench();

/** What became of the order under a key; undefined: there is none. */
const outcomeOf = async (key: string) => {
  const { rows } = await sql<{ state: string; reason: string | null }>`select state, reason from command
    where idempotency_key = ${key}`.execute(bench.db);
  return rows[0];
};
const endOf = async (key: string) => {
  await expect.poll(async () => (await outcomeOf(key))?.state).toMatch(/accepted|succeeded|failed/);
  return outcomeOf(key);
};

/** Has the server give its areas to a dock, and waits for what becomes of it. */
const areasTo = async (dockOID: string, memberOID: string) => {
  const dock = bench.links.get(dockOID)?.dock;
  if (!dock) throw new Error('no dock');
  const request = { memberOID, key: randomUUID(), arguments: {} };
  await draftForServer(bench.runtime, bench.audit.forControl, dock, 'flightAreasUpdate', request);
  return endOf(request.key);
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

describe('the return home from the wind', () => {
  /** A flight that is in the air while somebody else controls its dock, and the wind that was found there. */
  const inWind = async (state = 'ordered') => {
    const at = await bench.ready();
    await override(at);
    hearDrone(bench, at.link, { mode_code: 5, elevation: 60 });
    hearDock(bench, at.link, { mode_code: 4, drone_in_dock: 0 });
    const key = randomUUID();
    await run(`update flight set state = 'inFlight' where oid = '${at.flightOID}'`);
    await sql`insert into wind_abort (oid, group_root, flight_oid, dock_oid, state, wind, wind_limit, seconds, made_at, decided_at)
      values (${key}::uuid, ${bench.groupRoot}::uuid, ${at.flightOID}::uuid, ${at.dockOID}::uuid, ${state}, 14, 12, 20, now(),
        case when ${state} = 'asked' then null else now() end)`.execute(bench.db);
    return { at, key };
  };
  const draft = ({ dockOID, flightOID, who: { memberOID } }: ReadyDock, key: string) =>
    bench.db.transaction().execute((trx) =>
      draftWindReturn(bench.runtime, trx, {
        dock: { oid: dockOID, groupRoot: bench.groupRoot },
        flightOID,
        memberOID,
        key,
      }),
    );
  const claimUntil = (dockOID: string, end: number) =>
    sql`update gateway_claim set expires_at = ${new Date(end)} where dock_oid = ${dockOID}::uuid`.execute(
      bench.db,
    );

  it('goes out past whoever controls the dock, once', async () => {
    const { at, key } = await inWind();
    expect(await draft(at, key)).toBe(true);
    expect(await draft(at, key)).toBe(false);
    expect(await endOf(key)).toMatchObject({ reason: null });
    expect(bench.sentTo(at.dockOID)).toEqual(['return_home']);
  });

  it('lets nothing else out than the return home', async () => {
    const { at, key } = await inWind();
    const { dockOID, flightOID, who } = at;
    const dock = { oid: dockOID, groupRoot: bench.groupRoot };
    await bench.db
      .transaction()
      .execute((trx) =>
        draftScheduledStart(bench.runtime, trx, { dock, flightOID, memberOID: who.memberOID, key }),
      );
    expect(await endOf(key)).toMatchObject({ state: 'failed', reason: 'controlMissing' });
    expect(bench.sentTo(dockOID)).toEqual([]);
  });

  it('is not written while no gateway speaks to the dock', async () => {
    const { at, key } = await inWind();
    await claimUntil(at.dockOID, bench.clock.wall() - 1);
    expect(await draft(at, key)).toBe(false);
    expect(await outcomeOf(key)).toBeUndefined();
    await claimUntil(at.dockOID, bench.clock.wall() + 3_600_000);
    expect(await draft(at, key)).toBe(true);
  });

  it.each(['asked', 'goOn', 'over'])('is refused where it was not ordered but %s', async (state) => {
    const { at, key } = await inWind(state);
    await draft(at, key);
    expect(await endOf(key)).toEqual({ state: 'failed', reason: 'controlMissing' });
    expect(bench.sentTo(at.dockOID)).toEqual([]);
  });
});

it('an order that moves nothing is taken of a member without control of the dock', async () => {
  const at = await bench.ready();
  await override(at);
  const order = { dockOID: at.dockOID, method: 'stopLive' as const, epoch: undefined };
  expect(await bench.order(at.who, order)).toMatchObject({ status: 200 });
  expect(await start(at)).toMatchObject({ reason: 'controlHeld' });
});
