import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import type { DockStatus } from '../telemetry/dock-status.ts';
import { gateItemNames, type GateItem, type GateItemName, type GateReason } from './flight.ts';
import { gateDefaults, gateFailedSettable, gateSettable } from './gate-policy.ts';
import { readStoredGate } from './gate-stored.ts';
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
const ages = { dataAge: 1_000, health: 1_500, wind: 700, heightLimit: 86_400_000 };
const nothingWarns = { notCheckedWarns: [], failedWarns: [] };
/** Everything known and well: each item passes. */
const fine: GateInput = {
  dock: healthyDock,
  ages,
  alarms: [],
  putter: 'has',
  droneModel: '0-91-1',
  routeModel: '0-91-1',
  routeSeconds: 1_200,
  ratedSeconds: 2_400,
  windLimit: 12,
  returnAltitude: 100,
  routeTop: 60,
  terrainTop: 30,
  heightLimit: 120,
  lostAction: 'return',
  checksumMatches: true,
  routeBlocked: false,
  otherFlight: null,
  maintenance: 'none',
  insuranceUntil: now + 1,
  insideRegion: true,
  policy: nothingWarns,
  now,
};
const dock = (part: Partial<DockStatus>): Partial<GateInput> => ({ dock: { ...healthyDock, ...part } });
const position = (part: Partial<DockStatus['position']>): Partial<GateInput> =>
  dock({ position: { ...healthyDock.position, ...part } });
const alarm = (level: number): Partial<GateInput> => ({ alarms: [{ code: '0x1', level }] });
const aged = (item: GateItemName, age: number | undefined): Partial<GateInput> => {
  const { [item as 'health']: _, ...rest } = ages;
  return { ages: age === undefined ? rest : { ...rest, [item]: age } };
};

const judge = (part: Partial<GateInput>): Map<GateItemName, GateItem> =>
  new Map(evaluateGate({ ...fine, ...part }).map((entry) => [entry.item, entry]));
const blocked = (part: Partial<GateInput>): string[] =>
  blockingItems([...judge(part).values()]).map(({ item, verdict, reason }) =>
    [item, verdict, ...(reason ? [reason] : [])].join(' '),
  );

type Unchecked = readonly [GateReason, Partial<GateInput>];
/** Each item in its failed forms, not checked with the reason, and just good enough. */
const cases: Record<
  GateItemName,
  { failed: Partial<GateInput>[]; notChecked: Unchecked[]; passed: Partial<GateInput>[] }
