/** States in which the simulator can bring a dock that is worked at, and what is tried in each of them. */
import { debugService, gatewayOrders } from '../../packages/dji/src/index.ts';
import {
  debugMethods,
  refusedFor,
  type DebugMethod,
  type OrderFacts,
  type RefusalReason,
  type ToolFacts,
} from '../../packages/domain/src/index.ts';
import type { PhraseId } from '../../packages/phrases/src/index.ts';

/** What a state asks for beside an idle dock at rest whose aircraft sleeps in it. */
interface Arranged {
  debug?: true;
  powered?: true;
  stopped?: true;
  waits?: true;
  works?: true;
  flies?: true;
}

export const toolStates = {
  idle: {},
  debug: { debug: true },
  awake: { debug: true, powered: true },
  stopped: { debug: true, stopped: true },
  waits: { debug: true, waits: true },
  works: { debug: true, works: true },
  flies: { flies: true },
} as const satisfies Record<string, Arranged>;
export type ToolStateName = keyof typeof toolStates;

const arranged: Readonly<Record<ToolStateName, Arranged>> = toolStates;

/** Keys of the docks of the three generations. */
export const toolModels = ['3-1-0', '3-2-0', '3-3-0'] as const;
export type ToolModel = (typeof toolModels)[number];

/** What page and server know of a dock in this state, as far as an order asks for it. */
const factsIn = (state: ToolStateName, model: ToolModel): OrderFacts => {
  const { debug, powered, stopped, waits, works, flies } = arranged[state];
  const tools: ToolFacts = {
    emergencyStop: stopped === true,
    working: works === true,
    airConditionerWait: waits ? 60 : 0,
    droneInDock: flies !== true,
    dronePowered: powered === true || flies === true,
    batteryPercent: 95,
    dongles: 1,
  };
  return {
    airborne: flies === true,
    returning: false,
    flyingTo: flies === true,
    job: null,
    workState: flies ? 'working' : debug ? 'remoteDebug' : 'idle',
    rods: model === '3-1-0',
    tools,
  };
};

export interface ToolCell {
  state: ToolStateName;
  method: DebugMethod;
  /** By the declaration of the order; null: it may be given. */
  expected: RefusalReason | null;
}

/** Every order in every state of a dock. Last in each state comes what takes the dock away for a while. */
export const toolCells = (model: ToolModel): readonly ToolCell[] =>
  (Object.keys(toolStates) as ToolStateName[]).flatMap((state) =>
    debugMethods.map((method) => ({
      state,
      method,
      expected: gatewayOrders(model, method) ? refusedFor(method, factsIn(state, model)) : 'methodMissing',
    })),
  );

/** The same figures in every run of one seed: a linear congruence of 32 bits, each from 0 to less than 1. */
const figuresOf = (seed: number): (() => number) => {
  let last = seed >>> 0;
  return () => {
    last = (Math.imul(last, 1_664_525) + 1_013_904_223) >>> 0;
    return last / 2 ** 32;
  };
};

/** So many of them by chance, in their order. */
export const sampled = (cells: readonly ToolCell[], count: number, seed: number): readonly ToolCell[] => {
  const next = figuresOf(seed);
  const chosen = new Set(
    cells
      .map((cell) => ({ cell, at: next() }))
      .toSorted((one, other) => one.at - other.at)
      .slice(0, count)
      .map(({ cell }) => cell),
  );
  return cells.filter((cell) => chosen.has(cell));
};

/** Modules for mobile data of every simulated dock. That of the dock has its eSIM activated before anything is tried. */
export const cards = {
  dock: { device: 'dock', imei: '490154203237518' },
  drone: { device: 'drone', imei: '352099001761481' },
} as const;

/** What an order is given with beside dock and tab. */
export const fieldsOf = (
  method: DebugMethod,
  at: { sn: string; droneSn: string; lng: number; lat: number },
): Readonly<Record<string, unknown>> => {
  switch (method) {
    case 'simSlotSwitch':
      return { ...cards.dock, slot: 'sim' };
    case 'esimActivate':
      return cards.drone;
    case 'esimOperatorSwitch':
      return { ...cards.dock, operator: 2 };
    case 'rtkCalibration':
      return { lng: at.lng, lat: at.lat, height: 50 };
    case 'coverForceClose':
      return { padEmpty: true };
    case 'droneFormat':
      return { serial: at.droneSn };
    case 'deviceFormat':
      return { serial: at.sn };
    default:
      return {};
  }
};

/** The service of an order, for who stands at the dock and asks it past the server. */
export const serviceOf = (
  method: DebugMethod,
  fields: Readonly<Record<string, unknown>>,
  sn: string,
): { method: string; data: unknown } => debugService(method, fields, sn);

/** Where the page has each of them: the row, by a phrase or by the number of a module, and the word on the button. */
export const buttons: Readonly<
  Record<DebugMethod, readonly [row: PhraseId | { imei: string }, word: PhraseId]>
> = {
  debugModeOpen: ['dockDebug.group.mode', 'dockDebug.on'],
  debugModeClose: ['dockDebug.group.mode', 'dockDebug.off'],
  coverOpen: ['dockDebug.group.cover', 'dockDebug.open'],
  coverClose: ['dockDebug.group.cover', 'dockDebug.close'],
  coverForceClose: ['dockDebug.group.cover', 'dockDebug.forceClose'],
  putterOpen: ['dockDebug.group.rods', 'dockDebug.open'],
  putterClose: ['dockDebug.group.rods', 'dockDebug.close'],
  droneOpen: ['dockDebug.group.drone', 'dockDebug.on'],
  droneClose: ['dockDebug.group.drone', 'dockDebug.off'],
  chargeOpen: ['dockDebug.group.charge', 'dockDebug.on'],
  chargeClose: ['dockDebug.group.charge', 'dockDebug.off'],
  supplementLightOpen: ['dockDebug.group.light', 'dockDebug.on'],
  supplementLightClose: ['dockDebug.group.light', 'dockDebug.off'],
  alarmOpen: ['dockDebug.group.alarm', 'dockDebug.on'],
  alarmClose: ['dockDebug.group.alarm', 'dockDebug.off'],
  airConditionerStop: ['dockDebug.group.air', 'dockDebug.rest'],
  airConditionerCool: ['dockDebug.group.air', 'dockDebug.cool'],
  airConditionerHeat: ['dockDebug.group.air', 'dockDebug.heat'],
  airConditionerDry: ['dockDebug.group.air', 'dockDebug.dry'],
  batteryMaintenanceOpen: ['dockDebug.group.care', 'dockDebug.begin'],
  batteryMaintenanceClose: ['dockDebug.group.care', 'dockDebug.end'],
  lteOpen: ['dockDebug.group.lte', 'dockDebug.on'],
  lteClose: ['dockDebug.group.lte', 'dockDebug.off'],
  simSlotSwitch: [cards.dock, 'dockDebug.useSim'],
  esimActivate: [cards.drone, 'dockDebug.activate'],
  esimOperatorSwitch: [cards.dock, 'dockDebug.operator'],
  rtkCalibration: ['dockDebug.group.place', 'dockDebug.calibrate'],
  droneFormat: ['dockDebug.group.droneStorage', 'dockDebug.erase'],
  deviceFormat: ['dockDebug.group.dockStorage', 'dockDebug.erase'],
  deviceReboot: ['dockDebug.group.reboot', 'dockDebug.restart'],
};
