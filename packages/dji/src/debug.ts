import { debugJobStates, debugMethods, type DebugJobState, type DebugMethod } from '@eyrie/domain';
import type { DeviceMessage } from './wire.ts';
import type { Service } from './services.ts';
import { numberAt, textAt } from './read.ts';

/** What each order of remote debugging is called by the device. */
export const debugServices: Readonly<Record<DebugMethod, string>> = {
  debugModeOpen: 'debug_mode_open',
  debugModeClose: 'debug_mode_close',
  coverOpen: 'cover_open',
  coverClose: 'cover_close',
  putterOpen: 'putter_open',
  putterClose: 'putter_close',
  droneOpen: 'drone_open',
  droneClose: 'drone_close',
  chargeOpen: 'charge_open',
  chargeClose: 'charge_close',
  supplementLightOpen: 'supplement_light_open',
  supplementLightClose: 'supplement_light_close',
  deviceReboot: 'device_reboot',
};

export const debugService = (method: DebugMethod): Service => ({
  method: debugServices[method],
  data: null,
});

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

/** Reads progress of an order of remote debugging; null: it is another event, or tells nothing of one. */
export const debugProgress = ({ method, bid, data }: DeviceMessage): DebugProgress | null => {
  const order = debugMethods.find((one) => debugServices[one] === method);
  if (!order || typeof data !== 'object' || data === null) return null;
  const { output } = data as { output?: unknown };
  const progress = (output as { progress?: unknown } | null | undefined)?.progress;
  const word = textAt(output, 'status');
  const result = numberAt(data, 'result');
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
