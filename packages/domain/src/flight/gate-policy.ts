import { gateItemNames, type GateItemName } from './flight.ts';

/** How an organisation counts what the gate could not check, and what failed without danger to the aircraft. */
export interface GatePolicy {
  /** Items that only warn while they are not checked; the others keep the aircraft on the ground. */
  notCheckedWarns: readonly GateItemName[];
  /** Items that only warn when they failed. */
  failedWarns: readonly GateItemName[];
}

const always = [
  'dataAge',
  'lostAction',
  'route',
  'otherFlight',
  'approval',
  'checklist',
  'people',
  'arrangement',
  'forecastWind',
  'forecastRain',
  'licence',
  'neighbours',
  'series',
] as const satisfies readonly GateItemName[];
type Always = (typeof always)[number];
const isSettable = (name: GateItemName): name is Exclude<GateItemName, Always> =>
  !always.some((other) => other === name);

/** Items that may be not checked and of which an organisation decides what that means. */
export const gateSettable = gateItemNames.filter(isSettable);
/** Items of which an organisation decides what a failure means. */
export const gateFailedSettable = [
  'maintenance',
  'insurance',
  'airworthy',
] as const satisfies readonly GateItemName[];

/** What a device must tell keeps it down; what an organisation has no data of yet warns. */
export const gateDefaults = {
  notCheckedWarns: ['maintenance', 'insurance', 'airworthy', 'terrain', 'region'],
  failedWarns: ['maintenance', 'insurance', 'airworthy'],
} as const satisfies GatePolicy;