> = {
  battery: {
    failed: [dock({ charge: { percent: 69, state: 'idle' } }), dock({ charge: { percent: 0, state: null } })],
    notChecked: [
      ['notTold', dock({ charge: { percent: null, state: 'idle' } })],
      ['modelUnknown', { ratedSeconds: null }],
      ['modelUnknown', { ratedSeconds: 0 }],
      ['modelUnknown', { ratedSeconds: -1 }],
    ],
    passed: [dock({ charge: { percent: 70, state: 'idle' } }), { ratedSeconds: 1_800 }],
  },
  wind: {
    failed: [dock({ wind: 12.01 }), { windLimit: 2.9 }],
    notChecked: [['notTold', dock({ wind: null })]],
    passed: [dock({ wind: 12 }), dock({ wind: 0 })],
  },
  rain: {
    failed: (['light', 'moderate', 'heavy'] as const).map((rainfall) => dock({ rainfall })),
    notChecked: [['notTold', dock({ rainfall: null })]],
    passed: [dock({ rainfall: 'none' })],
  },
  positioning: {
    failed: [position({ fixed: false })],
    notChecked: [['notTold', position({ fixed: null })]],
    passed: [position({ fixed: true })],
  },
  home: {
    failed: [position({ homeValid: false })],
    notChecked: [['notTold', position({ homeValid: null })]],
    passed: [position({ homeValid: true })],
  },
  storage: {
    failed: [dock({ storage: { totalKB: limits.gate.storageFreeKB, usedKB: 1 } })],
    notChecked: [
      ['notTold', dock({ storage: { totalKB: null, usedKB: 1 } })],
      ['notTold', dock({ storage: { totalKB: 9_000_000, usedKB: null } })],
    ],
    passed: [dock({ storage: { totalKB: limits.gate.storageFreeKB, usedKB: 0 } })],
  },
  dockIdle: {
    failed: (['onSiteDebug', 'remoteDebug', 'firmwareUpgrade', 'working', 'uncalibrated'] as const).map(
      (workState) => dock({ workState }),
    ),
    notChecked: [['notTold', dock({ workState: null })]],
    passed: [dock({ workState: 'idle' })],
  },
  cover: {
    failed: [dock({ coverState: 'halfOpen' }), dock({ coverState: 'abnormal' })],
    notChecked: [['notTold', dock({ coverState: null })]],
    passed: [dock({ coverState: 'open' }), dock({ coverState: 'closed' })],
  },
  putter: {
    failed: [dock({ putterState: 'moving' }), dock({ putterState: 'abnormal' })],
    notChecked: [
      ['notTold', dock({ putterState: null })],
      ['modelUnknown', { putter: 'unknown' }],
    ],
    passed: [dock({ putterState: 'extended' }), { ...dock({ putterState: null }), putter: 'none' }],
  },
  health: {
    failed: [alarm(2), alarm(3), { ...alarm(2), ...aged('health', undefined) }],
    notChecked: [
      ['notTold', aged('health', undefined)],
      ['stale', aged('health', limits.gate.healthFresh + 1)],
    ],
    passed: [alarm(0), alarm(1), aged('health', limits.gate.healthFresh)],
  },
  maintenance: {
    failed: [{ maintenance: 'awaiting' }, { maintenance: 'under' }],
    notChecked: [['noRecord', { maintenance: null }]],
    passed: [{ maintenance: 'none' }],
  },
  insurance: {
    failed: [{ insuranceUntil: now - 1 }],
    notChecked: [['noRecord', { insuranceUntil: null }]],
    passed: [{ insuranceUntil: now }],
  },
  returnAltitude: {
    failed: [
      { returnAltitude: 19, routeTop: 0, terrainTop: 0 },
      { returnAltitude: 59 },
      { returnAltitude: 60, routeTop: 60.1 },
      { returnAltitude: 1_501, heightLimit: 9_000 },
    ],
    notChecked: [],
    passed: [
      { returnAltitude: 20, routeTop: -5, terrainTop: 0 },
      { returnAltitude: 60 },
      { returnAltitude: 61, routeTop: 60.1 },
      { returnAltitude: 1_500, heightLimit: 1_500 },
    ],
  },
  heightLimit: {
    failed: [{ returnAltitude: 121 }, { heightLimit: 99 }],
    notChecked: [['notTold', { heightLimit: null }]],
    passed: [{ returnAltitude: 120 }, { heightLimit: 100 }],
  },
  terrain: {
    failed: [{ terrainTop: 100 }, { terrainTop: 101 }],
    notChecked: [['noTerrain', { terrainTop: null }]],
    passed: [{ terrainTop: 99 }],
  },
  lostAction: {
    failed: [{ lostAction: 'hope' }],
    notChecked: [['notTold', { lostAction: null }]],
    passed: [{ lostAction: 'continue' }, { lostAction: 'return' }],
  },
  region: {
    failed: [{ insideRegion: false }],
    notChecked: [['noRegions', { insideRegion: null }]],
    passed: [{ insideRegion: true }],
  },
  route: {
    failed: [{ checksumMatches: false }, { routeBlocked: true }],
    notChecked: [],
    passed: [{}],
  },
  model: {
    failed: [{ routeModel: '0-67-0' }, { droneModel: '0-91-0' }],
    notChecked: [
      ['modelUnknown', { droneModel: null }],
      ['modelUnknown', { droneModel: null, routeModel: null }],
      ['routeModelUnknown', { routeModel: null }],
    ],
    passed: [{ droneModel: '0-67-0', routeModel: '0-67-0' }],
  },
  otherFlight: { failed: [{ otherFlight: 'F1' }], notChecked: [], passed: [{ otherFlight: null }] },
  clock: {
    failed: [dock({ clockOffset: 5_001 }), dock({ clockOffset: -5_001 }), dock({ clockOffset: -86_400_000 })],
    notChecked: [['notTold', dock({ clockOffset: null })]],
    passed: [dock({ clockOffset: 5_000 }), dock({ clockOffset: -5_000 }), dock({ clockOffset: 0 })],
  },
  dataAge: {
    failed: [aged('dataAge', 6_001)],
    notChecked: [['notTold', aged('dataAge', undefined)]],
    passed: [aged('dataAge', 6_000), aged('dataAge', 0)],
  },
  emergencyStop: {
    failed: [dock({ emergencyStop: true })],
    notChecked: [['notTold', dock({ emergencyStop: null })]],
    passed: [dock({ emergencyStop: false })],
  },
};

