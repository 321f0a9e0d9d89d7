import { limits, timerState, type TimerRecord } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Timer, TimerState } from '../../platform/timers.ts';
import { platformRight } from '../permission/index.ts';
import { forgetReports, listReports, writeReport, type TimerReport } from './timer.store.ts';

const ofReport = ({ instanceId, timers, age }: TimerReport): TimerRecord[] =>
  timers.flatMap((one) => {
    // A server of another release may say something else of its timers.
    const { data } = timerState.safeParse(one);
    return data ? [{ ...data, instanceId, age }] : [];
  });

/** A timer of which one server is enough is one line: of the server that ran it last. */
const newest = (records: readonly TimerRecord[]): TimerRecord[] => {
  const lines = new Map<string, TimerRecord>();
  for (const one of records) {
    const key = one.once === 'any' ? one.name : `${one.name} ${one.instanceId}`;
    const known = lines.get(key);
    if (!known || (one.lastRunAt ?? 0) > (known.lastRunAt ?? 0)) lines.set(key, one);
  }
  return [...lines.values()];
};

/** Each server writes down what its timers did, so that any of them shows all. */
export function createTimerReports(
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  { instanceId, timerStates }: { instanceId: string; timerStates(): TimerState[] },
) {
  const timer: Timer = {
    name: 'operation.reportTimers',
    every: limits.operation.measureEvery,
    once: 'instance',
    async run() {
      await writeReport(db, instanceId, timerStates());
      await forgetReports(db, limits.operation.health.forgetAfter);
    },
  };
  return {
    timer,
    /** For operators of the instance; nobody else has a timer. */
    async shownTo(caller: Caller): Promise<{ at: number; list: TimerRecord[] }> {
      const reports = caller.resources.has(platformRight) ? await listReports(db) : [];
      const list = newest(reports.flatMap(ofReport)).toSorted(
        (a, b) => a.name.localeCompare(b.name) || a.instanceId.localeCompare(b.instanceId),
      );
      return { at: Math.round(serverTime()), list };
    },
  };
}
export type TimerReports = ReturnType<typeof createTimerReports>;
