import { linkLevels, type DroneTelemetry } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import {
  flightCommands,
  mayNotArrive,
  whyNoLogs,
  whyNot,
  whyNotPayload,
  type Situation,
} from './availability.ts';

const inFlight = { state: 'inFlight', job: { paused: false, breakReason: null } } as const;
const flying: Situation = {
  rights: { control: true, emergency: true, start: true },
  controls: true,
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
  gateReady: null,
  open: false,
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
            controls: false,
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
    expect(whyNot('returnHome', { ...plain, controls: false })).toBe('refusal.controlMissing');
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
    expect(whyNoLogs('logQuery', { ...waiting, controls: false })).toBeNull();
    expect(whyNoLogs('logUpload', { ...waiting, controls: false })).toBeNull();
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
    expect(whyNot('flightPause', { ...flying, controls: false })).toBe('refusal.controlMissing');
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
    expect(whyNot('hover', { ...flying, controls: false, droneLevel: 'lost', dockLevel: 'lost' })).toBeNull();
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

describe('orders to camera and gimbal', () => {
  const camera = { payloadIndex: '81-0-0', mode: 1, photo: false, recording: false, irZoom: 2 };
  const drone = (differs: object = {}) =>
    ({ online: true, airborne: true, camera: { ...camera, ...differs } }) as DroneTelemetry;
  const start = ['camera_recording_start', { payload_index: '81-0-0' }] as const;

  it.each([
    ['free', drone(), flying, true, null],
    ['without control of the payload', drone(), flying, false, 'refusal.controlMissing'],
    ['with control of the payload alone', drone(), { ...flying, controls: false }, true, null],
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
      expect(whyNotPayload(start, shown, now, mine)).toBe(reason);
    },
  );
});
