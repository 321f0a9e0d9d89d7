import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeLive, limits, linkLevel, type LiveMessage } from '@eyrie/domain';
import { mergeProperties } from '@eyrie/dji';
import { createLog } from '../../platform/log.ts';
import {
  dockAge,
  dockOnline,
  droneOnline,
  openDockLink,
  presenceOf,
  telemetryOf,
  type DockLink,
} from '../dock/index.ts';
import { createTelemetryPublisher } from './telemetry.publisher.ts';

const step = 100;
let now = 0;
let sent: { topic: string; at: number; message: LiveMessage | null }[] = [];
let publisher: ReturnType<typeof createTelemetryPublisher>;

const linkOf = (oid: string): DockLink =>
  openDockLink(
    {
      oid,
      sn: `SN-${oid}`,
      model: '3-2-0',
      name: '机场',
      vendor: 'DJI',
      kind: 'dock',
      groupRoot: 'root',
      groupOID: 'root',
      windLimit: 12,
      maintenance: 'none',
      insuranceUntil: null,
      bound: true,
      proved: true,
      droneOID: `drone-${oid}`,
      droneSn: `A-${oid}`,
      droneModel: '0-91-1',
    },
    1,
  );
/** Lets time pass, with something happening at every step. */
const pass = (ms: number, each: (passed: number) => void = () => undefined): void => {
  for (let passed = 0; passed < ms; passed += step) {
    each(passed);
    now += step;
    vi.advanceTimersByTime(step);
  }
};
const hear = (link: DockLink): void => {
  link.dockSnapshot = mergeProperties(
    link.dockSnapshot,
    { mode_code: 0 },
    { at: now, source: 'osd' },
  ).snapshot;
  link.droneSnapshot = mergeProperties(
    link.droneSnapshot,
    { mode_code: 5, longitude: 113.9, latitude: 22.5, height: 80, horizontal_speed: 9 },
    { at: now, source: 'osd' },
  ).snapshot;
  link.droneInTopology = true;
  link.lastSeenWall = link.droneLastSeenWall = now;
  for (const part of ['dock', 'drone', 'presence'] as const) publisher.touch(link, part);
};
const gapsOf = (name: string): number[] => {
  const times = sent.filter((one) => one.message?.name === name).map((one) => one.at);
  return times.slice(1).map((at, index) => at - (times[index] ?? 0));
};
const names = ['dockStatus', 'dockPresence', 'droneTelemetry'];

beforeEach(() => {
  vi.useFakeTimers();
  now = 1_000_000;
  sent = [];
  publisher = createTelemetryPublisher({
    publish: (topic, payload) => void sent.push({ topic, at: now, message: decodeLive(payload) }),
    presence: (link, at) => ({
      ...presenceOf(link, at),
      debugJob: null,
      speakerJob: null,
      panorama: null,
      orbit: null,
    }),
    clock: { mono: () => now, wall: () => now },
    serverTime: () => now,
    log: createLog({ level: 'silent' }),
  });
  publisher.start();
});
afterEach(() => {
  publisher.stop();
  vi.useRealTimers();
});

describe('live topics of a dock', () => {
  it('come at most once a second however often it speaks', () => {
    const link = linkOf('fast');
    pass(20_000, () => hear(link));
    for (const name of names) {
      const gaps = gapsOf(name);
      expect(gaps.length, name).toBeGreaterThanOrEqual(18);
      expect(Math.min(...gaps), name).toBeGreaterThanOrEqual(limits.gateway.publishEvery - step / 2);
      expect(Math.max(...gaps), name).toBeLessThanOrEqual(limits.gateway.publishAtLeastEvery);
    }
  });

  it('come for every message of a dock that speaks each two seconds, changed or not', () => {
    const link = linkOf('usual');
    pass(20_000, (passed) => {
      if (passed % 2_000 === 0) hear(link);
    });
    for (const name of names) {
      expect(
        sent.filter((one) => one.message?.name === name),
        name,
      ).toHaveLength(10);
      expect(Math.max(...gapsOf(name)), name).toBeLessThanOrEqual(limits.gateway.publishAtLeastEvery);
    }
    // The time is that of the message, so that its age is honest.
    const last = sent.at(-1);
    expect((last?.at ?? 0) - (last?.message?.time ?? 0)).toBeLessThanOrEqual(step);
  });

  it('are silent when it is, and after it was handed over', () => {
    const link = linkOf('quiet');
    hear(link);
    pass(3_000);
    const heard = sent.length;
    expect(heard).toBe(3);
    pass(10_000);
    hear(link);
    publisher.forget(link);
    pass(3_000);
    expect(sent).toHaveLength(heard);
  });

  it('of an aircraft that nobody knows yet are looked for once a second, and are there when it is known', () => {
    const link = linkOf('unbound');
    let looks = 0;
    let droneOID: string | null = null;
    Object.defineProperty(link.dock, 'droneOID', {
      get: () => {
        looks += 1;
        return droneOID;
      },
    });
    hear(link);
    pass(500);
    looks = 0;
    pass(10_000);
    // Ten times a second, with thousands of docks that connect, it took a whole core.
    expect(looks).toBeLessThanOrEqual(11);
    expect(gapsOf('droneTelemetry')).toEqual([]);
    droneOID = 'drone';
    pass(limits.gateway.publishEvery + step);
    expect(sent.filter(({ message }) => message?.name === 'droneTelemetry')).toHaveLength(1);
  });

  it('of one dock do not wait for another', () => {
    const links = Array.from({ length: 200 }, (_, index) => linkOf(`d${index}`));
    pass(4_000, (passed) => {
      if (passed % 1_000 === 0) for (const link of links) hear(link);
    });
    expect(sent).toHaveLength(200 * 3 * 4);
  });
});

describe('a dock that falls silent', () => {
  it('steps down the ladder and is offline after a minute; what moves goes, the last place stays', () => {
    const link = linkOf('gone');
    hear(link);
    const start = now;
    const levels: [number, string][] = [
      [limits.link.ageing, 'live'],
      [limits.link.stale, 'ageing'],
      [limits.link.lost, 'stale'],
      [limits.link.lastKnown, 'lost'],
      [limits.link.lastKnown + 1, 'lastKnown'],
    ];
    for (const [age, level] of levels) expect(linkLevel(dockAge(link, start + age))).toBe(level);
    const before = start + limits.dock.offlineAfter;
    expect([dockOnline(link, before), droneOnline(link, before)]).toEqual([true, true]);
    expect(telemetryOf(link, before)).toMatchObject({ online: true, airborne: true, speedH: 9 });
    const after = before + 1;
    expect([dockOnline(link, after), droneOnline(link, after)]).toEqual([false, false]);
    expect(telemetryOf(link, after)).toMatchObject({ online: false, speedH: null, lng: 113.9, lat: 22.5 });
    expect(presenceOf(link, after)).toMatchObject({ online: false, droneOnline: false });
  });

  it('is offline at once when the broker says that its connection ended', () => {
    const link = linkOf('cut');
    hear(link);
    link.session = false;
    expect([dockOnline(link, now), droneOnline(link, now)]).toEqual([false, false]);
  });
});
