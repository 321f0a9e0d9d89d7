import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, type CallDeclaration } from '@eyrie/domain';
import { connectDock, type DockClient } from '@eyrie/testing';
import { createLog } from '../platform/log.ts';
import { createTestDatabase } from '../platform/postgres/test-database.ts';
import { readSettings } from '../platform/settings.ts';
import { startAll, type Running } from '../processes/all.ts';
import { callAt, signIn, uploadRouteTo, type Answer } from './caller.ts';

export type { Answer } from './caller.ts';

/**
 * The whole server, as it is started for people, on a database of its own and free ports, with a person
 * signed in and a hand-written dock beside it.
 */
export const openStage = async (given: Record<string, string> = {}) => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'eyrie-stage-'));
  const password = `Stage#${randomUUID().slice(0, 8)}aA1`;
  const env = {
    EYRIE_PORT: '0',
    EYRIE_MQTT_PORT: '0',
    EYRIE_RTMP_PORT: '0',
    EYRIE_DATA_DIR: dataDir,
    EYRIE_DATABASE_URL: database.url,
    EYRIE_DEMO: 'off',
    EYRIE_ADMIN_PASSWORD: password,
    EYRIE_LOG_LEVEL: 'silent',
    EYRIE_INSTANCE_ID: 'stage',
    ...given,
  };
  const start = async (changes: Record<string, string> = {}): Promise<Running> => {
    const settings = readSettings({ ...env, ...changes });
    return startAll(settings, createLog({ level: settings.logLevel }), () => undefined);
  };
  const running = await start();
  await running.ready;
  const docks: DockClient[] = [];

  const login = (url = running.url) => signIn(url, 'admin', password);
  const { token, groupOID } = await login();
  const call = (declaration: CallDeclaration, request: Record<string, unknown> = {}): Promise<Answer> =>
    callAt(running.url, token, declaration, request);

  const uploadRoute = async (): Promise<{ oid: string }> => ({
    oid: await uploadRouteTo(running.url, token),
  });

  /** Registers a dock and lets a hand-written one speak for it. */
  const addDock = async (): Promise<{ oid: string; sn: string; dock: DockClient }> => {
    const sn = `D${createHash('sha256').update(randomUUID()).digest('hex').slice(0, 12).toUpperCase()}`;
    const added = await call(calls.dock.add, {
      name: '测试机场',
      model: '3-2-0',
      sn,
      groupOID,
      vendor: 'DJI',
    });
    if (added.status !== 200) throw new Error(added.message);
    const dock = await connectDock({
      url: running.mqtt,
      sn,
      secret: added.data.secret as string,
      droneSn: `A${sn}`,
    });
    docks.push(dock);
    await dock.start();
    return { oid: added.data.oid as string, sn, dock };
  };

  const addFlight = async (dockOID: string, routeOID: string): Promise<string> => {
    const added = await call(calls.flight.add, {
      routeOID,
      dockOID,
      returnAltitude: 60,
      lostAction: 'return',
      clarity: 'hd',
    });
    if (added.status !== 200) throw new Error(added.message);
    return added.data.oid as string;
  };

  const takeLease = async (dockOID: string, tabId = 'tab-stage-1'): Promise<number> => {
    const taken = await call(calls.lease.take, { oid: dockOID, control: 'flight', tabId });
    if (taken.status !== 200) throw new Error(taken.message);
    return taken.data.epoch as number;
  };

  const nonceFor = async (dockOID: string, method: string): Promise<string> =>
    (await call(calls.command.challenge, { oid: dockOID, method })).data.nonce as string;

  /** Sends healthy osd until the gate's view of the dock is fresh and whole. */
  const untilReady = async (dock: DockClient, flightOID: string): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) {
      await dock.osdParts();
      const gate = await call(calls.flight.gate, { oid: flightOID });
      if (gate.data?.ready === true) return;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    throw new Error('the gate never opened');
  };

  /** Puts the aircraft of a dock into the air, as far as the server can tell. */
  const fly = async (dock: DockClient, dockOID: string, flightOID: string | null = null): Promise<void> => {
    await dock.topology(true);
    for (let turn = 0; turn < 60; turn += 1) {
      await dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 }, C: { flighttask_step_code: 1 } });
      await dock.droneOsd({ mode_code: 5, elevation: 60, horizontal_speed: 8 });
      if (flightOID)
        await dock.progress(flightOID, { status: 'in_progress', percent: 40, waypoint: 1, missionState: 6 });
      const answer = await call(calls.command.flightPause, { oid: dockOID, key: randomUUID() });
      // Without a lease the refusal tells whether the state is there: the state is judged first.
      if (answer.data?.reason === (flightOID ? 'controlMissing' : 'notOnRoute')) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the aircraft never flew');
  };

  return {
    running,
    database,
    env,
    token,
    groupOID,
    start,
    login,
    call,
    callAt,
    uploadRoute,
    addDock,
    addFlight,
    takeLease,
    nonceFor,
    untilReady,
    fly,
    async close(): Promise<void> {
      for (const dock of docks) await dock.close();
      await running.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
export type Stage = Awaited<ReturnType<typeof openStage>>;
