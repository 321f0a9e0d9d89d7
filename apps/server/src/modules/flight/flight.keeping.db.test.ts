import { flightKeepingCalls, limits, type FlightRetention, type KeptFlightRules } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCommandBench, type CommandBench } from '../../testing/command-bench.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { testContext } from '../../testing/rooms.ts';
import { createFlightRetaining, flightKeepingEndpoints } from './flight.keeping.ts';
import { createFlightList } from './flight.service.ts';

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
});
afterEach(async () => {
  await sql`delete from flight_retention`.execute(bench.db);
  await sql`update flight set deleted_at = now()`.execute(bench.db);
  bench.reset();
});
afterAll(() => bench.stop());

const day = 86_400_000;
const never = { unflownDays: null, arrangedDays: null, timedDays: null, byHandDays: null };
const keeper = async (wholeOrganisation = true) => {
  const caller = await bench.caller('gamma-administrator');
  return { ...caller, wholeOrganisation, resources: new Set([...caller.resources, 'flight:keep']) };
};
const ask = async <T>(name: keyof typeof flightKeepingCalls, request: object, whole = true): Promise<T> => {
  const declaration = flightKeepingCalls[name];
  const served = flightKeepingEndpoints(bench.runtime, { audit: bench.audit });
  const endpoint = served.find((one) => one.declaration === declaration);
  if (!endpoint) throw new Error(name);
  const context = { ...testContext({ caller: await keeper(whole) }), declaration };
  return (await endpoint.handle(request, context)) as T;
};
/** A flight that was over so many days ago, with three rows of telemetry and a file. */
const flown = async (daysAgo: number, part: { started?: boolean; held?: boolean } = {}): Promise<string> => {
  const { flightOID } = await bench.ready();
  const end = new Date(bench.runtime.serverTime() - daysAgo * day);
  const drone = bench.runtime.newOid();
  await sql`update flight set state = 'over', outcome = 'done', end_time = ${end},
      start_time = ${(part.started ?? true) ? end : null}::timestamptz, duration = 600, distance = 1000,
      object_key = ${`dispatch/${flightOID}.kmz`} where oid = ${flightOID}::uuid`.execute(bench.db);
  for (const second of [1, 2, 3])
    await sql`insert into drone_telemetry (drone_oid, at, flight_oid) values (${drone}::uuid,
      ${new Date(end.getTime() - second * 1_000)}, ${flightOID}::uuid)`.execute(bench.db);
  return flightOID;
};
const left = async (flightOID: string) => {
  const { rows } = await sql<{
    gone: boolean;
    file: string | null;
    duration: number;
    telemetry: number;
    lines: number;
  }>`select deleted_at is not null as gone, object_key as file, duration::float8 as duration,
      (select count(*)::int from drone_telemetry where flight_oid = flight.oid) as telemetry,
      (select count(*)::int from audit_log where action = 'flight.retire'
        and detail ->> 'flightOID' = flight.oid::text) as lines
    from flight where oid = ${flightOID}::uuid`.execute(bench.db);
  return rows[0];
};
const whole = (flightOID: string) => ({
  gone: false,
  file: `dispatch/${flightOID}.kmz`,
  duration: 600,
  telemetry: 3,
  lines: 0,
});
const retired = { gone: true, file: null, duration: 600, telemetry: 0, lines: 1 };

/** Passes on two servers at once. @returns the files that went */
const pass = async (): Promise<string[]> => {
  const gone: string[] = [];
  const objects = { delete: async (key: string) => void gone.push(key) };
  const one = createFlightRetaining(bench.runtime, { audit: bench.audit, objects });
  const two = createFlightRetaining(bench.runtime, { audit: bench.audit, objects });
  await Promise.all([one(), two()]);
  return [...new Set(gone)];
};
const rules = async (set: Partial<FlightRetention>, age: number = limits.flightKeeping.actsAfter) => {
  const kept = await ask<KeptFlightRules>('setRetention', { ...never, ...set, version: 0 });
  await sql`update flight_retention set set_at = ${new Date(bench.runtime.serverTime() - age)}`.execute(
    bench.db,
  );
  return kept;
};

