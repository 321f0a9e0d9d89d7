/** A gate in which everything is known and well, and each item in the forms that it can take. */
import { limits } from '../limits.ts';
import type { DockStatus } from '../telemetry/dock-status.ts';
import { gateItemNames, type GateItem, type GateItemName, type GateReason } from './flight.ts';
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
  dronePowered: false,
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
  tools: {
    alarm: false,
    linkMode: 'both',
    dongles: 1,
    batteryCare: { state: 'none', hoursLeft: 0 },
    calibrated: true,
    cards: [],
    heard: { body: 40, machine: 430, link: 860, settings: 40, dockCards: null, droneCards: null },
  },
  jobCount: 3,
  accTime: 1_000,
  drcState: 0,
  mediaRemain: 0,
  firmware: '1.0',
  clockOffset: 200,
  hms: [],
  hmsHeard: true,
  ageMs: 1_000,
  partsAgeMs: 1_000,
};
export const now = 1_760_000_000_000;
const ages = { dataAge: 1_000, health: 1_500, wind: 700, heightLimit: 86_400_000 };
const nothingWarns = { notCheckedWarns: [], failedWarns: [] };
/** Everything known and well: each item passes. */
export const fine: GateInput = {
  approval: { state: 'approved', by: '张三', changed: [] },
  dock: healthyDock,
  ages,
  alarms: [],
  putter: 'has',
  droneModel: '0-91-1',
  routeModel: '0-91-1',
  batteryUse: { share: 0.5, reserve: 0.2 },
  windLimit: 12,
  returnAltitude: 100,
  routeTop: 60,
  terrain: { top: 30, complete: true },
  changed: [],
  surfaceUnread: [],
  heightLimit: 120,
  lostAction: 'return',
  checksumMatches: true,
  routeBlocked: null,
  otherFlight: null,
  neighbours: { close: [] },
  maintenance: 'none',
  insuranceUntil: now + 1,
  unfit: [],
  regions: { region: { verdict: 'passed' }, heights: { verdict: 'passed' } },
  policy: nothingWarns,
  now,
};
export const dock = (part: Partial<DockStatus>): Partial<GateInput> => ({
  dock: { ...healthyDock, ...part },
});
const position = (part: Partial<DockStatus['position']>): Partial<GateInput> =>
  dock({ position: { ...healthyDock.position, ...part } });
export const alarm = (level: number): Partial<GateInput> => ({ alarms: [{ code: '0x1', level }] });
const aged = (item: GateItemName, age: number | undefined): Partial<GateInput> => {
  const { [item as 'health']: _, ...rest } = ages;
  return { ages: age === undefined ? rest : { ...rest, [item]: age } };
};

export const judge = (part: Partial<GateInput>): Map<GateItemName, GateItem> =>
  new Map(evaluateGate({ ...fine, ...part }).map((entry) => [entry.item, entry]));
export const blocked = (part: Partial<GateInput>): string[] =>
  blockingItems([...judge(part).values()]).map(({ item, verdict, reason }) =>
    [item, verdict, ...(reason ? [reason] : [])].join(' '),
  );

const aheadOnly = ['people', 'arrangement', 'forecastWind', 'forecastRain', 'licence'] as const;
type AtStart = Exclude<GateItemName, (typeof aheadOnly)[number]>;
/** Items of the pre-flight check itself; the others are of runs that are to come. */
export const startItems = gateItemNames.filter(
  (name): name is AtStart => !aheadOnly.some((other) => other === name),
);
type Unchecked = readonly [GateReason, Partial<GateInput>];
/** Each item in its failed forms, not checked with the reason, and just good enough. */
export const cases: Record<
  AtStart,
  { failed: Partial<GateInput>[]; notChecked: Unchecked[]; passed: Partial<GateInput>[] }
