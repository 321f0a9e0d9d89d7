import { limits, linkLevels, stealthMethods, type DroneTelemetry } from '@eyrie/domain';
import { phrases, type PhraseId } from '@eyrie/phrases';
import { describe, expect, it } from 'vitest';
import { offersAt } from '../../platform/order-offers.ts';
import { serverMoment } from '../../platform/server-time.ts';
import { now as clockNow } from '../../platform/clock.ts';
import {
  flightCommands,
  mayNotArrive,
  whyNoLogs,
  whyNot,
  whyNotDevice,
  whyNotHand,
  whyNotLens,
  whyNotPayload,
  whyNotSet,
  type Situation,
} from './availability.ts';

const inFlight = { state: 'inFlight', job: { paused: false, breakReason: null } } as const;
const flying: Situation = {
  rights: { control: true, emergency: true, start: true },
  noControl: null,
  pageLinkUp: true,
  dockOnline: true,
  dockLevel: 'live',
  droneLevel: 'live',
  airborne: true,
  mode: 'routeFlight',
  flight: inFlight,
  workState: 'working',
  rods: false,
  tools: null,
  aircraft: { online: true, sticks: true },
  gateReady: null,
  open: false,
  offers: null,
};
const waiting: Situation = {
  ...flying,
  airborne: false,
  mode: 'standby',
  flight: { state: 'created', job: null },
  gateReady: true,
};

describe('return home', () => {
  it('is there at every link level, without lease, link or flight', () => {
    for (const level of linkLevels)
      for (const up of [true, false])
        expect(
          whyNot('returnHome', {
            ...flying,
            noControl: 'refusal.controlMissing',
            pageLinkUp: up,
            dockOnline: up,
            dockLevel: level,
            droneLevel: level,
            airborne: false,
            flight: null,
          }),
        ).toBeNull();
  });
  it('needs the lease only from those without the emergency right', () => {
    const plain = { ...flying, rights: { ...flying.rights, emergency: false } };
    expect(whyNot('returnHome', plain)).toBeNull();
    expect(whyNot('returnHome', { ...plain, noControl: 'refusal.controlMissing' })).toBe(
      'refusal.controlMissing',
    );
  });
  it('says when it may not arrive', () => {
    expect(mayNotArrive(flying)).toBe(false);
    expect(mayNotArrive({ ...flying, droneLevel: 'lost' })).toBe(true);
    expect(mayNotArrive({ ...waiting, droneLevel: 'lost' })).toBe(false);
    expect(mayNotArrive({ ...waiting, dockLevel: 'stale' })).toBe(true);
  });
});

describe('what is ordered about log files', () => {
  it('needs no control, and no dock that flies', () => {
    expect(whyNoLogs('logQuery', { ...waiting, noControl: 'refusal.controlMissing' })).toBeNull();
    expect(whyNoLogs('logUpload', { ...waiting, noControl: 'refusal.controlMissing' })).toBeNull();
    expect(whyNoLogs('logUpload', flying)).toBe('refusal.aircraftFlies');
    expect(whyNoLogs('logUploadCancel', flying)).toBeNull();
  });
  it('needs the right, a dock of the Cloud API and its word of now', () => {
    const rights = { ...waiting.rights, control: false };
    expect(whyNoLogs('logQuery', { ...waiting, rights })).toBe('lease.denied');
    expect(whyNoLogs('logQuery', { ...waiting, open: true })).toBe('refusal.methodMissing');
    expect(whyNoLogs('logQuery', { ...waiting, dockOnline: false })).toBe('refusal.dockOffline');
    expect(whyNoLogs('logQuery', { ...waiting, dockLevel: 'lost' })).toBe('refusal.stateStale');
  });
});