describe('the pre-flight gate', () => {
  it('judges every item once, and lets a healthy dock fly', () => {
    const items = evaluateGate(fine).map((entry) => entry.item);
    expect(items.toSorted()).toEqual([...gateItemNames].toSorted());
    expect(blocked({})).toEqual([]);
    for (const entry of judge({}).values())
      expect(entry).toMatchObject({ verdict: 'passed', reason: null, blocks: false });
  });

  describe.each(gateItemNames)('%s', (name) => {
    const { failed, notChecked, passed } = cases[name];
    it('alone blocks when it failed', () => {
      for (const part of failed) expect(blocked(part)).toEqual([`${name} failed`]);
    });
    it('alone says that it was not checked, and why', () => {
      for (const [reason, part] of notChecked)
        expect(blocked(part)).toEqual([`${name} notChecked ${reason}`]);
    });
    it('passes when it is just good enough', () => {
      for (const part of passed) {
        expect(blocked(part)).toEqual([]);
        if (judge(part).has(name)) expect(judge(part).get(name)?.verdict).toBe('passed');
      }
    });
  });

  it('does not compare heights that it cannot convert, and says so of both items', () => {
    const unknown = { routeTop: null };
    expect(blocked(unknown)).toEqual([
      'returnAltitude notChecked heightUnknown',
      'heightLimit notChecked heightUnknown',
    ]);
    expect(judge(unknown).get('returnAltitude')).toMatchObject({ value: 100, limit: '20-1500' });
    expect(judge(unknown).get('heightLimit')).toMatchObject({ value: 100, limit: 120 });
    // What is wrong whatever the route's heights are is found all the same.
    expect(blocked({ ...unknown, returnAltitude: 19, terrainTop: 0 })).toContain('returnAltitude failed');
    expect(blocked({ ...unknown, returnAltitude: 1_501 })).toContain('returnAltitude failed');
    expect(blocked({ ...unknown, returnAltitude: 121 })).toContain('heightLimit failed');
  });

  it('holds the route itself against the height limit, not only the way home', () => {
    expect(blocked({ routeTop: 120.5, returnAltitude: 1_000, heightLimit: 120 })).toEqual([
      'heightLimit failed',
    ]);
    expect(judge({ routeTop: 110.2, returnAltitude: 60 }).get('heightLimit')).toMatchObject({
      verdict: 'passed',
      value: 111,
    });
    expect(judge({ routeTop: 120.2, returnAltitude: 60 }).get('heightLimit')?.verdict).toBe('failed');
  });

  it('checks nothing that the dock would have told when nothing was ever heard', () => {
    const items = judge({ dock: null, ages: {}, droneModel: null, heightLimit: null });
    const missing = [...items.values()]
      .filter((entry) => entry.verdict === 'notChecked')
      .map((entry) => entry.item);
    expect(missing.toSorted()).toEqual([
      'battery',
      'clock',
      'cover',
      'dataAge',
      'dockIdle',
      'emergencyStop',
      'health',
      'heightLimit',
      'home',
      'model',
      'positioning',
      'putter',
      'rain',
      'storage',
      'wind',
    ]);
  });

  it('leaves push rods out where the model has none', () => {
    expect(judge({ putter: 'none' }).has('putter')).toBe(false);
  });

  it('rounds the need of the route up and adds the reserve', () => {
    expect(judge({ routeSeconds: 1, ratedSeconds: 2_400 }).get('battery')?.limit).toBe(21);
    expect(judge({ routeSeconds: 1_201, ratedSeconds: 2_400 }).get('battery')?.limit).toBe(71);
  });

  it('says what was measured, what was asked for and how old it is', () => {
    expect(judge(dock({ wind: 13 })).get('wind')).toEqual({
      item: 'wind',
      verdict: 'failed',
      reason: null,
      blocks: true,
      value: 13,
      limit: 12,
      ageMs: 700,
    });
    expect(judge(alarm(2)).get('health')).toMatchObject({ value: '0x1', ageMs: 1_500 });
    expect(judge({}).get('heightLimit')?.ageMs).toBe(86_400_000);
    expect(judge({}).get('dataAge')).toMatchObject({ value: 1_000, limit: 6_000, ageMs: 1_000 });
    expect(judge({}).get('region')?.ageMs).toBeNull();
    expect(judge({ returnAltitude: 10 }).get('returnAltitude')).toMatchObject({
      value: 10,
      limit: '60-1500',
    });
    expect(judge({ routeModel: '0-67-0' }).get('model')).toMatchObject({ value: '0-91-1', limit: '0-67-0' });
    expect(judge({ ratedSeconds: null }).get('battery')?.value).toBe(90);
    expect(judge({ ...dock({ putterState: 'extended' }), putter: 'unknown' }).get('putter')?.value).toBe(
      'extended',
    );
    expect(judge({ terrainTop: 30 }).get('terrain')).toMatchObject({ value: 100, limit: 30 });
    expect(judge({ terrainTop: null }).get('terrain')?.value).toBe(100);
    expect(judge({ heightLimit: null }).get('heightLimit')?.value).toBe(100);
    expect(judge({}).get('otherFlight')?.value).toBeNull();
    expect(judge({ otherFlight: 'F1' }).get('otherFlight')?.value).toBe('F1');
    expect(judge({ maintenance: 'under' }).get('maintenance')?.value).toBe('under');
    expect(judge({ insuranceUntil: 5 }).get('insurance')?.value).toBe(5);
    expect(judge(dock({ storage: { totalKB: 5, usedKB: 2 } })).get('storage')).toMatchObject({
      value: 3,
      limit: limits.gate.storageFreeKB,
    });
    expect(judge(dock({ storage: { totalKB: null, usedKB: 2 } })).get('storage')?.limit).toBe(
      limits.gate.storageFreeKB,
    );
    expect(judge({}).get('positioning')?.value).toBe(5);
    expect(judge(dock({ clockOffset: null })).get('clock')?.limit).toBe(limits.dock.clockDifference);
    expect(judge({}).get('home')?.value).toBe('true');
  });
});

