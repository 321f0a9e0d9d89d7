/** A gate in which everything is known and well. */
import type { DockStatus } from '../telemetry/dock-status.ts';
import type { GateItem, GateItemName } from './flight.ts';
import { blockingItems, evaluateGate } from './gate.ts';
import type { GateInput } from './gate-input.ts';

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
  licence: { until: now },
  checklist: { open: [], refused: [], by: '张三' },
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
  series: { flown: 'inOrder', gapSeconds: 0, before: null, now },
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
export const position = (part: Partial<DockStatus['position']>): Partial<GateInput> =>
  dock({ position: { ...healthyDock.position, ...part } });
export const alarm = (level: number): Partial<GateInput> => ({ alarms: [{ code: '0x1', level }] });
export const aged = (item: GateItemName, age: number | undefined): Partial<GateInput> => {
  const { [item as 'health']: _, ...rest } = ages;
  return { ages: age === undefined ? rest : { ...rest, [item]: age } };
};

export const judge = (part: Partial<GateInput>): Map<GateItemName, GateItem> =>
  new Map(evaluateGate({ ...fine, ...part }).map((entry) => [entry.item, entry]));
export const blocked = (part: Partial<GateInput>): string[] =>
  blockingItems([...judge(part).values()]).map(({ item, verdict, reason }) =>
    [item, verdict, ...(reason ? [reason] : [])].join(' '),
  );
