import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, type OccurrenceRecord } from '@eyrie/domain';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAt, signIn, until, uploadRouteTo, type Answer } from '../testing/caller.ts';
import { sharedParts, startSharedParts, type SharedParts } from '../testing/outside-parts.ts';
import { startServerProcess, type ServerProcess } from '../testing/server-process.ts';
import { startDockProcess, type SimulatedDockProcess } from '../testing/simulator-process.ts';

const password = 'Condition#2026-aA1';
const sn = 'CONDITIONDOCK';
const names = ['a', 'b'] as const;

describe(`a conditional task whose server is killed (${sharedParts})`, { timeout: 180_000 }, () => {
  let dataDir: string;
  let shared: SharedParts;
  let sql: pg.Client;
  let dock: SimulatedDockProcess;
  let arrangement: Record<string, unknown>;
  const servers = new Map<string, ServerProcess>();
  const tokens = new Map<string, string>();

  const start = async (name: string): Promise<void> => {
    const server = await startServerProcess({
      EYRIE_DATA_DIR: dataDir,
      EYRIE_DATABASE_URL: shared.database.url,
      EYRIE_MQTT_URL: shared.broker.url,
      EYRIE_PUBLIC_MQTT_URL: shared.broker.devices,
      EYRIE_ADMIN_PASSWORD: password,
      EYRIE_INSTANCE_ID: name,
    });
    servers.set(name, server);
    await server.ready();
    tokens.set(name, (await signIn(server.url, 'admin', password)).token);
  };
  const callBy = (
    name: string,
    declaration: Parameters<typeof callAt>[2],
    request: Record<string, unknown>,
  ): Promise<Answer> => callAt(servers.get(name)?.url ?? '', tokens.get(name) ?? '', declaration, request);
  /** The server that speaks to the dock, and the other one. */
  const sides = async (): Promise<[string, string]> => {
    const owner = await until(
      'owner',
      async () =>
        (
          await sql.query<{ name: string }>(
            `select instance_id as name from gateway_claim join instance using (instance_id)
             where expires_at > to_timestamp(0) and claims_until > now()`,
          )
        ).rows[0]?.name,
      (name) => name !== undefined,
    );
    return owner === 'a' ? ['a', 'b'] : ['b', 'a'];
  };
  const orders = async (taskOID: string): Promise<string[]> =>
    (
      await sql.query<{ order: string }>(
        `select concat_ws(' ', method, command.state) as order from command join flight on flight.oid = flight_oid
         where task_oid = $1 order by command.created_at`,
        [taskOID],
      )
    ).rows.map(({ order }) => order);
  /** Orders that the dock received, once for each message. */
  const received = async (): Promise<string[]> => (await dock.services()).map(({ method }) => method);

  /** A task whose dock has it since a moment, and whose run is due in so many ms. @returns the server that had it take that */
  const prepared = async (name: string, ms: number, battery = 40) => {
    const [owner, other] = await sides();
    const at = new Date(Date.now() + 600_000).toISOString().slice(0, 16);
    const request = {
      name,
      type: 'single',
      schedule: { timeZone: 'UTC', at },
      arrangement: { ...arrangement, condition: { battery, minutes: 1 } },
    };
    const added = await callBy(owner, calls.task.add, request);
    expect(added).toMatchObject({ status: 200 });
    const taskOID = added.data.oid as string;
    const dueAt = Date.now() + ms;
    await sql.query('update task_occurrence set due_at = $2 where task_oid = $1', [taskOID, new Date(dueAt)]);
    await until(
      'prepared',
      () => orders(taskOID),
      (found) => found[0] === 'prepareJob succeeded',
    );
    return { taskOID, dueAt, owner, other };
  };
  const runBy = async (name: string, taskOID: string): Promise<OccurrenceRecord> =>
    (await callBy(name, calls.task.occurrences, { oid: taskOID })).data.list[0] as OccurrenceRecord;
  const decidedBy = (name: string, taskOID: string): Promise<OccurrenceRecord> =>
    until(
      'decided',
      () => runBy(name, taskOID),
      ({ state }) => !['planned', 'launching'].includes(state),
      100_000,
    );

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'eyrie-condition-'));
    shared = await startSharedParts();
    sql = new pg.Client({ connectionString: shared.database.url });
    await sql.connect();
    for (const name of names) await start(name);
    const { token, groupOID } = await signIn(servers.get('a')?.url ?? '', 'admin', password);
    const routeOID = await uploadRouteTo(servers.get('a')?.url ?? '', token);
    const place = { name: '条件机场', model: '3-2-0', sn, groupOID, vendor: 'DJI' };
    const { data } = await callBy('a', calls.dock.add, place);
    const dockOID = data.oid as string;
    arrangement = { routeOID, dockOID, returnAltitude: 100, lostAction: 'return', clarity: 'hd' };
    dock = await startDockProcess(data.secret as string, { broker: shared.broker.devices, sn, speed: 50 });
    const ready = (await callBy('a', calls.flight.add, arrangement)).data.oid as string;
    await until(
      'gate',
      () => callBy('a', calls.flight.gate, { oid: ready }),
      ({ data: gate }) => gate?.ready === true,
    );
    await callBy('a', calls.flight.remove, { oids: [ready] });
  });
  afterAll(async () => {
    await dock?.end();
    for (const one of servers.values()) await one.end('SIGKILL');
    await sql?.end();
    await shared?.broker.stop();
    await shared?.database.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is started once by the other one', async () => {
    const { taskOID, owner, other, dueAt } = await prepared('接管', 15_000);
    await servers.get(owner)?.end('SIGKILL');
    const run = await decidedBy(other, taskOID);
    expect(run).toMatchObject({ state: 'launched', reason: 'metCondition' });
    const found = await orders(taskOID);
    expect(found).toHaveLength(2);
    expect(found[1]).toMatch(/^startJob (accepted|in_progress|succeeded)$/);
    expect(await received()).toEqual(['flighttask_prepare', 'flighttask_execute']);
    const { data } = await callBy(other, calls.flight.get, { oid: run.flightOID });
    expect(data.startTime).toBeGreaterThanOrEqual(dueAt);
    await start(owner);
    await until(
      'over',
      () => callBy(other, calls.flight.get, { oid: run.flightOID }),
      ({ data: flight }) => flight.state === 'over',
    );
    expect(await orders(taskOID)).toHaveLength(2);
  });

  it('is taken back by the other one where it is paused meanwhile, and never starts', async () => {
    const before = (await received()).length;
    const { taskOID, owner, other } = await prepared('停飞', 40_000, 100);
    await servers.get(owner)?.end('SIGKILL');
    expect(await callBy(other, calls.task.pauseTask, { oid: taskOID, reason: '停飞' })).toMatchObject({
      status: 200,
    });
    await until(
      'taken back',
      () => orders(taskOID),
      (found) => found.includes('undoJob succeeded'),
    );
    // What the dock did not say again to the server that took over is refused there, and ordered once more.
    const left = (await orders(taskOID)).filter((order) => !order.endsWith(' failed'));
    expect(left).toEqual(['prepareJob succeeded', 'undoJob succeeded']);
    expect((await received()).slice(before)).toEqual(['flighttask_prepare', 'flighttask_undo']);
    await start(owner);
  });

  it('of which its dock never reports ready is missed with its reason, notified of and taken back', async () => {
    const before = (await received()).length;
    await dock.fail({ kind: 'readyUnsaid' });
    // Its window of a minute ends soon.
    const { taskOID, owner, other } = await prepared('未满足', -35_000);
    await servers.get(owner)?.end('SIGKILL');
    const run = await decidedBy(other, taskOID);
    expect(run).toMatchObject({ state: 'missed', reason: 'conditionUnmet' });
    await until(
      'notified',
      async () =>
        (
          await sql.query(
            `select 1 from notification where kind = 'taskMissed' and values ->> 'name' = '未满足'`,
          )
        ).rowCount,
      (count) => count === 1,
    );
    await until(
      'taken back',
      () => orders(taskOID),
      (found) => found.includes('undoJob succeeded'),
    );
    expect((await received()).slice(before)).toEqual(['flighttask_prepare', 'flighttask_undo']);
  });
});