> = {
  battery: {
    failed: [dock({ charge: { percent: 69, state: 'idle' } }), dock({ charge: { percent: 0, state: null } })],
    notChecked: [
      ['notTold', dock({ charge: { percent: null, state: 'idle' } })],
      ...(['modelUnknown', 'notLooked', 'dockMoved', 'placeUnknown'] as const).map((why): Unchecked => [
        why,
        { batteryUse: why },
      ]),
    ],
    passed: [dock({ charge: { percent: 70, state: 'idle' } }), { batteryUse: { share: 0.7, reserve: 0.2 } }],
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
  airworthy: {
    failed: [{ unfit: ['maintenanceDue'] }, { unfit: ['underMaintenance', 'carried'] }],
    notChecked: [
      ['noRecord', { unfit: null }],
      ['notTold', { unfit: ['unheard'] }],
    ],
    passed: [{ unfit: [] }],
  },
  returnAltitude: {
    failed: [
      { returnAltitude: 19, routeTop: 0, terrain: { top: 0, complete: true } },
      { returnAltitude: 59 },
      { returnAltitude: 60, routeTop: 60.1 },
      { returnAltitude: 1_501, heightLimit: 9_000 },
    ],
    notChecked: [],
    passed: [
      { returnAltitude: 20, routeTop: -5, terrain: { top: 0, complete: true } },
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
    failed: [
      { terrain: { top: 100, complete: true } },
      { terrain: { top: 101, complete: false } },
      { terrain: { top: 101, complete: true }, surfaceUnread: ['风机'] },
    ],
    notChecked: [
      ...(['noTerrain', 'notLooked', 'dockMoved', 'placeUnknown'] as const).map((why): Unchecked => [
        why,
        { terrain: why },
      ]),
      ['noTerrain', { terrain: { top: 99, complete: false } }],
      ['surfaceUnread', { terrain: { top: 99, complete: true }, surfaceUnread: ['风机'] }],
      ['surfaceUnread', { terrain: 'noTerrain', surfaceUnread: ['风机'] }],
    ],
    passed: [{ terrain: { top: 99, complete: true } }, { terrain: { top: 99.9, complete: true } }],
  },
  surroundings: {
    failed: [],
    notChecked: [['changedSince', { changed: ['Buildings'] }]],
    passed: [{ changed: [] }],
  },
  lostAction: {
    failed: [{ lostAction: 'hope' }],
    notChecked: [['notTold', { lostAction: null }]],
    passed: [{ lostAction: 'continue' }, { lostAction: 'return' }],
  },
  region: {
    failed: (['insideNoFly', 'outsideKeepIn', 'landsInNoLanding'] as const).map((reason) => ({
      regions: { region: { verdict: 'failed', reason, where: 'A · 1→2' }, heights: null },
    })),
    notChecked: [
      ['noRegions', { regions: { region: { verdict: 'notChecked', reason: 'noRegions' }, heights: null } }],
    ],
    passed: [{ regions: { region: { verdict: 'passed' }, heights: null } }],
  },
  regionHeight: {
    failed: [],
    notChecked: [
      [
        'groundUnknown',
        {
          regions: {
            region: { verdict: 'passed' },
            heights: { verdict: 'notChecked', reason: 'groundUnknown', where: 'A · 1→2' },
          },
        },
      ],
    ],
    passed: [{ regions: { region: { verdict: 'passed' }, heights: { verdict: 'passed' } } }],
  },
  route: {
    failed: [{ checksumMatches: false }, { routeBlocked: { code: 'collision', values: {} } }],
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
  approval: {
    failed: [
      ...(['missing', 'waiting', 'rejected'] as const).map((state): Partial<GateInput> => ({
        approval: { state, by: null, changed: [] },
      })),
      { approval: { state: 'approved', by: '张三', changed: ['regions'] } },
    ],
    notChecked: [],
    passed: [{ approval: { state: 'approved', by: null, changed: [] } }, { approval: null }],
  },
  otherFlight: { failed: [{ otherFlight: 'F1' }], notChecked: [], passed: [{ otherFlight: null }] },
  neighbours: {
    failed: [{ neighbours: { close: ['巡检 A'] } }],
    // It only warns then.
    notChecked: [],
    passed: [{ neighbours: { close: [] } }],
  },
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