describe('what moves the aircraft', () => {
  it('is offered by the state of the flight', () => {
    const offered = (now: Situation) => flightCommands.filter((method) => whyNot(method, now) === null);
    expect(offered(waiting)).toEqual(['startJob']);
    expect(offered(flying)).toEqual(['flightPause', 'hover', 'forceEndJob']);
    expect(
      offered({
        ...flying,
        flight: { ...inFlight, job: { paused: true, breakReason: null } },
        mode: 'standby',
      }),
    ).toEqual(['flightResume', 'hover', 'forceEndJob']);
    for (const paused of [false, true])
      expect(
        offered({
          ...flying,
          flight: { ...inFlight, job: { paused, breakReason: null } },
          mode: 'autoReturn',
        }),
      ).toEqual(['hover', 'returnHomeCancel', 'forceEndJob']);
  });
  it('a route that an obstacle stopped does not go on, and the button says why', () => {
    const stopped = {
      ...flying,
      mode: 'standby',
      flight: { ...inFlight, job: { paused: true, breakReason: null } },
    } as const;
    expect(
      whyNot('flightResume', {
        ...stopped,
        flight: { ...inFlight, job: { paused: true, breakReason: 1281 } },
      }),
    ).toBeNull();
    expect(
      whyNot('flightResume', {
        ...stopped,
        flight: { ...inFlight, job: { paused: true, breakReason: 517 } },
      }),
    ).toBe('refusal.obstacleAhead');
    expect(whyNot('flightResume', { ...stopped, mode: 'autoReturn' })).toBe('refusal.droneNotPaused');
  });
  it('is refused on old data, without a lease and without a link, each with its reason', () => {
    expect(whyNot('flightPause', { ...flying, dockLevel: 'stale' })).toBe('refusal.stateStale');
    expect(whyNot('flightPause', { ...flying, droneLevel: 'stale' })).toBe('monitor.why.droneStale');
    expect(whyNot('flightPause', { ...flying, dockLevel: 'ageing' })).toBeNull();
    expect(whyNot('flightPause', { ...flying, noControl: 'refusal.controlMissing' })).toBe(
      'refusal.controlMissing',
    );
    expect(whyNot('flightPause', { ...flying, pageLinkUp: false })).toBe('monitor.why.pageLink');
    expect(whyNot('flightPause', { ...flying, dockOnline: false })).toBe('refusal.dockOffline');
  });
  it('is not offered what a dock of the open contract lacks', () => {
    const open = { ...flying, open: true };
    expect(whyNot('flightPause', open)).toBe('refusal.methodMissing');
    expect(whyNot('hover', open)).toBeNull();
    expect(whyNot('returnHome', open)).toBeNull();
  });
  it('hover stays when the data is old', () => {
    expect(
      whyNot('hover', {
        ...flying,
        noControl: 'refusal.controlMissing',
        droneLevel: 'lost',
        dockLevel: 'lost',
      }),
    ).toBeNull();
  });
  it('start waits for the pre-flight check', () => {
    expect(whyNot('startJob', { ...waiting, gateReady: false })).toBe('refusal.gateBlocked');
    expect(whyNot('startJob', { ...waiting, gateReady: null })).toBe('monitor.why.gateUnknown');
    expect(whyNot('startJob', flying)).toBe('refusal.flightRunning');
    expect(whyNot('startJob', { ...waiting, flight: null })).toBe('monitor.noFlight');
  });
});

describe('what is worked at a dock from afar', () => {
  it('is refused because its dock is offline, not for what that showed last', () => {
    const working: Situation = { ...waiting, flight: null, workState: 'remoteDebug' };
    expect(whyNot('debugModeOpen', working)).toBe('refusal.debugOn');
    expect(whyNot('coverOpen', working)).toBeNull();
    for (const method of ['debugModeOpen', 'debugModeClose', 'coverOpen'] as const)
      expect(whyNot(method, { ...working, dockOnline: false })).toBe('refusal.dockOffline');
  });
});

/** As it is read in English. */
const read = (why: PhraseId | null): string | null => why && phrases('en')[why];

