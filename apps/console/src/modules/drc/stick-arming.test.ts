import { centredSticks, isCentred } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterEvent, afterReading, type StickEvent, type StickPhase } from './stick-arming.ts';

const ahead = { ...centredSticks, pitch: 1 };
const after = (phase: StickPhase, ...events: StickEvent[]): StickPhase => events.reduce(afterEvent, phase);
const arm: StickEvent = { kind: 'arm', inFront: true };

it('are locked while it lands where it is, and stop by one key', () => {
  const landing = afterEvent('armed', { kind: 'land' });
  expect(landing).toBe('landing');
  for (const kind of ['disarm', 'away', 'back'] as const)
    expect(afterEvent(landing, { kind })).toBe('landing');
  expect(afterEvent(landing, { kind: 'arm', inFront: true })).toBe('landing');
  expect(afterReading(landing, { ...centredSticks, pitch: 1 })).toEqual({
    phase: landing,
    sent: centredSticks,
  });
  expect(afterEvent(landing, { kind: 'stop' })).toBe('locked');
  expect(afterEvent(landing, { kind: 'landOver', stopped: false })).toBe('disarmed');
  // The stop may have to be pressed again.
  expect(afterEvent(landing, { kind: 'landOver', stopped: true })).toBe('locked');
});

describe('arming', () => {
  it('needs every axis centred once, and sends centred frames until then', () => {
    const phase = after('disarmed', arm);
    expect(afterReading(phase, ahead)).toEqual({ phase: 'centring', sent: centredSticks });
    expect(afterReading(phase, centredSticks)).toEqual({ phase: 'armed', sent: centredSticks });
    expect(afterReading('armed', ahead)).toEqual({ phase: 'armed', sent: ahead });
  });

  it.each([
    ['disarmed', { kind: 'away' }, 'disarmed'],
    ['armed', { kind: 'away' }, 'paused'],
    ['centring', { kind: 'away' }, 'paused'],
    ['locked', { kind: 'away' }, 'locked'],
    ['paused', { kind: 'back' }, 'centring'],
    ['locked', { kind: 'back' }, 'locked'],
    ['armed', { kind: 'stop' }, 'locked'],
    ['paused', { kind: 'stop' }, 'locked'],
    ['disarmed', { kind: 'stop' }, 'disarmed'],
    ['testing', { kind: 'stop' }, 'testing'],
    ['locked', arm, 'centring'],
    ['armed', arm, 'armed'],
    ['disarmed', { kind: 'arm', inFront: false }, 'paused'],
    ['testing', arm, 'testing'],
    ['armed', { kind: 'test', on: true }, 'armed'],
    ['disarmed', { kind: 'test', on: true }, 'testing'],
    ['testing', { kind: 'test', on: false }, 'disarmed'],
    ['testing', { kind: 'lost' }, 'testing'],
    ['armed', { kind: 'lost' }, 'disarmed'],
    ['locked', { kind: 'disarm' }, 'disarmed'],
  ] as const)('%s after %o is %s', (phase, event, next) => {
    expect(afterEvent(phase, event)).toBe(next);
  });

  it('never sends what is held before all axes were centred since the last stop, pause or loss', () => {
    const event = fc.constantFrom<StickEvent>(
      arm,
      { kind: 'disarm' },
      { kind: 'test', on: true },
      { kind: 'test', on: false },
      { kind: 'away' },
      { kind: 'back' },
      { kind: 'stop' },
      { kind: 'lost' },
    );
    const step = fc.oneof(event, fc.constantFrom(ahead, centredSticks));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let phase: StickPhase = 'disarmed';
        let centred = false;
        for (const one of steps) {
          if ('kind' in one) {
            phase = afterEvent(phase, one);
            if (one.kind !== 'arm' && one.kind !== 'test' && one.kind !== 'back') centred = false;
            continue;
          }
          const next = afterReading(phase, one);
          if (next.sent && !isCentred(next.sent)) expect(centred).toBe(true);
          if (next.sent && isCentred(one)) centred = true;
          phase = next.phase;
        }
      }),
    );
  });
});