describe('the retention of records of flights', () => {
  it('deletes what is older than its kind may be, with telemetry and file, once, and leaves its line', async () => {
    const [old, young, unflown] = [await flown(40), await flown(20), await flown(40, { started: false })];
    await rules({ arrangedDays: 30 });
    expect(await pass()).toEqual([`dispatch/${old}.kmz`]);
    // What counts for its aircraft stays.
    expect(await left(old)).toEqual(retired);
    expect(await left(young)).toEqual(whole(young));
    expect(await left(unflown)).toEqual(whole(unflown));
    expect(await pass()).toEqual([]);
    expect(await left(old)).toEqual(retired);
    const list = createFlightList(bench.runtime, { audit: bench.audit, department: bench.department });
    const context = testContext({ caller: await keeper() });
    expect(await reasonOf(list.get(old, context))).toBe('notFound');
  });

  it('waits a day after the rules were set, and keeps everything where there are none', async () => {
    const old = await flown(40);
    await pass();
    expect(await left(old)).toEqual(whole(old));
    const set = await rules({ arrangedDays: 30 }, limits.flightKeeping.actsAfter - 60_000);
    expect(set).toMatchObject({
      arrangedDays: 30,
      version: 1,
      allowed: ['setRetention', 'retentionPreview'],
    });
    await pass();
    expect(await left(old)).toEqual(whole(old));
  });

  it('is seen first: how many of each kind, how many are held, and the oldest by name', async () => {
    const [oldest, old] = [await flown(50), await flown(40)];
    const held = await flown(45);
    await ask('hold', { oids: [held], reason: '事故调查' });
    await flown(40, { started: false });
    const seen = await ask<{ flights: { oid: string }[]; kinds: object[]; held: number }>(
      'retentionPreview',
      {
        ...never,
        arrangedDays: 30,
      },
    );
    expect(seen.held).toBe(1);
    expect(seen.kinds).toContainEqual({ kind: 'arranged', count: 2 });
    expect(seen.kinds).toContainEqual({ kind: 'unflown', count: 0 });
    expect(seen.flights.map(({ oid }) => oid)).toEqual([oldest, old]);
    expect(await left(old)).toEqual(whole(old));
  });

  it('takes nothing that is held, says by whom and why, and takes it once the hold is ended', async () => {
    const held = await flown(40);
    await ask('hold', { oids: [held], reason: '事故调查' });
    await rules({ arrangedDays: 30 });
    await pass();
    expect(await left(held)).toEqual(whole(held));
    const list = createFlightList(bench.runtime, { audit: bench.audit, department: bench.department });
    const context = testContext({ caller: await keeper() });
    const shown = await list.get(held, context);
    expect(shown).toMatchObject({ heldBy: context.caller.name, heldReason: '事故调查' });
    expect(shown.allowed).toContain('release');
    await ask('release', { oids: [held] });
    await pass();
    expect(await left(held)).toEqual(retired);
  });

  it('keeps one that waits from being deleted by people while it is held', async () => {
    const { flightOID } = await bench.ready();
    await ask('hold', { oids: [flightOID], reason: '事故调查' });
    const list = createFlightList(bench.runtime, { audit: bench.audit, department: bench.department });
    const context = testContext({ caller: await keeper() });
    expect(await reasonOf(list.remove([flightOID], context))).toBe('flightHeld');
    await ask('release', { oids: [flightOID] });
    expect(await reasonOf(list.remove([flightOID], context))).toBe('done');
  });

  it('is of the whole organisation, of one version after the other, and of flights that the caller sees', async () => {
    expect(await reasonOf(ask('setRetention', { ...never, version: 0 }, false))).toBe('retentionOfWhole');
    expect(await reasonOf(ask('retentionPreview', never, false))).toBe('retentionOfWhole');
    await ask('setRetention', { ...never, timedDays: 90, version: 0 });
    expect(await reasonOf(ask('setRetention', { ...never, version: 0 }))).toBe('conflict');
    expect(await reasonOf(ask('hold', { oids: [bench.runtime.newOid()], reason: 'x' }))).toBe('notFound');
  });

  it('goes on with the files of records that went before a crash', async () => {
    const old = await flown(40);
    await rules({ arrangedDays: 30 });
    const failing = createFlightRetaining(bench.runtime, {
      audit: bench.audit,
      objects: { delete: async () => Promise.reject(new Error('the store is away')) },
    });
    await expect(failing()).rejects.toThrow('away');
    expect(await left(old)).toMatchObject({ gone: true, telemetry: 0, file: `dispatch/${old}.kmz` });
    expect(await pass()).toEqual([`dispatch/${old}.kmz`]);
    expect(await left(old)).toEqual(retired);
  });
});
