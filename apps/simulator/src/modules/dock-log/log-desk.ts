import type { Log } from '../../platform/log.ts';
import type { StoreKeys } from '../media/index.ts';
import type { DeviceJournal, Start } from './journal.ts';
import { tar } from './tar.ts';

export interface LogHost {
  readonly sn: string;
  readonly droneSn: string;
  readonly journals: { dock: DeviceJournal; drone: DeviceJournal };
  droneOn(): boolean;
  flying(): boolean;
  /** A failure that waits for its moment, taken out. */
  armed(kind: 'logRefused' | 'logStops' | 'logWrongSize'): { kind: string; code?: number } | null;
  afterSeconds(seconds: number, run: () => void): void;
  store(keys: StoreKeys, key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  report(bid: string, data: unknown): void;
  log: Log;
}

type Reply = number | { result: number; files: unknown[] };

interface Job {
  bid: string;
  module: string;
  key: string;
  keys: StoreKeys;
  starts: Start[];
  cancelled: boolean;
}

const codes = {
  empty: 324_014,
  aircraftOff: 324_015,
  exportFailed: 324_016,
  storeFailed: 324_017,
  malformed: 514_171,
  working: 514_148,
  otherJob: 514_116,
} as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const keysOf = (data: Record<string, unknown>): StoreKeys => {
  const credentials = recordOf(data.credentials);
  return {
    endpoint: textOf(data.endpoint).replace(/\/+$/, ''),
    bucket: textOf(data.bucket),
    region: textOf(data.region) || 'us-east-1',
    keyId: textOf(credentials.access_key_id),
    key: textOf(credentials.access_key_secret),
    token: textOf(credentials.security_token),
  };
};

/** The log files of dock and aircraft: listed, packed and stored where the server says. */
export class LogDesk {
  private readonly host: LogHost;
  private readonly jobs = new Set<Job>();

  constructor(host: LogHost) {
    this.host = host;
  }

  get busy(): boolean {
    return this.jobs.size > 0;
  }

  list(data: unknown): Reply {
    const files = listOf(recordOf(data).module_list).map((module) => {
      const journal = this.journal(String(module));
      const device_sn = String(module) === '0' ? this.host.droneSn : this.host.sn;
      if (!journal || this.isOff(String(module)))
        return { module: String(module), device_sn, result: codes.aircraftOff, list: [] };
      const list = journal.list().map(({ bootIndex, startTime, endTime, text }) => ({
        boot_index: bootIndex,
        start_time: startTime,
        end_time: endTime ?? Date.now(),
        size: Buffer.byteLength(text),
      }));
      return { module: String(module), device_sn, result: 0, list };
    });
    return { result: 0, files };
  }

  start(data: unknown, bid: string): Reply {
    const refused = this.host.armed('logRefused');
    if (refused) return refused.code ?? codes.exportFailed;
    if (this.host.flying()) return codes.working;
    const order = recordOf(data);
    const jobs: Job[] = [];
    for (const file of listOf(recordOf(order.params).files).map(recordOf)) {
      const module = String(file.module);
      const journal = this.journal(module);
      const key = textOf(file.object_key);
      const wanted = listOf(file.list).map((one) => Number(recordOf(one).boot_index));
      if (!journal || key === '' || wanted.length === 0) return codes.malformed;
      if (this.isOff(module)) return codes.aircraftOff;
      if ([...this.jobs].some((job) => job.module === module)) return codes.otherJob;
      const starts = journal.pick(wanted);
      if (!starts) return codes.empty;
      jobs.push({ bid, module, key, keys: keysOf(order), starts, cancelled: false });
    }
    if (jobs.length === 0) return codes.malformed;
    for (const job of jobs) this.run(job);
    return 0;
  }

  update(data: unknown): Reply {
    const { status, module_list } = recordOf(data);
    if (status !== 'cancel') return codes.malformed;
    const modules = listOf(module_list).map(String);
    for (const job of this.jobs)
      if (modules.includes(job.module)) {
        job.cancelled = true;
        this.finish(job, 'canceled', 0);
      }
    return 0;
  }

  private journal(module: string): DeviceJournal | null {
    if (module === '3') return this.host.journals.dock;
    return module === '0' ? this.host.journals.drone : null;
  }

  private isOff(module: string): boolean {
    return module === '0' && !this.host.droneOn();
  }

  private run(job: Job): void {
    this.jobs.add(job);
    const stops = this.host.armed('logStops') !== null;
    this.host.afterSeconds(1, () => this.say(job, 'file_pull', 10));
    this.host.afterSeconds(3, () => this.say(job, 'file_zip', 45));
    this.host.afterSeconds(5, () => {
      if (stops) this.jobs.delete(job);
      else void this.send(job);
    });
  }

  private async send(job: Job): Promise<void> {
    const bytes = tar(
      job.starts.map(({ bootIndex, startTime, text }) => ({
        name: `${job.module === '0' ? 'aircraft' : 'dock'}-${bootIndex}.log`,
        text,
        at: startTime,
      })),
    );
    const size = bytes.length + (this.host.armed('logWrongSize') ? 1 : 0);
    this.say(job, 'file_uploading', 60, size);
    if (job.cancelled) return;
    try {
      await this.host.store(job.keys, job.key, bytes, 'application/x-tar');
      this.finish(job, 'ok', 0, size);
    } catch (error) {
      this.host.log('logRefused', { message: error instanceof Error ? error.message : String(error) });
      this.finish(job, 'failed', codes.storeFailed);
    }
  }

  private finish(job: Job, status: string, result: number, size?: number): void {
    if (!this.jobs.delete(job)) return;
    this.host.report(job.bid, this.progress(job, status, status === 'ok' ? 100 : 0, result, size));
  }

  private say(job: Job, status: string, percent: number, size?: number): void {
    if (this.jobs.has(job)) this.host.report(job.bid, this.progress(job, status, percent, 0, size));
  }

  private progress(job: Job, status: string, percent: number, result: number, size = 0) {
    const device_sn = job.module === '0' ? this.host.droneSn : this.host.sn;
    const progress = {
      current_step: percent < 40 ? 1 : percent < 60 ? 2 : 3,
      total_step: 3,
      progress: percent,
      finish_time: status === 'ok' ? Date.now() : 0,
      upload_rate: 0,
      status,
      result,
    };
    const file = { module: job.module, device_sn, key: job.key, fingerprint: '', size, progress };
    return { result: 0, output: { status: 'in_progress', ext: { files: [file] } } };
  }
}
