import { limits } from '@eyrie/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CommandDeadlines, machineTime, type DeviceConnection } from './command-deadlines.ts';
import type { DeliveryNotice } from './topics.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'hrtime', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** A command written to a dock that hears without acknowledging. */
const setUp = () => {
  const outcomes: DeliveryNotice['outcome'][] = [];
  let resets = 0;
  let back = false;
  const connection: DeviceConnection = {
    sn: 'DOCK1',
    reset: () => void (resets += 1),
    holdsBack: () => back,
  };
  const deadlines = new CommandDeadlines({
    wall: Date.now,
    report: ({ outcome }) => void outcomes.push(outcome),
  });
  const say = (): void =>
    deadlines.heard(
      connection,
      {
        cmd: 'publish',
        topic: 'thing/product/DOCK1/osd',
        payload: JSON.stringify({ timestamp: Date.now() }),
        qos: 0,
        dup: false,
        retain: false,
      },
      false,
    );
  say();
  deadlines.announced(
    JSON.stringify({ sn: 'DOCK1', dockOID: 'one', tid: 't', until: machineTime() + 5_000 }),
  );
  const packet = { topic: 'thing/product/DOCK1/services', payload: JSON.stringify({ tid: 't' }) };
  expect(deadlines.mayPass(packet)).toBe(true);
  deadlines.written(connection, packet as Parameters<typeof deadlines.written>[1], undefined);
  return { outcomes, resets: () => resets, say, holdBack: (is: boolean) => void (back = is) };
};

it('believes a dock that goes on speaking, once the other end has what was written', () => {
  const { outcomes, resets, say, holdBack } = setUp();
  holdBack(true);
  vi.advanceTimersByTime(limits.broker.underWay + 500);
  say();
  expect(outcomes).toEqual([]);
  holdBack(false);
  say();
  expect(outcomes).toEqual(['delivered']);
  vi.advanceTimersByTime(60_000);
  expect(resets()).toBe(0);
});

it('resets the connection of a dock that speaks all the time and has taken nothing', () => {
  const { outcomes, resets, say, holdBack } = setUp();
  holdBack(true);
  for (let turn = 0; turn < 9; turn += 1) {
    vi.advanceTimersByTime(500);
    say();
  }
  expect(outcomes).toEqual([]);
  vi.advanceTimersByTime(500);
  expect(outcomes).toEqual(['cut']);
  expect(resets()).toBe(1);
});
