import { deviceHealthCalls, type StandingAlarm } from '@eyrie/domain';
import { create } from 'zustand';
import { mayNow } from './allowed.tsx';
import { call } from './http.ts';

type Device = StandingAlarm['device'];

interface Standing {
  /** The worst open alarm of each device, by `keyOf`. */
  alarms: ReadonlyMap<string, StandingAlarm>;
  /** The newest question failed: what is shown is what was known before. */
  failed: boolean;
}

/** Maps that are open hear of an alarm no later than this after it was raised or cleared. Milliseconds. */
const renewEvery = 15_000;

const keyOf = (dockOID: string, device: Device): string => `${device} ${dockOID}`;
const nothing: Standing = { alarms: new Map(), failed: false };

export const useStanding = create<Standing>(() => nothing);

const ask = async (): Promise<void> => {
  if (!mayNow(deviceHealthCalls.standing)) return;
  try {
    const { list } = await call(deviceHealthCalls.standing, {}, { toast: false });
    const alarms = new Map(list.map((alarm) => [keyOf(alarm.dockOID, alarm.device), alarm]));
    useStanding.setState({ alarms, failed: false });
  } catch {
    useStanding.setState({ failed: true });
  }
};

let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Keeps the open alarms of all devices known while anybody wants them. @returns what ends it */
export const watchStanding = (): (() => void) => {
  watchers += 1;
  if (watchers === 1) {
    void ask();
    timer = setInterval(() => void ask(), renewEvery);
  }
  return () => {
    watchers -= 1;
    if (watchers > 0) return;
    clearInterval(timer);
    // Another member may see other devices.
    useStanding.setState(nothing);
  };
};

export const standingOf = (dockOID: string, device: Device): StandingAlarm | null =>
  useStanding.getState().alarms.get(keyOf(dockOID, device)) ?? null;