describe('in the words that other systems know', () => {
  it('nothing begins at a dock that is not idle', () => {
    const rest: Situation = { ...waiting, workState: 'idle' };
    for (const workState of ['working', 'firmwareUpgrade', null] as const) {
      expect(read(whyNot('debugModeOpen', { ...rest, workState }))).toBe('The airport must be idle');
      expect(read(whyNotHand('takeOff', { ...rest, workState }))).toBe('The airport must be idle');
    }
    expect(whyNot('debugModeOpen', rest)).toBeNull();
    expect(whyNotHand('takeOff', rest)).toBeNull();
  });
  it('nothing goes over a mobile network for which the dock has no module', () => {
    const tools = {
      emergencyStop: false,
      working: false,
      airConditionerWait: 0,
      droneInDock: true,
      dronePowered: false,
      batteryPercent: 90,
    };
    const worked = (dongles: number | null): Situation => ({
      ...waiting,
      flight: null,
      workState: 'remoteDebug',
      tools: { ...tools, dongles },
    });
    for (const method of ['lteOpen', 'simSlotSwitch', 'esimActivate', 'esimOperatorSwitch'] as const) {
      expect(read(whyNot(method, worked(0)))).toBe('Please check the 4g connection status');
      expect(whyNot(method, worked(1))).toBeNull();
      // What the dock does not say is left to the dock.
      expect(whyNot(method, worked(null))).toBeNull();
    }
  });
  it('a lens is not changed under a route that flies, nor in a video that is recorded', () => {
    const drone = (recording: boolean) => ({ camera: { recording } }) as DroneTelemetry;
    const ofDrone = { owner: 'drone' } as const;
    expect(read(whyNotLens(ofDrone, drone(false), flying))).toBe(
      'Cannot switch while in waypoint graphical mode or while an AI type exists',
    );
    const paused: Situation = {
      ...flying,
      flight: { ...inFlight, job: { paused: true, breakReason: null } },
    };
    expect(whyNotLens(ofDrone, drone(false), paused)).toBeNull();
    expect(whyNotLens(ofDrone, null, paused)).toBeNull();
    expect(read(whyNotLens(ofDrone, drone(true), paused))).toBe(
      'Currently recording; end the recording first.',
    );
    expect(whyNotLens({ owner: 'dock' }, drone(true), flying)).toBeNull();
  });
});

describe('orders to camera and gimbal', () => {
  const camera = { payloadIndex: '81-0-0', mode: 1, photo: false, recording: false, irZoom: 2 };
  const drone = (differs: object = {}) =>
    ({ online: true, airborne: true, camera: { ...camera, ...differs } }) as DroneTelemetry;
  const start = ['camera_recording_start', { payload_index: '81-0-0' }] as const;

  it.each([
    ['free', drone(), flying, true, null],
    ['without control of the payload', drone(), flying, false, 'refusal.controlMissing'],
    [
      'with control of the payload alone',
      drone(),
      { ...flying, noControl: 'refusal.controlMissing' },
      true,
      null,
    ],
    [
      'without the right',
      drone(),
      { ...flying, rights: { ...flying.rights, control: false } },
      true,
      'lease.denied',
    ],
    ['by old values', drone(), { ...flying, droneLevel: 'stale' }, true, 'monitor.why.droneStale'],
    ['while it records', drone({ recording: true }), flying, true, 'refusal.recordingRuns'],
    ['in photo mode', drone({ mode: 0 }), flying, true, 'refusal.cameraMode'],
    ['without a word of the aircraft', null, flying, true, 'refusal.droneOff'],
    ['on a dock of the open contract', drone(), { ...flying, open: true }, true, 'refusal.methodMissing'],
  ] satisfies [string, DroneTelemetry | null, Situation, boolean, string | null][])(
    '%s',
    (_, shown, now, mine, reason) => {
      expect(whyNotPayload(start, shown, now, mine ? null : 'refusal.controlMissing')).toBe(reason);
    },
  );
});

