import type { LiveMessage } from '@eyrie/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ageOf,
  clearTelemetry,
  lastKnownDrone,
  latestAircraft,
  latestAircraftAll,
  latestOf,
  latestOfAll,
  putTelemetry,
  subscribeTelemetry,
} from './telemetry.ts';

let frames: (() => void)[] = [];
vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work));
const nextFrame = (): void => {
  const due = frames;
  frames = [];
  for (const work of due) work();
};

const message = (name: string, objectID: string, data: object, time = 0): LiveMessage =>
  ({ name, objectID, data, time }) as unknown as LiveMessage;
const drone = (part: object): object => ({
  online: true,
  airborne: true,
  lng: 120,
  lat: 30,
  head: 90,
  ageMs: 0,
  ...part,
});

beforeEach(() => {
  nextFrame();
  clearTelemetry();
});

describe('the store of latest values', () => {
  it('tells its readers once per picture, with the newest of each object', () => {
    let reported = 0;
    const stop = subscribeTelemetry(() => reported++);
    for (let at = 0; at < 50; at++)
      putTelemetry(message('dockStatus', `d${at % 2}`, { wind: at, ageMs: 0 }), at);
    expect(reported).toBe(0);
    nextFrame();
    stop();
    expect(reported).toBe(1);
    expect(latestOfAll('dockStatus').size).toBe(2);
    expect(latestOf('dockStatus', 'd1')?.data.wind).toBe(49);
  });
  it('keeps the objects that a message was not about as they were', () => {
    putTelemetry(message('dockStatus', 'a', { wind: 1, ageMs: 0 }), 0);
    nextFrame();
    const before = latestOf('dockStatus', 'a');
    putTelemetry(message('dockStatus', 'b', { wind: 2, ageMs: 0 }), 1);
    nextFrame();
    expect(latestOf('dockStatus', 'a')).toBe(before);
  });
  it('has what may be ordered drawn, as every other state', () => {
    let reported = 0;
    const stop = subscribeTelemetry(() => reported++);
    putTelemetry(message('orderOffers', 'd1', { at: 1, orders: [] }), 1);
    nextFrame();
    stop();
    expect(reported).toBe(1);
    expect(latestOf('orderOffers', 'd1')?.receivedAt).toBe(1);
  });
  it('keeps what is drawn by a clock of its own at once, and asks nobody to draw for it', () => {
    let reported = 0;
    const stop = subscribeTelemetry(() => reported++);
    putTelemetry(message('stickReport', 'd1', { open: true }), 1);
    putTelemetry(message('stickReport', 'd2', { open: true }), 2);
    putTelemetry(message('stickReport', 'd1', { open: false }), 3);
    expect(latestOf('stickReport', 'd1')).toMatchObject({ data: { open: false }, receivedAt: 3 });
    expect(latestOf('stickReport', 'd2')?.receivedAt).toBe(2);
    nextFrame();
    stop();
    expect(reported).toBe(0);
  });
  it('remembers where an aircraft in the air was last heard of', () => {
    putTelemetry(message('droneTelemetry', 'x', drone({}), 5), 10);
    putTelemetry(message('droneTelemetry', 'x', drone({ online: false, lng: null, lat: null })), 20);
    nextFrame();
    expect(latestOf('droneTelemetry', 'x')?.data.online).toBe(false);
    expect(lastKnownDrone('x')).toMatchObject({ lng: 120, lat: 30, airborne: true, receivedAt: 10 });
  });
  it('knows an aircraft once, behind a dock or in the hand of a pilot', () => {
    putTelemetry(message('droneTelemetry', 'docked', drone({})), 10);
    putTelemetry(message('heldDroneTelemetry', 'held', drone({ airborne: false })), 10);
    // Taken from its dock by a pilot: the dock goes on to say that it is not in reach.
    putTelemetry(message('heldDroneTelemetry', 'moved', drone({ lng: 121 })), 10);
    putTelemetry(message('droneTelemetry', 'moved', drone({ online: false })), 20);
    nextFrame();
    expect(latestAircraft('held')?.data.airborne).toBe(false);
    expect(latestAircraft('moved')?.data.lng).toBe(121);
    expect(latestAircraft('nobody')).toBeNull();
    expect(
      latestAircraftAll()
        .map(({ objectID }) => objectID)
        .toSorted(),
    ).toEqual(['docked', 'held', 'moved']);
    putTelemetry(message('droneTelemetry', 'moved', drone({ lng: 122 })), 30);
    nextFrame();
    expect(latestAircraft('moved')?.data.lng).toBe(122);
  });
});

describe('the age of a value', () => {
  it('counts the time before it was published and the time on this page', () => {
    putTelemetry(message('dockStatus', 'a', { ageMs: 1_500 }), 1_000);
    nextFrame();
    expect(ageOf(latestOf('dockStatus', 'a'), 3_000)).toBe(3_500);
  });
  it('is unknown without a value, and for a device that was never heard', () => {
    expect(ageOf(null, 0)).toBeNull();
    putTelemetry(message('dockStatus', 'b', { ageMs: Number.MAX_SAFE_INTEGER }), 1_000);
    nextFrame();
    expect(ageOf(latestOf('dockStatus', 'b'), 3_000)).toBeNull();
  });
});
