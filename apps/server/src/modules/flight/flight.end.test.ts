import { describe, expect, it } from 'vitest';
import { limits } from '@eyrie/domain';
import { mergeProperties } from '@eyrie/dji';
import { openDockLink, type DockLink } from '../dock/index.ts';
import {
  endSigns,
  outcomeSeen,
  seenEnd,
  unknownStartEnd,
  watchEnd,
  type EndSigns,
  type EndWatch,
} from './flight.end.ts';

const identity: DockLink['dock'] = {
  oid: 'd',
  sn: 'D1',
  model: '3-2-0',
  name: 'dock',
  vendor: 'DJI',
  kind: 'dock',
  groupRoot: 'r',
  groupOID: 'g',
  windLimit: 12,
  maintenance: 'none',
  insuranceUntil: null,
  bound: true,
  proved: true,
  droneOID: 'a',
  droneSn: 'A1',
  droneModel: '0-91-1',
};
const now = 100_000;
const idle = { mode_code: 0, flighttask_step_code: 5, drone_in_dock: 1 };

const heard = (
  data: Record<string, unknown>,
  {
    at = now - 1_000,
    aircraft,
    session = true,
  }: { at?: number; aircraft?: { mode: number; at: number }; session?: boolean } = {},
): DockLink => {
  const made = { ...openDockLink(identity, 1), session };
  made.dockSnapshot = mergeProperties(made.dockSnapshot, data, { at, source: 'osd' }).snapshot;
  if (aircraft) {
    made.droneInTopology = true;
    made.droneSnapshot = mergeProperties(
      made.droneSnapshot,
      { mode_code: aircraft.mode },
      { at: aircraft.at, source: 'osd' },
    ).snapshot;
  }
  return made;
};

describe('what the state of a dock says of its open flight', () => {
  it.each<[EndSigns, string, DockLink]>([
    ['home', 'idle, no task, the aircraft inside', heard(idle)],
    ['home', 'no word of a task', heard({ mode_code: 0, drone_in_dock: 1 })],
    ['home', 'an aircraft that stands', heard(idle, { aircraft: { mode: 0, at: now } })],
    ['home', 'an old word that it flies', heard(idle, { aircraft: { mode: 5, at: now - 6_001 } })],
    ['none', 'a fresh word that it flies', heard(idle, { aircraft: { mode: 5, at: now - 6_000 } })],
    ['idle', 'the aircraft not inside', heard({ ...idle, drone_in_dock: 0 })],
    ['idle', 'no word where it is', heard({ mode_code: 0, flighttask_step_code: 5 })],
    [
      'none',
      'outside, and it flew',
      heard({ ...idle, drone_in_dock: 0 }, { aircraft: { mode: 5, at: 70_000 } }),
    ],
    ['working', 'at work', heard({ ...idle, mode_code: 4 })],
    ['none', 'a task under way', heard({ ...idle, flighttask_step_code: 1 })],
    ['none', 'in remote debug', heard({ ...idle, mode_code: 2 })],
    ['none', 'an old word', heard(idle, { at: now - 6_001 })],
    ['home', 'a word just fresh', heard(idle, { at: now - 6_000 })],
    ['none', 'a dock that is gone', heard(idle, { session: false })],
    ['none', 'nothing', heard({ humidity: 3 })],
  ])('%s: %s', (signs, _, link) => {
    expect(endSigns(link, now)).toBe(signs);
  });

  it('takes an old word that the aircraft is inside for none', () => {
    const link = heard({ drone_in_dock: 1 }, { at: now - 6_001 });
    link.dockSnapshot = mergeProperties(
      link.dockSnapshot,
      { mode_code: 0 },
      { at: now, source: 'osd' },
    ).snapshot;
    expect(endSigns(link, now)).toBe('idle');
  });
});

