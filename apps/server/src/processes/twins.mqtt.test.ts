import { randomUUID } from 'node:crypto';
import { calls, commandCalls, type CallDeclaration } from '@eyrie/domain';
import {
  connectController,
  connectDock,
  connectOpenDevice,
  type ControllerClient,
  type DockClient,
  type OpenDeviceClient,
} from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAt, signIn, until } from '../testing/caller.ts';
import { createOperator, type Operator } from '../testing/operator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** Each kind of device that signs in to the broker. */
const kinds = ['dock', 'ownDock', 'robot', 'controller'] as const;
type Kind = (typeof kinds)[number];

interface Registered {
  oid: string;
  secret: string;
}
interface Owned extends Registered {
  sn: string;
  /** What reached the device: methods and orders, in order. */
  reached(): string[];
  /** Says that it is at work, with its aircraft in the air where it has one. */
  works(): Promise<void>;
  close(): Promise<void>;
}

const tabId = 'tab-server-1';
const click = () => ({ key: randomUUID(), tabId, issuedAt: Date.now() });
const point = { lng: 113.9, lat: 22.5 };
const card = { device: 'dock', imei: '490154203237518' };
/** What each order is given beside its key. */
const extras: Record<string, object> = {
  startLive: { videoId: '0' },
  stopLive: {},
  switchQuality: { quality: 2 },
  switchVideo: { videoType: 'zoom' },
  setParameter: { name: 'heightLimit', value: 100 },
  simSlotSwitch: { ...card, slot: 'sim' },
  esimActivate: card,
  esimOperatorSwitch: { ...card, operator: 1 },
  rtkCalibration: { ...point, height: 20 },
  coverForceClose: { padEmpty: true },
  droneFormat: { serial: 'D1' },
  deviceFormat: { serial: 'D1' },
  logQuery: { modules: ['dock'] },
  logUpload: { files: [{ module: 'dock', bootIndexes: [1] }] },
  logUploadCancel: { modules: ['dock'] },
  speakerPlay: { audioOID: randomUUID(), psdkIndex: 2 },
  speakerReplay: { psdkIndex: 2 },
  speakerStop: { psdkIndex: 2 },
  speakerMode: { psdkIndex: 2, playMode: 'once' },
  speakerVolume: { psdkIndex: 2, volume: 50 },
  ota: { devices: [{ sn: 'D1', type: 2 }] },
  takeOff: { ...point, height: 60, safeHeight: 60, rthAltitude: 100, lostAction: 'return', maxSpeed: 5 },
  flyTo: { ...point, height: 60, maxSpeed: 5 },
  poiEnter: { ...point, height: 0 },
  poiSpeed: { circleSpeed: 2 },
  authorityPayload: { payloadIndex: '81-0-0' },
  payloadCommands: { cmd: 'camera_photo_take', data: { payload_index: '81-0-0' } },
  searchlightMode: { psdkIndex: 5, lightMode: 'on' },
  searchlightBrightness: { psdkIndex: 5, brightness: 50 },
  searchlightTrim: { psdkIndex: 5, lamp: 'left', degrees: 1, saved: false },
  searchlightCalibrate: { psdkIndex: 5 },
  widgetSet: { psdkIndex: 1, widget: 0, value: 1 },
  widgetText: { psdkIndex: 1, text: 'on air' },
  robotGoTo: point,
  robotPatrol: { name: 'Fence', points: [point, { ...point, lat: 22.51 }] },
};

let server: TestServer;
let stranger: Operator;
const owned = {} as Record<Kind, Owned>;
const twins = {} as Record<Kind, Registered>;

/** Registers a device of a kind as its people do. */
const register = async (call: Operator['call'], kind: Kind, sn: string, groupOID: string) => {
  const dock = { name: '机场', model: '3-2-0', sn, groupOID, vendor: 'DJI' };
  const own = { ...dock, model: 'Nest 1', vendor: 'own' };
  const data = async (declaration: CallDeclaration, request: Record<string, unknown>) => {
    const answer = await call(declaration, request);
    expect(answer).toMatchObject({ status: 200 });
    return answer.data as Registered;
  };
  if (kind === 'controller') return data(calls.remoteController.connect, { sn });
  if (kind !== 'robot') return data(calls.dock.add, kind === 'dock' ? dock : own);
  const { oid } = await data(calls.robot.add, { name: '机器人', sn, groupOID, vendor: 'own' });
  return { ...(await data(calls.robot.signIn, { oid })), oid };
};

