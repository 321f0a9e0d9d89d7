import fc from 'fast-check';
import {
  droneModes,
  limits,
  memberMethods,
  openModes,
  refusalReasons,
  type MemberMethod,
  type OpenHello,
  type OpenState,
  type RefusalReason,
} from '@eyrie/domain';
import { mergeProperties } from '@eyrie/dji';
import { expect, it } from 'vitest';
import { momentOf } from '../modules/command/command.offer.ts';
import { offerByState, refuseByState } from '../modules/command/command.state-rules.ts';
import type { Command } from '../modules/command/command.store.ts';
import { debugJob } from '../modules/dock/debug-job.ts';
import { openDockLink, type DockIdentity, type DockLink } from '../modules/dock/index.ts';
import { dockDebugPlans } from '../modules/dock-debug/dock-debug.plans.ts';
import { dockLogPlans } from '../modules/dock-log/dock-log.plans.ts';
import { drcPlans } from '../modules/drc/drc.plans.ts';
import { firmwarePlans } from '../modules/firmware/firmware.plans.ts';
import { flightPlans } from '../modules/flight/flight.plans.ts';
import { flightAreaPlans } from '../modules/flight-area/flight-area.gateway.ts';
import { flightControlPlans } from '../modules/flight-control/flight-control.plans.ts';
import { mediaPlans } from '../modules/media/media.plans.ts';
import { openDevicePlans } from '../modules/open-device/index.ts';
import { parameterPlans } from '../modules/parameter/parameter.plan.ts';
import { controllerPlans } from '../modules/remote-controller/consent.plans.ts';
import { speakerPlans } from '../modules/speaker/speaker.plans.ts';
import { videoPlans } from '../modules/video/video.plans.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Runtime } from '../platform/runtime.ts';

const now = 10_000_000;
const runtime = { clock: { mono: () => now, wall: () => now }, serverTime: () => now } as unknown as Runtime;
/** What only carrying out an order asks for. */
const unused = {} as never;

const plans = openDevicePlans(
  runtime,
  {
    ...dockDebugPlans,
    ...dockLogPlans(runtime, unused),
    ...drcPlans(runtime, unused),
    ...firmwarePlans(runtime, unused),
    ...flightPlans(runtime, unused),
    ...flightAreaPlans(runtime),
    ...flightControlPlans(runtime, unused, unused),
    ...mediaPlans,
    ...parameterPlans,
    ...controllerPlans(runtime),
    ...speakerPlans(runtime, unused),
    ...videoPlans(runtime, unused),
  },
  { startOf: () => unused },
);

/** What every order is given with; each takes what it knows. */
const given = {
  devices: [{ sn: 'somebody else', type: 2 }],
  name: 'silent',
  value: true,
  cmd: 'gimbal_reset',
  data: { payload_index: '81-0-0', reset_mode: 0 },
  videoId: 'D1/165-0-7/normal-0',
  videoType: 'ir',
  quality: 1,
  psdkIndex: 0,
  payloadIndex: '53-0-0',
  lng: 113.9,
  lat: 22.5,
  height: 50,
  maxSpeed: 10,
  safeHeight: 30,
  rthAltitude: 100,
  lostAction: 'return',
  serial: 'somebody else',
  circleSpeed: 3,
  device: 'none',
  imei: 'none',
};

/** Which reasons what an order is given with can have, where it is given with something; every other is of the state alone. */
const ofWhatIsGiven: Readonly<Partial<Record<MemberMethod, readonly RefusalReason[]>>> = {
  startJob: ['flightRunning'],
  takeOff: ['notReported'],
  flyTo: ['notReported'],
  poiEnter: ['notReported'],
  authorityPayload: ['cameraMissing'],
  payloadCommands: refusalReasons,
  startLive: refusalReasons,
  switchQuality: refusalReasons,
  switchVideo: refusalReasons,
  ota: ['serialDiffers'],
  speakerPlay: ['speakerMissing'],
  speakerReplay: ['speakerMissing'],
  speakerStop: ['speakerMissing'],
  speakerMode: ['speakerMissing'],
  speakerVolume: ['speakerMissing'],
  setParameter: ['methodMissing', 'notReported'],
  simSlotSwitch: ['cardUnknown'],
  esimActivate: ['cardUnknown'],
  esimOperatorSwitch: ['cardUnknown'],
  rtkCalibration: ['notReported'],
  searchlightMode: ['searchlightMissing'],
  searchlightBrightness: ['searchlightMissing'],
  searchlightTrim: ['searchlightMissing'],
  searchlightCalibrate: ['searchlightMissing'],
  widgetSet: ['psdkMissing', 'widgetMissing'],
  widgetText: ['psdkMissing', 'widgetTextLong'],
  droneFormat: ['serialDiffers'],
  deviceFormat: ['serialDiffers'],
};

const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
const { stateFresh } = limits.command;
const ages = mostly<number | null>(100, null, stateFresh, stateFresh + 1, limits.dock.offlineAfter + 1);

