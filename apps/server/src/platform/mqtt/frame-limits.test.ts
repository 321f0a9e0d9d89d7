import { describe, expect, it } from 'vitest';
import { machineTime } from './command-deadlines.ts';
import { FrameLimits } from './frame-limits.ts';

const topic = 'thing/product/DOCK1/drc/down';
const announced = (until: number): FrameLimits => {
  const frames = new FrameLimits();
  frames.announced(JSON.stringify({ sn: 'DOCK1', until, ref: 'one' }));
  return frames;
};
const payload = (): Buffer => Buffer.from('{}');

describe('a frame of sticks in the broker', () => {
  it('passes before its time, and what nobody announced passes too', () => {
    const frames = announced(machineTime() + 1_000);
    expect([frames.late(topic, payload()), frames.late(topic, payload())]).toEqual([null, null]);
  });

  it('is dropped after its time, once, with the name that it was announced by', () => {
    const frames = announced(machineTime() - 1);
    expect(frames.late(topic, payload())).toMatchObject({ sn: 'DOCK1', ref: 'one' });
    expect(frames.late(topic, payload())).toBe(null);
  });

  it('is not held to what was announced for another device or for another message', () => {
    const frames = announced(machineTime() - 1);
    expect(frames.late('thing/product/DOCK2/drc/down', payload())).toBe(null);
    expect(frames.late('thing/product/DOCK1/services', payload())).toBe(null);
    expect(frames.late(topic, payload())).not.toBe(null);
  });

  it('is not held to what is no announcement', () => {
    const frames = new FrameLimits();
    frames.announced('{"sn":"DOCK1","until":"soon"}');
    frames.announced(JSON.stringify({ sn: 'DOCK1', until: 0, kind: 'turns' }));
    expect(frames.late(topic, payload())).toBe(null);
  });

  it('was given to nobody until it is handed to one', () => {
    const frames = announced(machineTime() + 1_000);
    const [frame, other] = [payload(), payload()];
    frames.late(topic, frame);
    expect([frames.of(frame)?.ref, frames.of(other)]).toEqual(['one', undefined]);
    expect([frames.unhanded(frame)?.ref, frames.unhanded(other)]).toEqual(['one', null]);
    frames.handed(frame);
    expect(frames.unhanded(frame)).toBe(null);
  });
});