const cloudDevice = async (kind: Kind, sn: string, secret: string) => {
  const line = { url: server.running.mqtt, sn, secret, droneSn: `A${sn}` };
  if (kind === 'dock') {
    const dock = await connectDock(line);
    await dock.start();
    await dock.osdParts();
    return dock;
  }
  const controller = await connectController(line);
  await controller.topology(true);
  await controller.controllerOsd();
  return controller;
};
const openDevice = async (kind: Kind, sn: string, secret: string): Promise<OpenDeviceClient> => {
  const line = { url: server.running.mqtt, sn, secret };
  const device = await connectOpenDevice({ ...line, kind: kind === 'robot' ? 'robot' : 'dock' });
  await device.hello();
  await device.state();
  return device;
};
const inTheAir = async (dock: DockClient): Promise<void> => {
  await dock.topology(true);
  await dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 } });
  await dock.droneOsd({ mode_code: 5, elevation: 60 });
};
const atWork = (device: OpenDeviceClient): Promise<void> =>
  device.state({
    mode: 'working',
    dock: { cover: 'open', aircraftInside: false },
    aircraft: { airborne: true, place: { ...point, height: 90 }, elevation: 50, percent: 70 },
  });
/** Orders once more until the state of the device is known here. What is refused does not leave. */
const ordered = (
  word: 'returnHome' | 'robotStop' | 'controlRequest',
  oid: string,
  works: () => Promise<void>,
) =>
  until(
    word,
    async () => {
      const epoch = await server.takeLease(oid, tabId);
      await works();
      return server.call(calls.command[word], { oid, ...click(), epoch });
    },
    ({ status }) => status === 200,
  );
const methodsOf = (device: DockClient): string[] =>
  device.received
    .filter(({ topic }) => /\/(services|property\/set)$/.test(topic))
    .map(({ method }) => method);

const proved = (oid: string) =>
  until(
    'proved',
    async () =>
      (
        await server.database.connection.pool.query<{ at: Date | null }>(
          'select proved_at as at from dock where oid = $1',
          [oid],
        )
      ).rows[0]?.at ?? null,
    (at) => at !== null,
  );

/** A second organisation with an administrator who is signed in. */
const second = async (): Promise<Operator> => {
  const account = `stranger${randomUUID().slice(0, 6)}`;
  const { data } = await server.call(calls.organisation.add, { name: 'Stranger', account });
  const newPassword = `Str_${randomUUID().slice(0, 8)}A1`;
  const { url, mqtt } = server.running;
  const first = await signIn(url, account, data.password);
  await callAt(url, first.token, calls.member.changePassword, {
    oldPassword: data.password,
    newPassword,
    confirmPassword: newPassword,
  });
  const { token, groupOID } = await signIn(url, account, newPassword);
  return Object.assign(createOperator({ url, mqtt, token, groupOID }), { groupOID });
};

beforeAll(async () => {
  server = await startTestServer();
  stranger = await second();
  const { groupOID } = stranger as Operator & { groupOID: string };
  for (const kind of kinds) {
    const sn = `T${randomUUID().slice(0, 8).toUpperCase()}`;
    const mine = await register(server.call, kind, sn, server.groupOID);
    const device =
      kind === 'ownDock' || kind === 'robot'
        ? await openDevice(kind, sn, mine.secret)
        : await cloudDevice(kind, sn, mine.secret);
    owned[kind] = {
      ...mine,
      sn,
      reached: () => ('orders' in device ? device.orders.map(({ name }) => name) : methodsOf(device)),
      works: async () => {
        if (kind === 'robot') await (device as OpenDeviceClient).state();
        else if (kind === 'ownDock') await atWork(device as OpenDeviceClient);
        else if (kind === 'dock') await inTheAir(device as DockClient);
        else {
          await (device as ControllerClient).controllerOsd();
          await (device as ControllerClient).droneOsd({ mode_code: 3, elevation: 30 });
        }
      },
      close: () => device.close(),
    };
    await proved(mine.oid);
    twins[kind] = await register(stranger.call, kind, sn, groupOID);
  }
});
afterAll(async () => {
  for (const { close } of Object.values(owned)) await close();
  await stranger?.close();
  await server?.close();
});

/** Every call that may end in a message to a device, with what a body of it needs. */
const ways = (
  oid: string,
  sn: string,
  flightOID: string,
): [string, CallDeclaration, Record<string, unknown>][] => [
  ...Object.entries(commandCalls)
    .filter(([, { effect }]) => effect === 'changes')
    .map(([word, declaration]): [string, CallDeclaration, Record<string, unknown>] => {
      if (word === 'challenge') return [word, declaration, { oid, method: 'returnHomeCancel' }];
      const live = /Live|Quality|Video/.test(word) ? { videoId: `${sn}/165-0-7/normal-0` } : {};
      const flight = /Job|mediaFirst/.test(word) ? { flightOID } : {};
      return [word, declaration, { oid, ...click(), epoch: 1, ...extras[word], ...live, ...flight }];
    }),
  ['take', calls.lease.take, { oid, control: 'flight', tabId }],
  ['ask', calls.lease.ask, { oid, control: 'payload', tabId }],
  ['override', calls.lease.override, { oid, control: 'flight', tabId, reason: 'as a test', nonce: 'none' }],
  ['sendAreas', calls.region.sendAreas, { oids: [oid] }],
  ['eraseAreas', calls.region.eraseAreas, { oid, name: '机场' }],
];