const seen = fc.record({
  model: fc.constantFrom('3-1-0', '3-2-0', '3-3-0', '2-174-0', '2-144-0', 'Dock 9'),
  kind: mostly<DockIdentity['kind']>('dock', 'remoteController', 'robot'),
  vendor: mostly<DockIdentity['vendor']>('DJI', 'own'),
  proved: mostly(true, false),
  session: mostly<boolean | null>(null, true, false),
  held: mostly(false, true),
  handedOver: fc.boolean(),
  droneInTopology: mostly(true, false),
  dockAgo: ages,
  droneAgo: ages,
  dock: fc.record(
    {
      mode_code: mostly(0, 1, 2, 3, 4, 5),
      drone_in_dock: fc.constantFrom(0, 1),
      emergency_stop_state: mostly(0, 1),
      silent_mode: fc.constant(0),
    },
    { requiredKeys: [] },
  ),
  drone: fc.record({ mode_code: fc.integer({ min: 0, max: droneModes.length - 1 }) }, { requiredKeys: [] }),
  flightOID: fc.constantFrom(null, 'flight-1', 'flight-2'),
  job: fc.constantFrom(null, { status: 'in_progress', reason: null }, { status: 'paused', reason: 517 }),
  tool: fc.constantFrom(null, 'in_progress', 'ok'),
  consent: fc.constantFrom(null, 'asked', 'granted', 'refused'),
  open: fc.constantFrom(null, ...openModes),
  sticks: fc.boolean(),
  commands: fc.subarray([
    'goTo',
    'patrol',
    'returnToBase',
    'startJob',
    'returnHome',
    'coverOpen',
    'coverClose',
    'stop',
  ]),
});
type Seen = typeof seen extends fc.Arbitrary<infer One> ? One : never;

const linkOf = (one: Seen): DockLink => {
  const { model, kind, vendor, proved, dockAgo, droneAgo } = one;
  const identity = { oid: 'dock', sn: 'D1', droneSn: 'A1', model, kind, vendor, proved };
  const link = openDockLink(identity as DockIdentity, 1);
  const reported = (snapshot: DockLink['dockSnapshot'], ago: number, data: object) =>
    mergeProperties(snapshot, data, { at: now - ago, source: 'osd' }).snapshot;
  if (dockAgo !== null) link.dockSnapshot = reported(link.dockSnapshot, dockAgo, one.dock);
  if (droneAgo !== null) link.droneSnapshot = reported(link.droneSnapshot, droneAgo, one.drone);
  link.session = one.session;
  link.holdUntil = one.held ? now + 1 : 0;
  link.handedOver = one.handedOver;
  link.droneInTopology = one.droneInTopology;
  link.flightOID = one.flightOID;
  if (one.sticks)
    link.sticks = { nextSeq: () => 1, night: null, capture: null, searchlights: [], stealth: null };
  link.job = one.job as unknown as DockLink['job'];
  if (one.tool !== null)
    debugJob.set(link, { state: one.tool, at: now, heardAt: now } as unknown as ReturnType<
      typeof debugJob.of
    >);
  if (link.controller && one.consent !== null)
    link.controller.consent = { state: one.consent, memberOID: 'pilot', epoch: 7 } as never;
  if (link.open && one.open !== null) {
    link.open.hello = { commands: one.commands } as unknown as OpenHello;
    link.open.state = { mode: one.open } as unknown as OpenState;
  }
  return link;
};

/** What an order is refused for when it is given, by whoever has the consent of the pilot. */
const refusedFor = (method: MemberMethod, link: DockLink): RefusalReason | null => {
  const command = {
    oid: 'order',
    method,
    flightOID: 'flight-1',
    issuedBy: 'pilot',
    epoch: 7,
    arguments: given,
  } as unknown as Command;
  try {
    refuseByState({ link, now, command }, { plans, brokerUp: () => true });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
};

it('what is offered is not refused for the state of its device, and what is not offered is, for the reason that is shown', () => {
  const shown = new Set<string>();
  fc.assert(
    fc.property(seen, (one) => {
      const link = linkOf(one);
      const moment = momentOf(link, now);
      for (const method of memberMethods) {
        const offered = offerByState(method, moment, plans);
        const refused = refusedFor(method, link);
        const others = ofWhatIsGiven[method] ?? [];
        shown.add(`${method} ${offered}`);
        if (refused === offered) continue;
        expect([method, offered === null || method === 'setParameter']).toEqual([method, true]);
        expect([method, others]).toEqual([method, expect.arrayContaining([refused])]);
      }
    }),
    { numRuns: 500 },
  );
  // The property has met both sides, and each of the rules.
  for (const met of [
    'flightPause null',
    'flightPause notOnRoute',
    'flightPause droneNotInFlight',
    'flightPause startingUp',
    'flightPause dockOffline',
    'flightPause stateStale',
    'flightPause notProved',
    'flightPause methodMissing',
    'flightPause consentMissing',
    'hover null',
    'hover droneNotInFlight',
    'poiExit methodMissing',
    'takeOff flightRunning',
    'searchlightMode methodMissing',
    'searchlightMode drcMissing',
    'searchlightMode null',
    'widgetSet droneOff',
    'stealthOpen drcMissing',
    'stealthClose null',
  ])
    expect([...shown]).toContain(met);
});

it.each(['returnHome', 'hover'] as const)('%s is offered whatever is not heard', (method) => {
  fc.assert(
    fc.property(seen, (one) => {
      const silent = { ...one, proved: true, kind: 'dock' as const, vendor: 'DJI' as const, droneAgo: null };
      const link = linkOf({ ...silent, dock: { ...one.dock, drone_in_dock: 0 } });
      expect(offerByState(method, momentOf(link, now), plans)).toBeNull();
    }),
  );
});
