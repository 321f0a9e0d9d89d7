import { describe, expect, it } from 'vitest';
import { dockLook, placeOfGps, type DockFacts } from './dock-look.ts';

const facts = (part: Partial<DockFacts>): DockFacts => ({
  record: { online: true, workState: 'idle' },
  presence: { online: true, workState: 'idle' },
  status: { emergencyStop: false, hms: [], workState: 'idle' },
  ageMs: 500,
  ...part,
});

describe('the look of a dock', () => {
  it('is live only while idle and fresh', () => {
    expect(dockLook(facts({}))).toEqual({ state: 'live', wordId: 'dock.workState.idle' });
  });
  it('is offline when presence says so, whatever the record says', () => {
    expect(dockLook(facts({ presence: { online: false, workState: 'idle' } })).state).toBe('offline');
  });
  it('puts the age before the content', () => {
    expect(dockLook(facts({ ageMs: 7_000 })).wordId).toBe('state.stale');
    expect(dockLook(facts({ ageMs: 11_000 }))).toEqual({ state: 'alarm', wordId: 'state.lost' });
    expect(dockLook(facts({ ageMs: 3_600_000 })).wordId).toBe('state.lost');
  });
  it('shows a pressed emergency stop and red alarms', () => {
    const pressed = { emergencyStop: true, hms: [], workState: 'idle' as const };
    expect(dockLook(facts({ status: pressed })).wordId).toBe('gate.emergencyStop');
  });
  it('calls an unknown work state unknown', () => {
    const nothing = facts({ presence: null, status: null, record: { online: true, workState: null } });
    expect(dockLook(nothing)).toEqual({ state: 'attention', wordId: 'state.unknown' });
  });
  it('counts an uncalibrated dock as needing attention', () => {
    expect(dockLook(facts({ presence: { online: true, workState: 'uncalibrated' } })).state).toBe(
      'attention',
    );
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
