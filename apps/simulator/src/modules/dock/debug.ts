/** What a person does at a dock from afar while it is in remote debug. */
export interface DebugHost {
  /** Device code that forbids entering debug; 0 when allowed. */
  mayEnter(): number;
  inDebug(): boolean;
  airborne(): boolean;
  enter(on: boolean): void;
  light(on: boolean): void;
  /** 1 plan, 2 standby. */
  storeMode(mode: 1 | 2): void;
  cover(open: boolean): void;
  rods(out: boolean): void;
  dronePower(on: boolean): void;
  charge(on: boolean): void;
  reboot(): void;
  /** Runs after simulated seconds. */
  later(seconds: number, run: () => void): void;
  report(method: string, bid: string, data: unknown): void;
}

interface Job {
  seconds: number;
  steps: readonly string[];
  does(host: DebugHost): void;
}

const checks = ['get_bid', 'check_work_mode', 'check_task_state', 'check_scram_state'] as const;

const jobs: Readonly<Record<string, Job>> = {
  cover_open: { seconds: 16, steps: [...checks, 'open_cover'], does: (host) => host.cover(true) },
  cover_close: {
    seconds: 19,
    steps: [
      ...checks,
      'turn_on_drone',
      'drone_paddle_forward',
      'close_cover',
      'drone_paddle_reverse',
      'drone_paddle_stop',
    ],
    does: (host) => host.cover(false),
  },
  putter_open: { seconds: 12, steps: [...checks, 'free_putter'], does: (host) => host.rods(true) },
  putter_close: { seconds: 12, steps: [...checks, 'close_putter'], does: (host) => host.rods(false) },
  drone_open: {
    seconds: 30,
    steps: [...checks, 'get_drone_power_state', 'open_drone'],
    does: (host) => host.dronePower(true),
  },
  drone_close: { seconds: 18, steps: [...checks, 'close_drone'], does: (host) => host.dronePower(false) },
  charge_open: {
    seconds: 4,
    steps: [...checks, 'check_cover', 'start_charge'],
    does: (host) => host.charge(true),
  },
  charge_close: { seconds: 4, steps: [...checks, 'stop_charge'], does: (host) => host.charge(false) },
  device_reboot: { seconds: 5, steps: [...checks, 'write_reboot_param_file'], does: (host) => host.reboot() },
};

const notInDebug = 514_153;
const otherJob = 514_116;
const wrongState = 314_000;
const wrongArguments = 514_171;

/** Remote debug: lights at once, mechanics as jobs with progress under the command's bid, one at a time. */
export class DebugBench {
  private readonly host: DebugHost;
  private busy = false;

  constructor(host: DebugHost) {
    this.host = host;
  }

  /** The reply to a debug command; null for any other method. */
  command(method: string, bid: string, data?: unknown): number | { result: number; output: unknown } | null {
    if (method === 'debug_mode_open') return this.enter();
    // Newer firmware takes it without remote debug while nothing is under way.
    if (method === 'battery_store_mode_switch') return this.storeMode(data);
    const job = Object.hasOwn(jobs, method) ? jobs[method] : undefined;
    const known =
      job !== undefined || method === 'debug_mode_close' || method.startsWith('supplement_light_');
    if (!known) return null;
    if (!this.host.inDebug()) return notInDebug;
    if (!job) return this.atOnce(method);
    if (this.busy) return otherJob;
    if (this.host.airborne()) return wrongState;
    this.run(method, bid, job);
    return { result: 0, output: { status: 'in_progress' } };
  }

  private enter(): number {
    const obstacle = this.host.mayEnter();
    if (obstacle === 0) this.host.enter(true);
    return obstacle;
  }

  private storeMode(data: unknown): number {
    const action = Number((data as { action?: unknown } | null)?.action);
    if (action !== 1 && action !== 2) return wrongArguments;
    if (this.host.airborne()) return wrongState;
    this.host.storeMode(action);
    return 0;
  }

  private atOnce(method: string): number {
    if (method === 'debug_mode_close') this.host.enter(false);
    else this.host.light(method === 'supplement_light_open');
    return 0;
  }

  private run(method: string, bid: string, job: Job) {
    this.busy = true;
    const share = job.seconds / job.steps.length;
    job.does(this.host);
    job.steps.forEach((step, index) => {
      const percent = Math.round(((index + 1) / job.steps.length) * 100);
      const last = index === job.steps.length - 1;
      this.host.later(share * (index + 1), () => {
        if (last) this.busy = false;
        const progress = { percent, step_key: step };
        this.host.report(method, bid, {
          result: 0,
          output: { status: last ? 'ok' : 'in_progress', progress },
        });
      });
    });
  }
}