describe('orders to payload devices', () => {
  const drone = (part: object = {}) =>
    ({ online: true, camera: { sticks: true }, searchlights: [{ psdkIndex: 5 }], ...part }) as DroneTelemetry;
  const payloads = [{ index: 1, values: [{ index: 0 }] }];
  const light = { psdkIndex: 5, lightMode: 'on' };

  it.each([
    ['free', drone(), flying, true, null],
    ['without control of the payload', drone(), flying, false, 'refusal.controlMissing'],
    ['without the link of sticks', drone({ camera: { sticks: false } }), flying, true, 'refusal.drcMissing'],
    ['of what is no searchlight', drone({ searchlights: [] }), flying, true, 'refusal.searchlightMissing'],
    ['by old values', drone(), { ...flying, droneLevel: 'stale' }, true, 'monitor.why.droneStale'],
    ['while the aircraft is off', null, flying, true, 'refusal.droneOff'],
    ['on a dock of the open contract', drone(), { ...flying, open: true }, true, 'refusal.methodMissing'],
  ] satisfies [string, DroneTelemetry | null, Situation, boolean, string | null][])(
    'to a searchlight, %s',
    (_, shown, now, mine, reason) => {
      expect(
        whyNotDevice(
          'searchlightMode',
          light,
          { drone: shown, payloads },
          now,
          mine ? null : 'refusal.controlMissing',
        ),
      ).toBe(reason);
    },
  );

  it('set a widget that was reported, with the aircraft on the ground as well', () => {
    const set = (widget: number) =>
      whyNotDevice(
        'widgetSet',
        { psdkIndex: 1, widget, value: 1 },
        { drone: drone({ camera: { sticks: false } }), payloads },
        { ...waiting, noControl: 'refusal.controlMissing' },
        null,
      );
    expect([set(0), set(1)]).toEqual([null, 'refusal.widgetMissing']);
  });
});

describe('stealth mode', () => {
  const sticks = (online: boolean, open: boolean): Situation => ({
    ...flying,
    aircraft: { online, sticks: open },
  });
  it.each([
    ['by sticks', flying, null],
    ['without the link of sticks', sticks(true, false), 'refusal.drcMissing'],
    ['while the aircraft is off', sticks(false, true), 'refusal.droneOff'],
    [
      'without control of the flight',
      { ...flying, noControl: 'refusal.controlMissing' },
      'refusal.controlMissing',
    ],
    [
      'while others control the flight',
      { ...flying, noControl: 'lease.othersControl' },
      'lease.othersControl',
    ],
    ['by old values', { ...flying, droneLevel: 'stale' }, 'monitor.why.droneStale'],
    ['on a dock of the open contract', { ...flying, open: true }, 'refusal.methodMissing'],
  ] satisfies [string, Situation, string | null][])('%s', (_, now, reason) => {
    for (const method of stealthMethods) expect(whyNot(method, now)).toBe(reason);
  });
});

