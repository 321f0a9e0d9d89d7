import { describe, expect, it } from 'vitest';
import { countOnline, dockStyle, placeOfGps, withPresence, type DockFacts } from './dock-style.ts';

const facts = (part: Partial<DockFacts>): DockFacts => ({
  record: { online: true, workState: 'idle', bound: true },
  presence: { online: true, workState: 'idle' },
  status: { emergencyStop: false, hms: [], workState: 'idle' },
  ageMs: 500,
  ...part,
});

describe('the look of a dock', () => {
  it('is live only while idle and fresh', () => {
    expect(dockStyle(facts({}))).toEqual({ state: 'live', wordId: 'dock.workState.idle' });
  });
  it('is offline when presence says so, whatever the record says', () => {
    const silent = { presence: { online: false, workState: 'idle' } } as const;
    expect(dockStyle(facts(silent))).toEqual({ state: 'offline', wordId: 'state.offline' });
    const record = { online: false, workState: null, bound: false };
    expect(dockStyle(facts({ ...silent, record }))).toEqual({ state: 'offline', wordId: 'state.notBound' });
  });
  it('puts the age before the content', () => {
    expect(dockStyle(facts({ ageMs: 7_000 })).wordId).toBe('state.stale');
    expect(dockStyle(facts({ ageMs: 11_000 }))).toEqual({ state: 'alarm', wordId: 'state.lost' });
    expect(dockStyle(facts({ ageMs: 3_600_000 })).wordId).toBe('state.lost');
  });
  it('shows a pressed emergency stop and red alarms', () => {
    const pressed = { emergencyStop: true, hms: [], workState: 'idle' as const };
    expect(dockStyle(facts({ status: pressed })).wordId).toBe('gate.emergencyStop');
  });
  it('calls an unknown work state unknown', () => {
    const nothing = facts({
      presence: null,
      status: null,
      record: { online: true, workState: null, bound: true },
    });
    expect(dockStyle(nothing)).toEqual({ state: 'attention', wordId: 'state.unknown' });
  });
  it('counts an uncalibrated dock as needing attention', () => {
    expect(dockStyle(facts({ presence: { online: true, workState: 'uncalibrated' } })).state).toBe(
      'attention',
    );
  });
});

describe('a record and what was told since', () => {
  const record = { online: false, workState: null, droneOID: 'd1', name: 'East' };
  it('follows the dock that came online, and keeps what presence does not tell', () => {
    const reported = { online: true, workState: 'idle', droneOID: null } as const;
    expect(withPresence(record, reported)).toEqual({
      online: true,
      workState: 'idle',
      droneOID: 'd1',
      name: 'East',
    });
  });
  it('is as it was read while nothing was told', () => {
    expect(withPresence(record, null)).toBe(record);
  });
});

describe('the flight of a dock', () => {
  const job = {
    flightOID: 'f',
    status: 'paused',
    percent: 40,
    step: 25,
    waypoint: 1,
    waypointCount: 5,
    missionState: 2,
    reason: null,
    phase: 'returning',
    progress: 30,
    secondsLeft: null,
    stepName: null,
  } as const;
  const flying = { online: true, workState: 'working' as const, job };

  it('stands on its card in the words of the flight itself', () => {
    expect(dockStyle(facts({ presence: flying }))).toEqual({
      state: 'working',
      wordId: 'flight.phase.returning',
    });
  });
  it('does not hide that the dock is silent', () => {
    expect(dockStyle(facts({ presence: flying, ageMs: 11_000 })).wordId).toBe('state.lost');
  });
});

describe('a place from live text', () => {
  it('reads longitude first', () => {
    expect(placeOfGps('113.95,22.54')).toEqual({ lng: 113.95, lat: 22.54 });
  });
  it.each([null, '', ',', '113.95', 'a,b', '22.54,113.95', '200,10'])('refuses %s', (gps) => {
    expect(placeOfGps(gps)).toBeNull();
  });
});

describe('the count of docks online', () => {
  const at = (ageMs: number | null, online = true) => ({
    ageMs,
    look: dockStyle({
      record: { online, workState: 'idle', bound: true },
      presence: null,
      status: null,
      ageMs,
    }),
  });

  it('counts those that are heard', () => {
    expect(countOnline([at(500), at(4_000), at(null), at(null, false)], true)).toEqual({
      online: 3,
      unknown: 0,
    });
  });
  it('does not count a dock whose link is lost: it is not known', () => {
    expect(countOnline([at(80_000), at(80_000), at(80_000)], true)).toEqual({ online: 0, unknown: 3 });
    expect(countOnline([at(500), at(80_000)], true)).toEqual({ online: 1, unknown: 1 });
  });
  it('behind a link of ours that is down the record alone says nothing about now', () => {
    expect(countOnline([at(null), at(null, false)], false)).toEqual({ online: 0, unknown: 1 });
  });
});
