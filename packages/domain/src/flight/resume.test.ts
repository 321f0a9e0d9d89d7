import { describe, expect, it } from 'vitest';
import { resumeRefusal } from './resume.ts';

const paused = { paused: true, returning: false, breakReason: null };

describe('a paused route', () => {
  it('goes on after a person paused it, or when nobody says why it stands', () => {
    expect(resumeRefusal(paused)).toBeNull();
    expect(resumeRefusal({ ...paused, breakReason: 1281 })).toBeNull();
  });
  it.each([517, 1565])('does not go on when an obstacle stopped it (%i)', (breakReason) => {
    expect(resumeRefusal({ ...paused, breakReason })).toBe('obstacleAhead');
  });
  it('does not go on when it flies, or when the aircraft is on its way home', () => {
    expect(resumeRefusal({ ...paused, paused: false })).toBe('droneNotPaused');
    expect(resumeRefusal({ ...paused, returning: true })).toBe('droneNotPaused');
    expect(resumeRefusal({ paused: false, returning: false, breakReason: 517 })).toBe('droneNotPaused');
  });
});