describe('what the organisation decided', () => {
  it.each(gateSettable)('lets %s warn where it is not checked, and it alone', (name) => {
    const [, part] = cases[name].notChecked[0] ?? ['heightUnknown', { routeTop: null }];
    const notCheckedWarns = gateSettable.filter((other) => other === name || other === 'heightLimit');
    const items = judge({ ...part, policy: { notCheckedWarns, failedWarns: [] } });
    expect(items.get(name)).toMatchObject({ verdict: 'notChecked', blocks: false });
    expect(blockingItems([...items.values()])).toEqual([]);
    const others = gateSettable.filter((other) => other !== name);
    expect(judge({ ...part, policy: { notCheckedWarns: others, failedWarns: [] } }).get(name)?.blocks).toBe(
      true,
    );
  });

  it('lets nothing that failed warn because its being unchecked does', () => {
    const policy = { notCheckedWarns: gateSettable, failedWarns: [] };
    expect(blocked({ ...dock({ wind: 13 }), policy })).toEqual(['wind failed']);
    expect(blocked({ maintenance: 'awaiting', policy })).toEqual(['maintenance failed']);
  });

  it('lets a missed maintenance and an insurance that ran out warn, never a maintenance under way', () => {
    const policy = { notCheckedWarns: [], failedWarns: gateFailedSettable };
    expect(judge({ maintenance: 'awaiting', policy }).get('maintenance')).toMatchObject({
      verdict: 'failed',
      blocks: false,
    });
    expect(blocked({ insuranceUntil: now - 1, policy })).toEqual([]);
    expect(blocked({ maintenance: 'under', policy })).toEqual(['maintenance failed']);
    expect(blocked({ maintenance: null, policy })).toEqual(['maintenance notChecked noRecord']);
  });

  it('warns by default only of what an organisation has no data of yet', () => {
    const nothingKnown = {
      dock: null,
      ages: {},
      droneModel: null,
      heightLimit: null,
      maintenance: null,
      insuranceUntil: null,
      insideRegion: null,
      terrainTop: null,
    };
    const warns = [...judge({ ...nothingKnown, policy: gateDefaults }).values()]
      .filter((entry) => entry.verdict === 'notChecked' && !entry.blocks)
      .map((entry) => entry.item);
    expect(warns.toSorted()).toEqual(['insurance', 'maintenance', 'region', 'terrain']);
    expect(blocked({ insuranceUntil: now - 1, maintenance: 'awaiting', policy: gateDefaults })).toEqual([]);
  });

  it('can decide nothing about what is never merely unchecked', () => {
    for (const name of ['dataAge', 'lostAction', 'route', 'otherFlight'])
      expect(gateSettable).not.toContain(name);
    expect(gateSettable).toHaveLength(gateItemNames.length - 4);
  });
});

describe('a stored gate', () => {
  it('is read as it was written, also one of an earlier release', () => {
    const gate = evaluateGate({ ...fine, ...dock({ wind: null }) });
    expect(readStoredGate(JSON.parse(JSON.stringify(gate)))).toEqual(gate);
    const old = ['ok', 'warn', 'bad', 'unknown'].map((verdict) => ({
      item: 'wind',
      verdict,
      value: 3,
      limit: 12,
    }));
    expect(readStoredGate(old)?.map(({ verdict, reason, blocks }) => [verdict, reason, blocks])).toEqual([
      ['passed', null, false],
      ['failed', null, false],
      ['failed', null, true],
      ['notChecked', 'notTold', true],
    ]);
    expect(readStoredGate(old)?.[0]).toMatchObject({ item: 'wind', value: 3, limit: 12, ageMs: null });
    expect(readStoredGate(null)).toBeNull();
    expect(readStoredGate([{ item: 'luck' }])).toBeNull();
  });
});
