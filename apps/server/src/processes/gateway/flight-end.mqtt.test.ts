import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { until, type Answer } from '../../testing/caller.ts';
import { createPilot } from '../../testing/pilot.ts';
import { startDockProcess, type SimulatedDockProcess } from '../../testing/simulator-process.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const sn = 'ENDLESSDOCK01';
let server: TestServer;
let simulator: SimulatedDockProcess | null = null;
let routeOID: string;

beforeAll(async () => {
  server = await startTestServer();
  routeOID = (await server.uploadRoute()).oid;
});
afterAll(async () => {
  await simulator?.end();
  await server?.close();
});

const flightOf = async (oid: string): Promise<Answer['data']> =>
  (await server.call(calls.flight.get, { oid })).data;

it('a flight whose end is never reported is closed from the state of its dock, and says so', async () => {
  const groupOID = server.groupOID;
  const request = { name: '无终机场', model: '3-2-0', sn, groupOID, vendor: 'DJI' };
  const added = (await server.call(calls.dock.add, request)).data;
  const oid = added.oid as string;
  const broker = server.running.mqtt;
  simulator = await startDockProcess(added.secret as string, { broker, sn, speed: 50 });
  const flightOID = await server.addFlight(oid, routeOID);
  const gate = (): Promise<Answer> => server.call(calls.flight.gate, { oid: flightOID });
  await until('gate', gate, ({ data }) => data?.ready === true);
  const epoch = await server.takeLease(oid);
  const nonce = await server.nonceFor(oid, 'startJob');
  await simulator.fail({ kind: 'dropEnd' });
  const started = await server.call(calls.command.startJob, {
    oid,
    flightOID,
    key: randomUUID(),
    epoch,
    nonce,
  });
  expect(started).toMatchObject({ status: 200 });
  const dock = async (): Promise<Answer['data']> => (await server.call(calls.dock.get, { oid })).data;
  await until('at work', dock, ({ workState }) => workState === 'working');
  await until('idle again', dock, ({ workState }) => workState === 'idle');
  const idleAt = performance.now();
  const over = await until(
    'closed',
    () => flightOf(flightOID),
    ({ state }) => state === 'over',
  );
  expect(performance.now() - idleAt).toBeLessThan(promised(15_000));
  expect(over).toMatchObject({
    outcome: 'done',
    outcomeReason: 'endSeenInDock',
    learnedBy: 'dockState',
    currentWaypoint: over.waypointCount - 1,
  });
});

it('a report that comes after that corrects the record; a second one changes nothing', async () => {
  const at = await createPilot(server).flyingDock();
  const home = { A: { mode_code: 0, drone_in_dock: 1 }, C: { flighttask_step_code: 5 } };
  const report = setInterval(() => {
    void at.dock.osdParts(home);
    void at.dock.droneOsd({ mode_code: 0 });
  }, 500);
  const over = await until(
    'closed',
    () => flightOf(at.flightOID),
    ({ state }) => state === 'over',
  );
  clearInterval(report);
  // It was heard at the second of three waypoints.
  expect(over).toMatchObject({ outcome: 'partly', outcomeReason: 'endSeenInDock', learnedBy: 'dockState' });
  await at.dock.progress(at.flightOID, { status: 'ok', percent: 100, mediaCount: 3 });
  expect(await flightOf(at.flightOID)).toMatchObject({
    outcome: 'done',
    outcomeReason: null,
    learnedBy: 'report',
    mediaExpected: 3,
    endTime: over.endTime,
  });
  await at.dock.progress(at.flightOID, { status: 'failed', result: 321_784 });
  expect(await flightOf(at.flightOID)).toMatchObject({ outcome: 'done', outcomeReason: null });
});
