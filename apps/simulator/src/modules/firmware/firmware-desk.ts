import type { Log } from '../../platform/log.ts';

type Device = 'dock' | 'drone';
type Fault = 'firmwareRefused' | 'firmwareNotFetched' | 'firmwareBroken' | 'firmwareStays';

export interface FirmwareHost {
  sn: string;
  droneSn: string;
  /** The dock is at rest: no flight, no remote debugging. */
  idle(): boolean;
  droneInDock(): boolean;
  droneOn(): boolean;
  batteryPercent(): number;
  /** A failure that waits for its moment, taken out. */
  armed(kind: Fault): { kind: string; code?: number } | null;
  afterSeconds(seconds: number, run: () => void): void;
  fetch(url: string): Promise<{ md5: string; size: number }>;
  progress(bid: string, data: unknown): void;
  /** The dock is busy with an upgrade, and says so. */
  upgrading(on: boolean): void;
  /** A device has this version from now on; null: the release that goes with the other device. */
  install(of: Device, version: string | null): void;
  /** Both go away for a moment, and say their versions when they are back. */
  restart(): void;
  log: Log;
}

const codes = {
  running: 312_014,
  busy: 312_015,
  link: 312_016,
  droneOff: 312_022,
  battery: 312_704,
} as const;
const malformed = 514_171;
const leastPercent = 20;
const devicesAtOnce = 2;
const consistency = 2;
const normal = 3;

interface Order {
  of: Device;
  type: number;
  version: string | null;
  file: { url: string; md5: string; size: number } | null;
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Upgrades of a dock and its aircraft: one order at a time, and nothing installed that is not what was promised. */
export class FirmwareDesk {
  private readonly host: FirmwareHost;
  private working = false;

  constructor(host: FirmwareHost) {
    this.host = host;
  }

  /** Takes an order to upgrade. */
  create(data: unknown, bid: string): number | { result: number; output: unknown } {
    const { devices } = recordOf(data);
    if (!Array.isArray(devices) || devices.length === 0 || devices.length > devicesAtOnce) return malformed;
    const orders = devices.map((one) => this.read(recordOf(one)));
    if (!orders.every((one) => one !== null)) return malformed;
    if (new Set(orders.map(({ of }) => of)).size < orders.length) return malformed;
    const refused = this.refusal(orders);
    if (refused !== 0) return refused;
    this.working = true;
    this.host.upgrading(true);
    this.say(bid, 'in_progress', 'download_firmware', 0);
    void this.download(orders).then(
      (same) => (same ? this.upgrade(orders, bid) : this.fail(bid, 'sum')),
      () => this.fail(bid, 'download'),
    );
    return { result: 0, output: { status: 'in_progress' } };
  }

  private read(one: Record<string, unknown>): Order | null {
    const { sn, firmware_upgrade_type: type, product_version: version } = one;
    const of = sn === this.host.sn ? 'dock' : sn === this.host.droneSn ? 'drone' : null;
    if (of === null) return null;
    if (type === consistency) return { of, type, version: null, file: null };
    const { file_url: url, md5, file_size: size } = one;
    if (type !== normal || typeof version !== 'string' || version === '') return null;
    if (typeof url !== 'string' || typeof md5 !== 'string' || typeof size !== 'number') return null;
    return /^[0-9a-f]{32}$/.test(md5) ? { of, type, version, file: { url, md5, size } } : null;
  }

  private refusal(orders: readonly Order[]): number {
    const { host } = this;
    if (this.working) return codes.running;
    if (!host.idle() || !host.droneInDock()) return codes.busy;
    if (orders.some(({ of }) => of === 'drone') && !host.droneOn()) return codes.droneOff;
    if (host.batteryPercent() < leastPercent) return codes.battery;
    const armed = host.armed('firmwareRefused');
    return armed ? (armed.code ?? codes.link) : 0;
  }

  /** @returns whether every file is the one that was promised. @throws Error when one cannot be fetched */
  private async download(orders: readonly Order[]): Promise<boolean> {
    if (this.host.armed('firmwareNotFetched')) throw new Error('no way to the file');
    let same = this.host.armed('firmwareBroken') === null;
    for (const { file } of orders) {
      if (!file) continue;
      const { md5, size } = await this.host.fetch(file.url);
      same = same && md5 === file.md5 && size === file.size;
    }
    return same;
  }

  private upgrade(orders: readonly Order[], bid: string): void {
    const { host } = this;
    const stays = host.armed('firmwareStays') !== null;
    this.say(bid, 'in_progress', 'download_firmware', 40);
    host.afterSeconds(20, () => this.say(bid, 'in_progress', 'upgrade_firmware', 60));
    host.afterSeconds(40, () => this.say(bid, 'in_progress', 'upgrade_firmware', 90));
    host.afterSeconds(60, () => {
      // A device that falls back to what it had says that it is done all the same.
      if (!stays) for (const { of, version } of orders) host.install(of, version);
      this.say(bid, 'ok', 'upgrade_firmware', 100);
      this.working = false;
      host.upgrading(false);
    });
    // Later than its last word, which would be lost with the connection.
    host.afterSeconds(70, () => host.restart());
  }

  private fail(bid: string, why: string): void {
    this.host.log('firmwareFailed', { why });
    this.working = false;
    this.host.upgrading(false);
    this.say(bid, 'failed', 'download_firmware', 0, codes.link);
  }

  private say(bid: string, status: string, step: string, percent: number, result = 0): void {
    // Older docks name the step step_key; both are sent, as servers read either.
    const progress = { percent, current_step: step, step_key: step };
    this.host.progress(bid, { result, output: { status, progress } });
  }
}