describe('by what the server says of the orders', () => {
  const { fresh } = limits.orderOffers;
  /** What it said so long ago, ms, of the orders that are named. */
  const said = (
    orders: Readonly<Record<string, string | null>>,
    {
      looked = 0,
      received = 0,
      linkUp = true,
    }: { looked?: number; received?: number; linkUp?: boolean } = {},
  ) => {
    const at = clockNow();
    const data = {
      at: serverMoment(at - looked),
      orders: Object.entries(orders).map(([method, refusedFor]) => ({ method, refusedFor })),
    };
    return { offers: offersAt({ data, receivedAt: at - received }, at, linkUp) };
  };

  it('its reason is shown where the page sees none, and its offer counts where the page sees a reason', () => {
    expect(whyNot('flightPause', { ...flying, ...said({ flightPause: 'notOnRoute' }) })).toBe(
      'refusal.notOnRoute',
    );
    expect(whyNot('flightResume', flying)).toBe('refusal.droneNotPaused');
    expect(whyNot('flightResume', { ...flying, ...said({ flightResume: null }) })).toBeNull();
    expect(
      whyNotHand('takeOff', { ...waiting, workState: 'idle', ...said({ takeOff: 'flightRunning' }) }),
    ).toBe('refusal.flightRunning');
    expect(whyNoLogs('logUpload', { ...flying, ...said({ logUpload: null }) })).toBeNull();
    expect(whyNotSet({ ...waiting, ...said({ setParameter: 'dockBusy' }) }, true)).toBe('refusal.dockBusy');
    expect(whyNotSet({ ...waiting, ...said({ setParameter: null }) }, null)).toBe('refusal.notReported');
  });

  it('which payload device it is, and with what, is asked beside it', () => {
    const drone = { online: true, camera: { sticks: true }, searchlights: [{ psdkIndex: 5 }] };
    const why = (psdkIndex: number, refusedFor: string | null) =>
      whyNotDevice(
        'searchlightMode',
        { psdkIndex, lightMode: 'on' },
        { drone: drone as DroneTelemetry, payloads: [] },
        { ...flying, ...said({ searchlightMode: refusedFor }) },
        null,
      );
    expect([why(5, null), why(5, 'drcMissing')]).toEqual([null, 'refusal.drcMissing']);
    expect(why(6, null)).toBe('refusal.searchlightMissing');
  });

  it('control, right, link and age of what is shown are asked beside it', () => {
    const offers = said({ flightPause: null, takeOff: null });
    expect(whyNot('flightPause', { ...flying, ...offers, noControl: 'refusal.controlMissing' })).toBe(
      'refusal.controlMissing',
    );
    expect(whyNot('flightPause', { ...flying, ...offers, pageLinkUp: false })).toBe('monitor.why.pageLink');
    expect(whyNot('flightPause', { ...flying, ...offers, droneLevel: 'stale' })).toBe(
      'monitor.why.droneStale',
    );
    const rights = { ...waiting.rights, start: false };
    expect(whyNotHand('takeOff', { ...waiting, ...offers, rights })).toBe('refusal.notAllowed');
  });

  it('what it has not named is as the page sees it, before and beside its word', () => {
    expect(whyNot('flightPause', { ...flying, ...said({ hover: null }) })).toBeNull();
    expect(whyNot('flightResume', { ...flying, ...said({}) })).toBe('refusal.droneNotPaused');
  });

  it.each([
    ['looked at too long ago, though it has just come', { looked: fresh + 1_000 }],
    ['received too long ago, though its clock says otherwise', { received: fresh + 1_000 }],
    ['of a link that is down', { linkUp: false }],
  ] as const)('what is %s offers nothing, and takes away what was not offered then', (_, how) => {
    const old = (orders: Parameters<typeof said>[0]) => said(orders, how);
    // The page does as without it, …
    expect(whyNot('flightResume', { ...flying, ...old({ flightResume: null }) })).toBe(
      'refusal.droneNotPaused',
    );
    expect(whyNot('flightPause', { ...flying, ...old({ flightPause: null }) })).toBeNull();
    // … and offers no more than the server did last.
    expect(whyNot('flightPause', { ...flying, ...old({ flightPause: 'notOnRoute' }) })).toBe(
      'refusal.notOnRoute',
    );
  });

  it('a word that is just within its time still holds', () => {
    const { offers } = said(
      { flightPause: 'notOnRoute' },
      { looked: fresh - 1_000, received: fresh - 1_000 },
    );
    expect(offers.fresh).toBe(true);
  });

  it('a reason of a later release refuses in words of this one', () => {
    expect(whyNot('flightPause', { ...flying, ...said({ flightPause: 'ofALaterRelease' }) })).toBe(
      'monitor.why.server',
    );
  });

  it('return home is never asked of it, and a hover is not lost with a message', () => {
    const silent: Situation = {
      ...waiting,
      mode: null,
      dockLevel: 'lastKnown',
      droneLevel: 'lastKnown',
      flight: null,
    };
    const old = said(
      { returnHome: 'droneNotInFlight', hover: 'droneNotInFlight' },
      { looked: fresh + 1_000 },
    );
    for (const now of [
      silent,
      { ...silent, ...old },
      { ...silent, pageLinkUp: false },
      { ...silent, dockOnline: false },
    ])
      for (const method of ['returnHome', 'hover'] as const) expect(whyNot(method, now)).toBeNull();
    const now = { ...waiting, ...said({ returnHome: 'droneNotInFlight', hover: 'droneNotInFlight' }) };
    expect(whyNot('returnHome', now)).toBeNull();
    // Heard now, on the ground: the same that the page sees.
    expect(whyNot('hover', now)).toBe('refusal.droneNotInFlight');
    expect(whyNot('hover', { ...waiting, ...said({ hover: null }) })).toBeNull();
  });
});
