import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import type { DockStatus } from '../telemetry/dock-status.ts';
import { gateItemNames, type GateItem, type GateItemName } from './flight.ts';
import { blockingItems, evaluateGate, type GateInput } from './gate.ts';

const healthyDock: DockStatus = {
  sn: 'D1',
  online: true,
  gps: '120,30',
  height: 10,
  heading: 0,
  workState: 'idle',
  modeCode: 0,
  stepCode: 0,
  coverState: 'closed',
  putterState: 'closed',
  supplementLight: false,
  droneInDock: true,
  charge: { percent: 90, state: 'idle' },
  airConditioner: { mode: 'idle', phase: 'steady', waitSeconds: 0 },
  wind: 3,
  rainfall: 'none',
  envTemp: 20,
  temp: 25,
  humidity: 50,
  network: { type: '4g', quality: 4, rateKBps: 100 },
  link: { sdr: true, lte: true, sdrQuality: 5, lteQuality: 5 },
  storage: { totalKB: 10_000_000, usedKB: 1_000_000 },
  position: { fixed: true, quality: 5, gps: 20, rtk: 20, homeValid: true },
  backupBattery: { on: true, millivolt: 12_000, temperature: 25 },
  emergencyStop: false,
  silentMode: false,
  storeMode: 'plan',
  jobCount: 3,
  accTime: 1_000,
  drcState: 0,
  mediaRemain: 0,
  firmware: '1.0',
  clockOffset: 200,
  hms: [],
  ageMs: 1_000,
  partsAgeMs: 1_000,
};
const now = 1_760_000_000_000;
const fine: GateInput = {
  dock: healthyDock,
  ageMs: 1_000,
  hasPutter: true,
  routeSeconds: 1_200,
  ratedSeconds: 2_400,
  windLimit: 12,
  returnAltitude: 100,
  highestObstacle: 60,
  heightLimit: 120,
  lostAction: 'return',
  checksumMatches: true,
  routeBlocked: false,
  otherFlight: null,
  maintenance: 'none',
  maintenanceBlocks: true,
  insuranceUntil: now + 1,
  insuranceBlocks: true,
  now,
};
const dock = (part: Partial<DockStatus>): Partial<GateInput> => ({ dock: { ...healthyDock, ...part } });
const position = (part: Partial<DockStatus['position']>): Partial<GateInput> =>
  dock({ position: { ...healthyDock.position, ...part } });
const text = { 'zh-CN': '舱盖故障', en: 'Cover fault', ar: 'عطل الغطاء' };
const alarm = (level: number): Partial<GateInput> =>
  dock({
    hms: [
      { code: '0x1', level, module: 3, inTheSky: false, imminent: false, device: 'dock', text, args: {} },
    ],
  });

const judge = (part: Partial<GateInput>): Map<GateItemName, GateItem> =>
  new Map(evaluateGate({ ...fine, ...part }).map((entry) => [entry.item, entry]));
const blocked = (part: Partial<GateInput>): string[] =>
  blockingItems([...judge(part).values()]).map(({ item, verdict }) => `${item} ${verdict}`);

/** Each item in its worst, missing and just good enough form; null: the item cannot be missing. */
const cases: Record<
  GateItemName,
  { bad: Partial<GateInput>[]; unknown: Partial<GateInput> | null; good: Partial<GateInput>[] }
