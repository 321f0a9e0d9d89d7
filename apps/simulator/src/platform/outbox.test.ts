import { describe, expect, it } from 'vitest';
import { handClock } from './hand-clock.ts';
import { createOutbox } from './outbox.ts';

describe('a message that wants an answer', () => {
  it('is repeated after 2, 4, 8 and then every 8.2 seconds until it has one', () => {
    const clock = handClock();
    const outbox = createOutbox(clock);
    const sent: number[] = [];
    outbox.post('a', () => sent.push(clock.mono()));
    clock.pass(40_000);
    expect(sent).toEqual([0, 2000, 6000, 14_000, 22_200, 30_400, 38_600]);
    expect(outbox.settle('a', null)).toBe(true);
    clock.pass(60_000);
    expect(sent).toHaveLength(7);
    expect(outbox.settle('a', null)).toBe(false);
  });

  it('gives its answer to whoever asked', () => {
    const outbox = createOutbox(handClock());
    let answer: unknown;
    outbox.post('a', () => {}, { answered: (data) => (answer = data) });
    outbox.settle('a', { result: 0 });
    expect(answer).toEqual({ result: 0 });
  });

  it('gives way to a newer one in the same slot', () => {
    const clock = handClock();
    const outbox = createOutbox(clock);
    const sent: string[] = [];
    outbox.post('old', () => sent.push('old'), { slot: 'capacity' });
    outbox.post('new', () => sent.push('new'), { slot: 'capacity' });
    clock.pass(2000);
    expect(sent).toEqual(['old', 'new', 'new']);
  });

  it('is not kept beyond what a device holds', () => {
    const outbox = createOutbox(handClock());
    for (let number = 0; number < 500; number += 1) outbox.post(String(number), () => {});
    expect(outbox.size).toBe(200);
    expect(outbox.settle('499', null)).toBe(true);
    expect(outbox.settle('0', null)).toBe(false);
  });
});