describe('a record with the serial number of a device that another organisation has', () => {
  it.each(kinds)('orders nothing of a %s, by whatever call', async (kind) => {
    const { oid } = twins[kind];
    const { sn, reached } = owned[kind];
    const before = reached().length;
    // Flights and areas are of docks alone, areas of those of the Cloud API.
    const flown = kind === 'dock' || kind === 'ownDock';
    const flightOID = flown
      ? await stranger.addFlight(oid, (await stranger.uploadRoute()).oid)
      : randomUUID();
    for (const [word, declaration, request] of ways(oid, sn, flightOID)) {
      const none = (/Job|mediaFirst/.test(word) && !flown) || (/Areas/.test(word) && kind !== 'dock');
      const answer = await stranger.call(declaration, request);
      expect({ word, status: answer.status, reason: answer.data?.reason }).toEqual(
        none ? { word, status: 404, reason: 'notFound' } : { word, status: 409, reason: 'notProved' },
      );
    }
    expect(reached().slice(before)).toEqual([]);
  });

  it.each(kinds)('leaves a %s to its own people, who are told', async (kind) => {
    const { oid, reached, works } = owned[kind];
    const before = reached().length;
    const order = {
      dock: ['returnHome', 'return_home'],
      ownDock: ['returnHome', 'returnHome'],
      robot: ['robotStop', 'stop'],
      controller: ['controlRequest', 'cloud_control_auth_request'],
    } as const;
    const [word, onTheWire] = order[kind];
    await ordered(word, oid, works);
    expect(reached().slice(before)).toEqual([onTheWire]);
    // Nothing of the device stands in the other record.
    const alarms = await until(
      'alarm',
      async () => (await server.call(calls.notification.query, { pageNum: 1, pageSize: 200 })).data.list,
      (list: { kind: string; values: { dockOID?: string } }[]) =>
        list.some((one) => one.kind === 'orderedElsewhere' && one.values.dockOID === oid),
    );
    expect(alarms.length).toBeGreaterThan(0);
    const { rows } = await server.database.connection.pool.query<{ dock_oid: string }>(
      `select dock_oid from audit_log where action = 'dock.orderedElsewhere' and dock_oid = $1`,
      [oid],
    );
    expect(rows.length).toBe(1);
    const heard = await server.database.connection.pool.query(
      'select 1 from dock_snapshot where dock_oid = $1 and last_seen_at is not null',
      [twins[kind].oid],
    );
    expect(heard.rows).toEqual([]);
  });

  it('that was there first orders nothing either, before and after the device comes to its owner', async () => {
    const { groupOID } = stranger as Operator & { groupOID: string };
    const sn = `T${randomUUID().slice(0, 8).toUpperCase()}`;
    const squatter = await register(stranger.call, 'dock', sn, groupOID);
    const tries = async () => [
      (await stranger.call(calls.command.returnHome, { oid: squatter.oid, ...click() })).data.reason,
      (await stranger.call(calls.command.hover, { oid: squatter.oid, ...click() })).data.reason,
    ];
    expect(await tries()).toEqual(['notProved', 'notProved']);
    const mine = await register(server.call, 'dock', sn, server.groupOID);
    // The first try of the device moves its serial number to whose secret it has.
    const dock = await until(
      'let in',
      () => cloudDevice('dock', sn, mine.secret).catch(() => null),
      (device) => device !== null,
    );
    await until(
      'heard under its own record',
      async () => {
        await dock?.osdParts();
        return (await server.call(calls.dock.get, { oid: mine.oid })).data.online as boolean;
      },
      Boolean,
    );
    await proved(mine.oid);
    expect(await tries()).toEqual(['notProved', 'notProved']);
    expect((await stranger.call(calls.dock.get, { oid: squatter.oid })).data.online).toBe(false);
    expect(methodsOf(dock as DockClient)).toEqual([]);
    await ordered('returnHome', mine.oid, () => inTheAir(dock as DockClient));
    expect(methodsOf(dock as DockClient)).toEqual(['return_home']);
    await dock?.close();
  });
});
