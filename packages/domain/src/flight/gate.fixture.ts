/** Each item of the gate in the forms that it can take. */
import { limits } from '../limits.ts';
import { gateItemNames, type GateItemName, type GateReason } from './flight.ts';
import { aged, alarm, dock, now, position } from './gate-well.fixture.ts';
import type { GateInput } from './gate-input.ts';

const aheadOnly = ['people', 'arrangement', 'forecastWind', 'forecastRain'] as const;
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
  checklist: {
    failed: [
      { checklist: { open: ['Propellers whole?'], refused: [], by: null } },
      { checklist: { open: [], refused: ['Propellers whole?'], by: '张三' } },
    ],
    notChecked: [],
    passed: [{ checklist: { open: [], refused: [], by: '张三' } }, { checklist: null }],
  },
  licence: {
    failed: [{ licence: { until: now - 1 } }],
    // It only warns then.
    notChecked: [],
    passed: [{ licence: { until: now } }, { licence: { until: null } }, { licence: null }],
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
  series: {
    failed: (['created', 'inFlight', 'over'] as const).map((state) => ({
      series: {
        flown: 'inOrder' as const,
        gapSeconds: 0,
        before: { place: 1, done: false, state, outcome: null, startedAt: null },
        now,
      },
    })),
    notChecked: [],
    passed: [{ series: null }],
  },
};
