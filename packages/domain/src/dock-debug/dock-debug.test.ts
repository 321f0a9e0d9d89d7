import { describe, expect, it } from 'vitest';
import type { OrderFacts, ToolFacts } from '../command/order.ts';
import { refusedFor } from '../command/command.ts';
import { workStates } from '../dock/dock.ts';
import { limits } from '../limits.ts';
import { debugMethods, isWorking, waitLeft, type DebugMethod } from './dock-debug.ts';

const ready: ToolFacts = {
  emergencyStop: false,
  working: false,
  airConditionerWait: 0,
  droneInDock: true,
  dronePowered: true,
  batteryPercent: 90,
  dongles: 1,
};
const debugging: OrderFacts = {
  airborne: false,
  returning: false,
  flyingTo: false,
  job: null,
  workState: 'remoteDebug',
  rods: true,
  tools: ready,
};
const having = (tools: Partial<ToolFacts>, more: Partial<OrderFacts> = {}): OrderFacts => ({
  ...debugging,
  ...more,
  tools: { ...ready, ...tools },
});

/** Columns of the table below. */
const states = {
  idle: having({}, { workState: 'idle' }),
  debug: debugging,
  flies: having({}, { airborne: true }),
  flight: having({}, { job: { paused: false, breakReason: null } }),
  stopped: having({ emergencyStop: true }),
  works: having({ working: true }),
  waits: having({ airConditionerWait: 12 }),
  away: having({ droneInDock: false }),
  off: having({ dronePowered: false }),
  noLte: having({ dongles: 0 }),
  noRods: having({}, { rods: false }),
  silent: { ...debugging, tools: null },
} satisfies Record<string, OrderFacts>;

const letters = {
  '+': null,
  O: 'debugOn',
  D: 'debugMissing',
  F: 'aircraftFlies',
  B: 'dockBusy',
  S: 'emergencyStopPressed',
  T: 'toolBusy',
  W: 'airConditionerWaits',
  N: 'droneNotInDock',
  P: 'droneOff',
  L: 'lteMissing',
  M: 'methodMissing',
  I: 'droneInDock',
  R: 'notReported',
} as const;

/** As it was decided, a letter for each state in the order above. Whoever changes one changes what may be done at a dock. */
const decided: Readonly<Record<DebugMethod, string>> = {
  //                        idle debug flies flight stopped works waits away off noLte noRods silent
  debugModeOpen: '          +    O     O     O      O       O     O     O    O   O     O      O',
  debugModeClose: '         D    +     F     B      +       +     +     +    +   +     +      +',
  coverOpen: '              D    +     F     B      S       T     +     +    +   +     +      +',
  coverClose: '             D    +     F     B      S       T     +     +    +   +     +      +',
  coverForceClose: '        D    I     F     B      S       T     I     +    I   I     I      R',
  putterOpen: '             D    +     F     B      S       T     +     +    +   +     M      +',
  putterClose: '            D    +     F     B      S       T     +     +    +   +     M      +',
  droneOpen: '              D    +     F     B      S       T     +     N    +   +     +      +',
  droneClose: '             D    +     F     B      S       T     +     +    +   +     +      +',
  chargeOpen: '             D    +     F     B      S       T     +     N    +   +     +      +',
  chargeClose: '            D    +     F     B      +       T     +     +    +   +     +      +',
  supplementLightOpen: '    D    +     F     B      +       +     +     +    +   +     +      +',
  supplementLightClose: '   D    +     F     B      +       +     +     +    +   +     +      +',
  alarmOpen: '              D    +     F     B      +       +     +     +    +   +     +      +',
  alarmClose: '             D    +     F     B      +       +     +     +    +   +     +      +',
  airConditionerStop: '     D    +     F     B      +       +     W     +    +   +     +      +',
  airConditionerCool: '     D    +     F     B      +       +     W     +    +   +     +      +',
  airConditionerHeat: '     D    +     F     B      +       +     W     +    +   +     +      +',
  airConditionerDry: '      D    +     F     B      +       +     W     +    +   +     +      +',
  batteryMaintenanceOpen: ' D    +     F     B      +       +     +     N    +   +     +      +',
  batteryMaintenanceClose: 'D    +     F     B      +       +     +     +    +   +     +      +',
  lteOpen: '                D    +     F     B      +       +     +     +    +   L     +      +',
  lteClose: '               D    +     F     B      +       +     +     +    +   +     +      +',
  simSlotSwitch: '          D    +     F     B      +       +     +     +    +   L     +      +',
  esimActivate: '           D    +     F     B      +       T     +     +    +   L     +      +',
  esimOperatorSwitch: '     D    +     F     B      +       T     +     +    +   L     +      +',
  rtkCalibration: '         D    +     F     B      +       T     +     +    +   +     +      +',
  droneFormat: '            D    +     F     B      +       T     +     +    P   +     +      +',
  deviceFormat: '           D    +     F     B      +       T     +     +    +   +     +      +',
  deviceReboot: '           D    +     F     B      +       T     +     +    +   +     +      +',
};

const table = debugMethods.flatMap((method) => {
  const cells = decided[method].split(' ').filter((cell) => cell !== '') as (keyof typeof letters)[];
  return Object.entries(states).map(([name, facts], at) => [method, name, facts, cells[at]] as const);
});

describe('what may be done at a dock in which state', () => {
  it.each(table)('%s when %s', (method, _, facts, letter) => {
    if (!letter) throw new Error(`${method} has no letter for this state`);
    expect(refusedFor(method, facts)).toBe(letters[letter]);
  });

  it('is no forced closing where the dock does not say that its pad is empty', () => {
    expect(refusedFor('coverForceClose', having({ droneInDock: false }))).toBeNull();
    expect(refusedFor('coverForceClose', having({ droneInDock: null }))).toBe('notReported');
  });

  it('is nothing at all while the dock does anything but remote debugging, and its beginning only at rest', () => {
    for (const workState of [...workStates, 'unknown' as const, null]) {
      if (workState === 'remoteDebug') continue;
      const facts = { ...debugging, workState };
      expect(debugMethods.filter((method) => refusedFor(method, facts) === null)).toEqual(
        workState === 'idle' ? ['debugModeOpen'] : [],
      );
    }
  });
});

describe('whether a dock works at a tool', () => {
  const at = 1_000_000;
  const { worksFor } = limits.dockDebug;
  it.each([
    [null, at, false],
    [{ state: 'in_progress', at } as const, at, true],
    [{ state: 'sent', at } as const, at + worksFor, true],
    [{ state: 'in_progress', at } as const, at + worksFor + 1, false],
    [{ state: 'ok', at } as const, at, false],
    [{ state: 'failed', at } as const, at, false],
    [{ state: null, at } as const, at, false],
  ])('by its word %j', (said, now, works) => {
    expect(isWorking(said, now)).toBe(works);
  });
});

describe('the wait of an air conditioner', () => {
  it.each([
    [null, 0, 0],
    [0, 0, 0],
    [40, 0, 40],
    [40, 1_200, 39],
    [40, 39_999, 1],
    [40, 40_000, 0],
    [40, 90_000, 0],
    // A report of a clock that was set back is no longer a wait.
    [40, -5_000, 40],
  ])('of %s s is after %s ms %s s', (said, since, left) => {
    expect(waitLeft(said, since)).toBe(left);
  });
});
