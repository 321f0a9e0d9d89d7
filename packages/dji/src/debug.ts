import { debugJobStates, debugMethods, isToolJob, type DebugJobState, type DebugMethod } from '@eyrie/domain';
import type { DeviceMessage } from './wire.ts';
import type { Service } from './services.ts';
import { listAt, numberAt, textAt } from './read.ts';

type Arguments = Readonly<Record<string, unknown>>;
interface ToolService {
  method: string;
  /** Missing: the device is sent no arguments. */
  data?: (given: Arguments, sn: string) => unknown;
}

const plain = (method: string): ToolService => ({ method });
const switched = (method: string, action: number): ToolService => ({ method, data: () => ({ action }) });
const cooled = (action: number): ToolService => switched('air_conditioner_mode_switch', action);
const linked = (mode: number): ToolService => ({
  method: 'sdr_workmode_switch',
  data: () => ({ link_workmode: mode }),
});

/** The last guard before the device: what the call let through is looked at once more. */
const cardOf = ({ device, imei }: Arguments) => {
  if ((device !== 'dock' && device !== 'drone') || typeof imei !== 'string' || !/^\d{14,17}$/.test(imei))
    throw new RangeError('a card is named by its device and its IMEI');
  return { imei, device_type: device };
};
const operatorOf = ({ operator }: Arguments): number => {
  if (operator !== 1 && operator !== 2 && operator !== 3)
    throw new RangeError('operator of an eSIM must be 1 to 3');
  return operator;
};
const slotOf = ({ slot }: Arguments): number => {
  if (slot !== 'sim' && slot !== 'esim') throw new RangeError('slot must be sim or esim');
  return slot === 'sim' ? 1 : 2;
};
const bounded = (value: unknown, low: number, high: number): number => {
  if (typeof value !== 'number' || !(value >= low && value <= high))
    throw new RangeError(`a coordinate must be ${low} to ${high}`);
  return value;
};

const calibration = ({ lng, lat, height }: Arguments, sn: string) => ({
  devices: [
    {
      sn,
      // Measured by a person, and of the dock itself.
      type: 1,
      module: '3',
      data: {
        longitude: bounded(lng, -180, 180),
        latitude: bounded(lat, -90, 90),
        height: bounded(height, -500, 9_000),
      },
    },
  ],
});

/** What each order of remote debugging is at the device. */
const services: Readonly<Record<DebugMethod, ToolService>> = {
  debugModeOpen: plain('debug_mode_open'),
  debugModeClose: plain('debug_mode_close'),
  coverOpen: plain('cover_open'),
  coverClose: plain('cover_close'),
  coverForceClose: plain('cover_force_close'),
  putterOpen: plain('putter_open'),
  putterClose: plain('putter_close'),
  droneOpen: plain('drone_open'),
  droneClose: plain('drone_close'),
  chargeOpen: plain('charge_open'),
  chargeClose: plain('charge_close'),
  supplementLightOpen: plain('supplement_light_open'),
  supplementLightClose: plain('supplement_light_close'),
  alarmOpen: switched('alarm_state_switch', 1),
  alarmClose: switched('alarm_state_switch', 0),
  airConditionerStop: cooled(0),
  airConditionerCool: cooled(1),
  airConditionerHeat: cooled(2),
  airConditionerDry: cooled(3),
  batteryMaintenanceOpen: switched('battery_maintenance_switch', 1),
  batteryMaintenanceClose: switched('battery_maintenance_switch', 0),
  lteOpen: linked(1),
  lteClose: linked(0),
  simSlotSwitch: {
    method: 'sim_slot_switch',
    data: (given) => ({ ...cardOf(given), sim_slot: slotOf(given) }),
  },
  esimActivate: { method: 'esim_activate', data: cardOf },
  esimOperatorSwitch: {
    method: 'esim_operator_switch',
    data: (given) => ({ ...cardOf(given), esim_operator: operatorOf(given) }),
  },
  rtkCalibration: { method: 'rtk_calibration', data: calibration },
  droneFormat: plain('drone_format'),
  deviceFormat: plain('device_format'),
  deviceReboot: plain('device_reboot'),
};

/** What each order of remote debugging is called by the device. */
export const debugServices = Object.fromEntries(
  debugMethods.map((method) => [method, services[method].method]),
) as Readonly<Record<DebugMethod, string>>;

/**
 * The message of such an order. Throws a RangeError for arguments that no device may get.
 * @param sn of the dock that it goes to
 */
export const debugService = (method: DebugMethod, given: Arguments, sn: string): Service => {
  const { method: name, data } = services[method];
  return { method: name, data: data?.(given, sn) ?? null };
};

/** Jobs by what the device calls them; what is done with the answer has names that several orders share. */
const jobs: ReadonlyMap<string, DebugMethod> = new Map(
  debugMethods.filter(isToolJob).map((method) => [debugServices[method], method]),
);

/** The events in which a dock reports how far it is with an order of remote debugging. */
export const debugEvents: readonly string[] = [...jobs.keys()];

/** What a dock says of such an order while it works at it. */
export interface DebugProgress {
  method: DebugMethod;
  /** Of the order that it belongs to. */
  bid: string | null;
  /** Null: a word that no document has. */
  state: DebugJobState | null;
  percent: number | null;
  step: string | null;
  /** Why it failed, as the device numbers it; null: it did not, or said nothing. */
  code: number | null;
}

const isState = (word: string | null): word is DebugJobState =>
  debugJobStates.some((state) => state === word);

/** A calibration fails device by device: its own result may say that it was carried out all the same. */
const resultOf = (data: object, output: unknown): number | null => {
  const own = numberAt(data, 'result');
  if (own) return own;
  const { ext } = (output ?? {}) as { ext?: unknown };
  const failed = listAt(ext, 'devices')
    .map((device) => numberAt(device, 'result'))
    .find(Boolean);
  return failed ?? own;
};

/** Reads progress of an order of remote debugging; null: it is another event, or tells nothing of one. */
export const debugProgress = ({ method, bid, data }: DeviceMessage): DebugProgress | null => {
  const order = jobs.get(method ?? '');
  if (!order || typeof data !== 'object' || data === null) return null;
  const { output } = data as { output?: unknown };
  const progress = (output as { progress?: unknown } | null | undefined)?.progress;
  const word = textAt(output, 'status');
  const result = resultOf(data, output);
  return {
    method: order,
    bid: bid ?? null,
    // A code is a failure, whatever the word beside it.
    state: result ? 'failed' : isState(word) ? word : null,
    percent: numberAt(progress, 'percent'),
    step: textAt(progress, 'step_key') ?? textAt(progress, 'current_step'),
    code: result || null,
  };
};