describe('the watch over an open flight', () => {
  const observation = (signs: EndSigns, at: number, before?: EndWatch, reportedAt = 0, atWork = false) =>
    watchEnd(before, { flightOID: 'F', signs, now: at, report: { at: reportedAt, atWork } });
  it('counts from when the dock first showed it, and forgets nothing of having seen it at work', () => {
    const atWork = observation('working', 1_000);
    expect(atWork).toMatchObject({ worked: true, since: 1_000 });
    const home = observation('home', 2_000, atWork);
    expect(home).toMatchObject({ worked: true, since: 2_000 });
    expect(observation('home', 5_000, home)).toMatchObject({ worked: true, since: 2_000 });
    expect(observation('none', 5_000, home)).toMatchObject({ signs: 'none', since: 5_000 });
    expect(observation('home', 5_000)).toMatchObject({ worked: false, since: 5_000 });
  });
  it('takes a report of the dock that it flies as seen, where no look fell into that time', () => {
    const home = observation('home', 2_000, undefined, 1_500, true);
    expect(home).toMatchObject({ worked: true, since: 2_000 });
    expect(observation('home', 2_000, undefined, 1_500, false).worked).toBe(false);
  });
  it('begins anew with a report of progress, and with another flight', () => {
    const home = observation('home', 2_000, observation('working', 1_000));
    expect(observation('home', 5_000, home, 4_000).since).toBe(4_000);
    expect(observation('home', 5_000, home, 1_000).since).toBe(2_000);
    const silent = { at: 0, atWork: false };
    const other = watchEnd(home, { flightOID: 'G', signs: 'home', now: 6_000, report: silent });
    expect(other).toEqual({ flightOID: 'G', worked: false, signs: 'home', since: 6_000 });
  });
});

describe('a flight whose end was not reported', () => {
  const { endSeenAfter, beginsWithin, endUnseenAfter } = limits.flight;
  const after = (signs: EndSigns, lasted: number, { worked = true, flightAge = 1_000 } = {}) =>
    seenEnd({ flightOID: 'F', signs, worked, since: 500 }, 500 + lasted, flightAge);
  it('is closed soon after its aircraft is back, at most fifteen seconds after the facts are in', () => {
    expect(after('home', endSeenAfter - 1)).toBeNull();
    expect(after('home', endSeenAfter)).toBe('endSeenInDock');
    expect(endSeenAfter).toBeLessThanOrEqual(12_000);
  });
  it('is not closed before it can have begun', () => {
    expect(after('home', endSeenAfter, { worked: false, flightAge: beginsWithin - 1 })).toBeNull();
    expect(after('home', endSeenAfter, { worked: false, flightAge: beginsWithin })).toBe('endSeenInDock');
    expect(after('home', endUnseenAfter, { worked: false, flightAge: beginsWithin - 1 })).toBe(
      'endedUnobserved',
    );
  });
  it('waits a minute where the aircraft is not known to be back', () => {
    expect(after('idle', endUnseenAfter - 1)).toBeNull();
    expect(after('idle', endUnseenAfter)).toBe('endedUnobserved');
  });
  it('stays open while the dock works or says nothing', () => {
    expect(after('working', 1e9)).toBeNull();
    expect(after('none', 1e9)).toBeNull();
  });
});

describe('a flight of whose start nobody knows what became', () => {
  const after = (signs: EndSigns, lasted: number, worked = false): string | null =>
    unknownStartEnd({ flightOID: 'F', signs, worked, since: 500 }, 500 + lasted);
  it('is over once its dock had the aircraft inside for as long as it may take to begin', () => {
    expect(after('home', limits.flight.beginsWithin - 1)).toBeNull();
    expect(after('home', limits.flight.beginsWithin)).toBe('startNeverSeen');
  });
  it('is said to have ended where its dock was at work', () => {
    expect(after('home', limits.flight.beginsWithin, true)).toBe('endSeenInDock');
  });
  it.each(['idle', 'working', 'none'] as const)('waits while its dock shows %s', (signs) => {
    expect(after(signs, 1e9)).toBeNull();
    expect(after(signs, 1e9, true)).toBeNull();
  });
});

describe('the outcome that may be claimed', () => {
  const job = (part: Partial<NonNullable<DockLink['job']>>): DockLink['job'] => ({
    flightOID: 'F',
    phase: 'onRoute',
    progress: null,
    secondsLeft: null,
    stepName: null,
    status: 'in_progress',
    percent: 90,
    step: null,
    waypoint: 2,
    waypointCount: 3,
    missionState: 6,
    reason: null,
    ...part,
  });
  it.each([
    ['done', job({})],
    ['done', job({ waypoint: 3 })],
    ['done', job({ reason: 0 })],
    ['partly', job({ reason: 1281 })],
    ['partly', job({ waypoint: 1 })],
    ['unknown', job({ waypoint: 0 })],
    ['unknown', job({ waypoint: null })],
    ['unknown', job({ waypointCount: null })],
    ['unknown', job({ waypointCount: 0 })],
    ['unknown', null],
  ] as const)('%s', (outcome, reported) => {
    expect(outcomeSeen(reported, 'endSeenInDock')).toBe(outcome);
    expect(outcomeSeen(reported, 'endedUnobserved')).toBe('unknown');
  });
});