> = {
  battery: {
    bad: [dock({ charge: { percent: 69, state: 'idle' } }), dock({ charge: { percent: 0, state: null } })],
    unknown: dock({ charge: { percent: null, state: 'idle' } }),
    good: [dock({ charge: { percent: 70, state: 'idle' } })],
  },
  wind: {
    bad: [dock({ wind: 12.01 }), { windLimit: 2.9 }],
    unknown: dock({ wind: null }),
    good: [dock({ wind: 12 })],
  },
  rain: {
    bad: (['light', 'moderate', 'heavy'] as const).map((rainfall) => dock({ rainfall })),
    unknown: dock({ rainfall: null }),
    good: [dock({ rainfall: 'none' })],
  },
  positioning: {
    bad: [position({ fixed: false })],
    unknown: position({ fixed: null }),
    good: [position({ fixed: true })],
  },
  home: {
    bad: [position({ homeValid: false })],
    unknown: position({ homeValid: null }),
    good: [position({ homeValid: true })],
  },
  storage: {
    bad: [dock({ storage: { totalKB: limits.gate.storageFreeKB, usedKB: 1 } })],
    unknown: dock({ storage: { totalKB: null, usedKB: 1 } }),
    good: [dock({ storage: { totalKB: limits.gate.storageFreeKB, usedKB: 0 } })],
  },
  dockIdle: {
    bad: (['onSiteDebug', 'remoteDebug', 'firmwareUpgrade', 'working', 'uncalibrated'] as const).map(
      (workState) => dock({ workState }),
    ),
    unknown: dock({ workState: null }),
    good: [dock({ workState: 'idle' })],
  },
  cover: {
    bad: [dock({ coverState: 'halfOpen' }), dock({ coverState: 'abnormal' })],
    unknown: dock({ coverState: null }),
    good: [dock({ coverState: 'open' }), dock({ coverState: 'closed' })],
  },
  putter: {
    bad: [dock({ putterState: 'moving' }), dock({ putterState: 'abnormal' })],
    unknown: dock({ putterState: null }),
    good: [dock({ putterState: 'extended' }), { ...dock({ putterState: null }), hasPutter: false }],
  },
  health: { bad: [alarm(2)], unknown: { dock: null }, good: [alarm(0), alarm(1)] },
  maintenance: {
    bad: [
      { maintenance: 'awaiting' },
      { maintenance: 'under' },
      { maintenance: 'under', maintenanceBlocks: false },
    ],
    unknown: null,
    good: [{ maintenance: 'none' }],
  },
  insurance: {
    bad: [{ insuranceUntil: now - 1 }],
    unknown: { insuranceUntil: null },
    good: [{ insuranceUntil: now }],
  },
  returnAltitude: {
    bad: [
      { returnAltitude: 19, highestObstacle: 0 },
      { returnAltitude: 59 },
      { returnAltitude: 121 },
      { returnAltitude: 1_501, heightLimit: null },
      { returnAltitude: 1_501, heightLimit: 9_000 },
    ],
    unknown: null,
    good: [
      { returnAltitude: 20, highestObstacle: 0 },
      { returnAltitude: 60 },
      { returnAltitude: 120 },
      { returnAltitude: 1_500, heightLimit: null },
    ],
  },
  lostAction: {
    bad: [{ lostAction: 'hope' }],
    unknown: { lostAction: null },
    good: [{ lostAction: 'continue' }],
  },
  region: { bad: [], unknown: null, good: [{}] },
  route: { bad: [{ checksumMatches: false }, { routeBlocked: true }], unknown: null, good: [{}] },
  otherFlight: { bad: [{ otherFlight: 'F1' }], unknown: null, good: [{ otherFlight: null }] },
  clock: {
    bad: [dock({ clockOffset: 5_001 }), dock({ clockOffset: -5_001 }), dock({ clockOffset: -86_400_000 })],
    unknown: dock({ clockOffset: null }),
    good: [dock({ clockOffset: 5_000 }), dock({ clockOffset: -5_000 })],
  },
  dataAge: { bad: [{ ageMs: 6_001 }], unknown: { ageMs: null }, good: [{ ageMs: 6_000 }, { ageMs: 0 }] },
  emergencyStop: {
    bad: [dock({ emergencyStop: true })],
    unknown: dock({ emergencyStop: null }),
    good: [dock({ emergencyStop: false })],
  },
};

describe('the pre-flight gate', () => {
  it('judges every item once, and lets a healthy dock fly', () => {
    const items = evaluateGate(fine).map((entry) => entry.item);
    expect(items.toSorted()).toEqual([...gateItemNames].toSorted());
    expect(blocked({})).toEqual([]);
    expect([...judge({}).values()].every((entry) => entry.verdict === 'ok')).toBe(true);
  });

  describe.each(gateItemNames)('%s', (name) => {
    const { bad, unknown, good } = cases[name];
    it('alone blocks when it is bad', () => {
      for (const part of bad) expect(blocked(part)).toEqual([`${name} bad`]);
    });
    it('blocks when it is not known', () => {
      const told = unknown === null ? [] : blocked(unknown).filter((one) => one === `${name} unknown`);
      expect(told).toHaveLength(unknown === null ? 0 : 1);
    });
    it('passes when it is just good enough', () => {
      for (const part of good) expect(blocked(part)).toEqual([]);
    });
  });

  it('blocks everything the dock would have told when nothing was ever heard', () => {
    const items = judge({ dock: null, ageMs: null });
    const missing = [...items.values()]
      .filter((entry) => entry.verdict === 'unknown')
      .map((entry) => entry.item);
    expect(missing.toSorted()).toEqual([
      'battery',
      'clock',
      'cover',
      'dataAge',
      'dockIdle',
      'emergencyStop',
      'health',
      'home',
      'positioning',
      'putter',
      'rain',
      'storage',
      'wind',
    ]);
  });

  it('knows no battery need of an unknown aircraft', () => {
    for (const ratedSeconds of [null, 0, -1]) expect(blocked({ ratedSeconds })).toEqual(['battery unknown']);
  });

  it('rounds the need of the route up and adds the reserve', () => {
    expect(judge({ routeSeconds: 1, ratedSeconds: 2_400 }).get('battery')?.limit).toBe(21);
    expect(judge({ routeSeconds: 1_201, ratedSeconds: 2_400 }).get('battery')?.limit).toBe(71);
  });

  it('only warns where the organisation does not block', () => {
    const maintenance = judge({ maintenance: 'awaiting', maintenanceBlocks: false });
    expect(maintenance.get('maintenance')?.verdict).toBe('warn');
    const insurance = judge({ insuranceUntil: now - 1, insuranceBlocks: false });
    expect(insurance.get('insurance')?.verdict).toBe('warn');
    expect(blockingItems([...insurance.values()])).toEqual([]);
    // Most docks carry no date: it matters where the organisation says so.
    expect(blocked({ insuranceUntil: null, insuranceBlocks: false })).toEqual([]);
  });

  it('says what was measured and what was asked for', () => {
    expect(judge(dock({ wind: 13 })).get('wind')).toEqual({
      item: 'wind',
      verdict: 'bad',
      value: 13,
      limit: 12,
    });
    expect(judge(alarm(2)).get('health')?.value).toBe('0x1');
    expect(judge({ returnAltitude: 10 }).get('returnAltitude')).toMatchObject({ value: 10, limit: '60-120' });
  });
});
