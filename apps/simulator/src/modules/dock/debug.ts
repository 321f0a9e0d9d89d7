import type { AirMode } from './air-conditioner.ts';
import { missingModule, switchSlot } from './cards.ts';
import type { DebugHost } from './debug-host.ts';
import { jobs, type Job } from './debug-jobs.ts';

const notInDebug = 514_153;
const otherJob = 514_116;
const stopPressed = 514_121;
const wrongState = 314_000;
const wrongArguments = 514_171;

type Reply = number | { result: number; output: unknown };

const fieldOf = (data: unknown, field: string): unknown =>
  typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[field] : undefined;
const flagOf = (data: unknown, field: string): boolean | null => {
  const value = fieldOf(data, field);
  return value === 0 || value === 1 ? value === 1 : null;
};
const turned = (data: unknown, field: string, turn: (on: boolean) => number): number => {
  const on = flagOf(data, field);
  return on === null ? wrongArguments : turn(on);
};
const done = (run: () => void): number => {
  run();
  return 0;
};
const isAirMode = (action: unknown): action is AirMode =>
  action === 0 || action === 1 || action === 2 || action === 3;

/** What is done when the answer comes. */
const atOnce: Readonly<Record<string, (host: DebugHost, data: unknown) => number>> = {
  debug_mode_close: (host) => done(() => host.enter(false)),
  supplement_light_open: (host) => done(() => host.light(true)),
  supplement_light_close: (host) => done(() => host.light(false)),
  alarm_state_switch: (host, data) => turned(data, 'action', (on) => done(() => host.alarm(on))),
  battery_maintenance_switch: (host, data) => turned(data, 'action', (on) => host.care(on)),
  sdr_workmode_switch: (host, data) => turned(data, 'link_workmode', (on) => host.lte(on)),
  air_conditioner_mode_switch: (host, data) => {
    const action = fieldOf(data, 'action');
    return isAirMode(action) ? host.air(action) : wrongArguments;
  },
  sim_slot_switch: (host, data) => {
    const of = fieldOf(data, 'device_type') === 'drone' ? 'drone' : 'dock';
    const card = host.cards(of).find((one) => one.imei === fieldOf(data, 'imei'));
    if (!card) return missingModule;
    const refused = switchSlot(card, fieldOf(data, 'sim_slot'));
    if (refused === 0) host.cardsChanged();
    return refused;
  },
};

/** Remote debug: switches at once, work as jobs with progress under the command's bid, one at a time. */
export class DebugBench {
  private readonly host: DebugHost;
  private busy = false;

  constructor(host: DebugHost) {
    this.host = host;
  }

  /** It works at a job. */
  get working(): boolean {
    return this.busy;
  }

  /** The reply to a debug command; null for any other method, and for what this model has not. */
  command(method: string, bid: string, data?: unknown): Reply | null {
    if (method === 'debug_mode_open') return this.enter();
    // Newer firmware takes it without remote debug while nothing is under way.
    if (method === 'battery_store_mode_switch') return this.storeMode(data);
    const job = Object.hasOwn(jobs, method) ? jobs[method] : undefined;
    const simple = Object.hasOwn(atOnce, method) ? atOnce[method] : undefined;
    if ((!job && !simple) || this.host.lacks(method)) return null;
    if (!this.host.inDebug()) return notInDebug;
    if (simple) return this.host.fault(method) ?? simple(this.host, data);
    return job ? this.work(method, bid, job, data) : null;
  }

  private enter(): number {
    const obstacle = this.host.mayEnter();
    if (obstacle === 0) this.host.enter(true);
    return obstacle;
  }

  private storeMode(data: unknown): number {
    const action = fieldOf(data, 'action');
    if (action !== 1 && action !== 2) return wrongArguments;
    if (this.host.airborne()) return wrongState;
    this.host.storeMode(action);
    return 0;
  }

  private work(method: string, bid: string, job: Job, data: unknown): Reply {
    const { host } = this;
    if (this.busy) return otherJob;
    if (job.overEmptyPad ? host.flies() : host.airborne()) return wrongState;
    if (job.steps.includes('check_scram_state') && host.stopped()) return stopPressed;
    const refused = job.refuses?.(host, data) ?? 0;
    if (refused !== 0) return refused;
    this.run(method, bid, job, data);
    return { result: 0, output: { status: 'in_progress' } };
  }

  private run(method: string, bid: string, job: Job, data: unknown) {
    this.busy = true;
    const fault = this.host.fault(method, job.breaks);
    if (fault === null) job.begins?.(this.host);
    const share = job.seconds / job.steps.length;
    job.steps.forEach((step, index) => {
      const percent = Math.round(((index + 1) / job.steps.length) * 100);
      const last = index === job.steps.length - 1;
      const progress = step === null ? { percent } : { percent, step_key: step };
      this.host.later(share * (index + 1), () => {
        if (last) this.busy = false;
        const failed = last && fault !== null;
        const ext = last && !failed ? job.ends?.(this.host, data) : undefined;
        const status = failed ? 'failed' : last ? 'ok' : 'in_progress';
        this.host.report(method, bid, {
          result: failed ? fault : 0,
          output: { status, progress, ...(ext ? { ext } : {}) },
        });
      });
    });
  }
}
