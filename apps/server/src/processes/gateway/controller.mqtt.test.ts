import { randomUUID } from 'node:crypto';
import { calls, type ControllerState } from '@eyrie/domain';
import { connectController, type ControllerClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { readLive, type LiveReader } from '../../testing/live-reader.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let reader: LiveReader;
const open: ControllerClient[] = [];
beforeAll(async () => {
  server = await startTestServer();
  reader = await readLive(server.running.url, await server.login());
});
afterAll(async () => {
  reader?.stop();
  for (const one of open) await one.close();
  await server.close();
});

interface Held {
  oid: string;
  sn: string;
  droneSn: string;
  controller: ControllerClient;
}

/** A controller that is signed in, with or without its aircraft in the hand of its pilot. */
const signedIn = async (given: { droneSn?: string; dockType?: [number, number] } = {}): Promise<Held> => {
  const sn = `RC${randomUUID().slice(0, 8).toUpperCase()}`;
  const { droneSn = `A${sn}` } = given;
  const { oid, secret } = (await server.call(calls.remoteController.connect, { sn })).data;
  const controller = await connectController({
    url: server.running.mqtt,
    sn,
    secret,
    droneSn,
    ...(given.dockType ? { dockType: given.dockType } : {}),
  });
  open.push(controller);
  return { oid, sn, droneSn, controller };
};
const inHand = async (given: Parameters<typeof signedIn>[0] = {}): Promise<Held> => {
  const held = await signedIn(given);
  await held.controller.topology(true);
  await says(held);
  return held;
};
const says = async ({ controller }: Held): Promise<void> => {
  await controller.controllerOsd();
  await controller.droneOsd({ mode_code: 3, elevation: 30 });
};
const stateOf = ({ oid }: Held): ControllerState | null => reader.last('controllerState', oid)?.data ?? null;
const shows = (held: Held, what: string, fits: (state: ControllerState) => boolean) =>
  until(
    what,
    async () => {
      await says(held);
      return stateOf(held);
    },
    (state) => state !== null && fits(state),
  );
const droneOf = (droneSn: string) =>
  server.database.connection.kysely
    .selectFrom('drone')
    .selectAll()
    .where('sn', '=', droneSn)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

describe('a remote controller with an aircraft in the hand of its pilot', () => {
  it('names its model and aircraft on its own topic, and is shown with both and its power', async () => {
    const held = await inHand();
    const state = await shows(held, 'the controller', ({ droneOnline }) => droneOnline);
    expect(state).toMatchObject({
      sn: held.sn,
      online: true,
      percent: 81,
      minutesLeft: null,
      lng: 116.4082,
      lat: 39.9051,
      link: { sdr: 4 },
      droneSn: held.droneSn,
      mayAsk: true,
      mayReturn: true,
      consent: null,
    });
    const drone = state?.droneOID ?? '';
    const telemetry = await until(
      'the aircraft',
      async () => {
        await says(held);
        return reader.last('heldDroneTelemetry', drone)?.data;
      },
      (data) => data?.online === true,
    );
    expect(telemetry).toMatchObject({ sn: held.droneSn, online: true, dockOid: held.oid, elevation: 30 });
    expect(telemetry?.batteries).toMatchObject([{ index: 0, percent: 92, voltage: 24.8 }]);
    await until('the flag', () => reader.last('droneOnline', drone)?.data.online, Boolean);
    // What docks say, it does not.
    expect(reader.last('dockStatus', held.oid)).toBeUndefined();
    expect(reader.last('dockPresence', held.oid)).toBeUndefined();
  });

  it('is in the book with what it says of itself', async () => {
    const held = await signedIn();
    await held.controller.state({ firmware_version: '02.01.0303' });
    await held.controller.topology(true);
    await says(held);
    const record = await until(
      'its report',
      async () => (await server.call(calls.remoteController.get, { oid: held.oid })).data,
      ({ percent, reportedFirmware }) => percent === 81 && reportedFirmware !== null,
      // What is written once waits 30 s for the next.
      45_000,
    );
    expect(record).toMatchObject({
      reportedModel: 'RC Plus 2',
      reportedFirmware: '02.01.0303',
      online: true,
      standing: 'found',
    });
  });

  it('takes its figures along when it goes, and leaves its last place', async () => {
    const held = await inHand();
    await shows(held, 'the controller', ({ droneOnline }) => droneOnline);
    await held.controller.close();
    const gone = await until(
      'its end',
      () => stateOf(held),
      (state) => state?.online === false,
    );
    expect(gone).toMatchObject({ percent: null, droneOnline: false, lng: 116.4082, link: { sdr: null } });
  });

  it('changes nothing by asking for a configuration or a binding', async () => {
    const held = await inHand();
    const answer = await held.controller.request('airport_organization_bind', {
      bind_devices: [{ sn: held.sn, device_binding_code: 'x', organization_id: 'y' }],
    });
    expect(answer.data).toMatchObject({ result: expect.any(Number) });
    expect((answer.data as { result: number }).result).not.toBe(0);
    expect(await held.controller.request('config', {})).toMatchObject({ method: 'config' });
  });
});

describe('an aircraft', () => {
  it('of a dock that is flown by hand goes behind the controller, and home again', async () => {
    const { oid: dockOID, dock, sn } = await server.addDock();
    await dock.topology(true);
    await dock.topology(false);
    const home = await until(
      'its dock',
      () => droneOf(`A${sn}`),
      (drone) => drone?.dock_oid === dockOID,
    );
    const held = await inHand({ droneSn: `A${sn}` });
    await until(
      'the hand of the pilot',
      async () => {
        await says(held);
        return droneOf(`A${sn}`);
      },
      (drone) => drone?.dock_oid === held.oid && drone.home_oid === dockOID,
    );
    await shows(held, 'the aircraft', ({ droneOID, droneOnline }) => droneOnline && droneOID === home?.oid);
    await held.controller.topology(false);
    await until(
      'home',
      () => droneOf(`A${sn}`),
      (drone) => drone?.dock_oid === dockOID,
    );
  });

  it('that is on in its dock stays there, and the controller keeps its connection', async () => {
    const { oid: dockOID, dock, sn } = await server.addDock();
    await dock.topology(true);
    const on = async (): Promise<boolean> => {
      await dock.osdParts();
      await dock.droneOsd();
      const snapshot = await server.database.connection.kysely
        .selectFrom('dock_snapshot')
        .select('drone_online')
        .where('dock_oid', '=', dockOID)
        .executeTakeFirst();
      return snapshot?.drone_online ?? false;
    };
    await until('the aircraft on', on, Boolean);
    const held = await inHand({ droneSn: `A${sn}` });
    const state = await shows(held, 'the controller', ({ online }) => online);
    expect(state).toMatchObject({ droneOnline: false, droneOID: null });
    expect(await droneOf(`A${sn}`)).toMatchObject({ dock_oid: dockOID });
    expect(held.controller.connected).toBe(true);
  });
});

describe('the consent of a pilot', () => {
  const order = (declaration: Parameters<TestServer['call']>[0], { oid }: Held, more: object = {}) =>
    server.call(declaration, { oid, key: randomUUID(), ...more });
  /** Asks the pilot of a fresh controller. */
  const asking = async (given: Parameters<typeof signedIn>[0] = {}) => {
    const held = await inHand(given);
    await shows(held, 'the aircraft', ({ droneOnline }) => droneOnline);
    const epoch = await server.takeLease(held.oid);
    const asked = await order(calls.command.controlRequest, held, { epoch });
    return { held, epoch, asked };
  };
  const outcome = (commandOID: string) =>
    until(
      'its outcome',
      async () => (await server.call(calls.command.get, { oid: commandOID })).data,
      ({ state }) => state !== 'accepted',
    );

  it('that is given lets orders through, each sent once, until it is given back', async () => {
    const { held, epoch, asked } = await asking();
    expect(asked).toMatchObject({ status: 200, data: { state: 'accepted' } });
    expect(held.controller.services('cloud_control_auth_request')).toMatchObject([
      { data: { user_callsign: expect.any(String), control_keys: ['flight'] } },
    ]);
    expect(await order(calls.command.returnHome, held, { epoch })).toMatchObject({
      status: 409,
      data: { reason: 'consentMissing' },
    });
    await held.controller.pilotAnswers('ok');
    expect(await outcome(asked.data.commandOID)).toMatchObject({ state: 'succeeded' });
    await shows(held, 'the consent', ({ consent }) => consent?.state === 'granted');
    const key = randomUUID();
    for (const _ of [1, 2])
      expect(await server.call(calls.command.returnHome, { oid: held.oid, key, epoch })).toMatchObject({
        status: 200,
      });
    expect(held.controller.services('return_home')).toHaveLength(1);
    expect(await order(calls.command.controlRelease, held)).toMatchObject({ data: { state: 'succeeded' } });
    expect(await order(calls.command.returnHome, held, { epoch })).toMatchObject({
      data: { reason: 'consentMissing' },
    });
    expect(held.controller.services('return_home')).toHaveLength(1);
  });

  it.each([
    ['failed', 'consentRefused', 'The pilot refused'],
    ['canceled', 'consentCanceled', 'The pilot cancelled the request'],
  ] as const)('that is %s is shown in words, and nothing may be ordered', async (answer, reason, message) => {
    const { held, epoch, asked } = await asking();
    await held.controller.pilotAnswers(answer);
    expect(await outcome(asked.data.commandOID)).toMatchObject({ state: 'failed', reason, message });
    expect(await order(calls.command.returnHome, held, { epoch })).toMatchObject({
      data: { reason: 'consentMissing' },
    });
    expect(held.controller.services('return_home')).toEqual([]);
  });

  it('is asked for once at a time', async () => {
    const { held } = await asking();
    // On a busy machine control has run out by now, or the controller counts as silent until it is heard again.
    const again = await until(
      'refused for the first',
      async () => {
        const epoch = await server.takeLease(held.oid);
        await says(held);
        return order(calls.command.controlRequest, held, { epoch });
      },
      ({ data }) => data?.reason === 'consentPending',
    );
    expect(again.status).toBe(409);
    expect(held.controller.services('cloud_control_auth_request')).toHaveLength(1);
  });

  it('ends with the control of who was given it, and the pilot gets the aircraft back', async () => {
    const { held, epoch, asked } = await asking();
    await held.controller.pilotAnswers('ok');
    await outcome(asked.data.commandOID);
    await server.call(calls.lease.release, {
      oid: held.oid,
      control: 'flight',
      tabId: 'tab-server-1',
      epoch,
    });
    await held.controller.waitForService('cloud_control_release');
    await shows(held, 'its end', ({ consent }) => consent === null);
  });

  it('ends with the connection, and is not there when it comes back', async () => {
    const { held, asked } = await asking();
    await held.controller.pilotAnswers('ok');
    await outcome(asked.data.commandOID);
    held.controller.cut();
    const gone = await until(
      'its end',
      () => stateOf(held),
      (state) => state?.online === false,
    );
    expect(gone?.consent).toBeNull();
  });

  it('is asked of controllers that can, and what others lack is neither offered nor sent', async () => {
    const { held, epoch, asked } = await asking({ dockType: [144, 0] });
    await held.controller.pilotAnswers('ok');
    await outcome(asked.data.commandOID);
    expect((await shows(held, 'the consent', ({ consent }) => consent?.state === 'granted'))?.mayReturn).toBe(
      false,
    );
    expect(await order(calls.command.returnHome, held, { epoch })).toMatchObject({
      status: 409,
      data: { reason: 'methodMissing' },
    });
    expect(held.controller.services('return_home')).toEqual([]);
  });

  it('is asked of nobody where the aircraft is off', async () => {
    const held = await signedIn();
    await held.controller.topology(false);
    await shows(held, 'the controller', ({ online }) => online);
    const epoch = await server.takeLease(held.oid);
    expect(await order(calls.command.controlRequest, held, { epoch })).toMatchObject({
      status: 409,
      data: { reason: 'droneOff' },
    });
  });

  it('of a dock is not asked for', async () => {
    const { oid, dock } = await server.addDock();
    await dock.osdParts();
    await dock.request('config', {});
    const epoch = await server.takeLease(oid);
    expect(await server.call(calls.command.controlRequest, { oid, key: randomUUID(), epoch })).toMatchObject({
      status: 409,
      data: { reason: 'methodMissing' },
    });
  });
});
