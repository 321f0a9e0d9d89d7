import { describe, expect, it } from 'vitest';
import { dockState } from './dock-state.ts';

const idle = { online: true, workState: 'idle' } as const;
const airborne = { online: true, airborne: true };

describe('how a dock is shown', () => {
  it('offline when nothing was heard, or it said so', () => {
    expect(dockState(null, null, 'lastKnown').state).toBe('offline');
    expect(dockState({ online: false, workState: 'idle' }, airborne, 'live').state).toBe('offline');
  });
  it('flying while the aircraft is in the air', () => {
    expect(dockState(idle, airborne, 'live')).toEqual({ state: 'working', id: 'state.flying' });
  });
  it.each([
    ['live', 'live'],
    ['ageing', 'live'],
    ['stale', 'attention'],
    ['lost', 'alarm'],
    ['lastKnown', 'alarm'],
  ] as const)('by its age: %s is %s', (level, state) => {
    expect(dockState(idle, null, level).state).toBe(state);
  });
  it('old news of a flight is not a flight', () => {
    expect(dockState(idle, airborne, 'lost').state).toBe('alarm');
  });
});
