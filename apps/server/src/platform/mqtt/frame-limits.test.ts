import { describe, expect, it } from 'vitest';
import { machineTime } from './command-deadlines.ts';
import { FrameLimits } from './frame-limits.ts';

const topic = 'thing/product/DOCK1/drc/down';
const announced = (until: number): FrameLimits => {
  const frames = new FrameLimits();
  frames.announced(JSON.stringify({ sn: 'DOCK1', until }));
  return frames;
};

describe('a frame of sticks in the broker', () => {
  it('passes before its time, and what nobody announced passes too', () => {
    const frames = announced(machineTime() + 1_000);
    expect([frames.mayPass(topic), frames.mayPass(topic)]).toEqual([true, true]);
  });

  it('is dropped after its time, once', () => {
    const frames = announced(machineTime() - 1);
    expect([frames.mayPass(topic), frames.mayPass(topic)]).toEqual([false, true]);
  });

  it('is not held to what was announced for another device or for another message', () => {
    const frames = announced(machineTime() - 1);
    expect(frames.mayPass('thing/product/DOCK2/drc/down')).toBe(true);
    expect(frames.mayPass('thing/product/DOCK1/services')).toBe(true);
    expect(frames.mayPass(topic)).toBe(false);
  });

  it('is not held to what is no announcement', () => {
    const frames = new FrameLimits();
    frames.announced('{"sn":"DOCK1","until":"soon"}');
    expect(frames.mayPass(topic)).toBe(true);
  });
});
