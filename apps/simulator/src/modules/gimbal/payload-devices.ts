export interface PayloadDevicesHost {
  /** Whether the aircraft carries them. */
  readonly fitted: boolean;
  droneOn(): boolean;
  afterSeconds(seconds: number, run: () => void): void;
  /** They are something else now. */
  changed(): void;
  /** One of them writes into its window. */
  wrote(window: { index: number; text: string }): void;
}

/** Numbers as one aircraft has them: nobody may rely on them. */
const indexes = { detector: 1, searchlight: 5 } as const;
const codes = { malformed: 514_171, missing: 327_050, wrongState: 327_009 } as const;
const notApplicable = 65_535;
const textBytes = 128;
const trimMost = 3;
/** Its detector writes again after so many seconds, and a calibration takes as many. */
const writesEvery = 5;
const calibratesFor = 4;
const calibrations = { done: 0, running: 1 } as const;

type Data = Readonly<Record<string, unknown>>;
const recordOf = (value: unknown): Data =>
  typeof value === 'object' && value !== null ? (value as Data) : {};
const wholeIn = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;

/** A searchlight and a gas detector below the aircraft: what they are ordered, they do and report. */
export class PayloadDevices {
  private readonly host: PayloadDevicesHost;
  private mode = 0;
  private brightness = 50;
  private trim = { left: 0, right: 0 };
  private savedTrim = { left: 0, right: 0 };
  private calibration: { status: number; progress: number } = { status: calibrations.done, progress: 100 };
  /** Switch and alarm threshold of the detector, by the numbers of their widgets. */
  private readonly widgets = new Map([
    [0, 1],
    [1, 30],
  ]);
  private label = 'CH4';
  private written = 0;

  constructor(host: PayloadDevicesHost) {
    this.host = host;
    if (host.fitted) this.writeLater();
  }

  /** Payload devices with their widgets, as a dock reports them. */
  property(): unknown[] {
    if (!this.host.fitted) return [];
    const values = [...this.widgets].map(([index, value]) => ({ index, value }));
    return [
      { ...this.named('detector'), values },
      { ...this.named('searchlight'), values: [] },
    ];
  }

  /** The same as they report themselves on the link of sticks, each in a message of its own. */
  pushes(): unknown[] {
    if (!this.host.fitted) return [];
    const none = { work_mode: notApplicable, brightness: notApplicable, calibration_status: notApplicable };
    return [
      { ...this.named('detector'), light: none },
      {
        ...this.named('searchlight'),
        light: {
          work_mode: this.mode,
          brightness: this.brightness,
          calibration_status: this.calibration.status,
          calibration_progress: this.calibration.progress,
          left_value: this.trim.left,
          right_value: this.trim.right,
          wide_field_mode: false,
          light_gimbal_control: true,
        },
      },
    ];
  }

  /** Takes an order of the link of sticks; null: it is none of theirs. */
  setByLink(method: string, given: unknown): number | null {
    if (!method.startsWith('drc_light_')) return null;
    const data = recordOf(given);
    if (!this.reachable(data, indexes.searchlight)) return codes.missing;
    switch (method) {
      case 'drc_light_mode_set':
        if (data['group'] !== 0 || !wholeIn(data['mode'], 0, 4)) return codes.malformed;
        this.mode = data['mode'];
        return this.done();
      case 'drc_light_brightness_set':
        if (data['group'] !== 0 || !wholeIn(data['brightness'], 1, 100)) return codes.malformed;
        this.brightness = data['brightness'];
        return this.done();
      case 'drc_light_fine_tuning_set':
        return this.turn(data);
      case 'drc_light_calibration':
        return this.calibrate();
      default:
        return codes.malformed;
    }
  }

  /** Takes a service; null: it is none of theirs. */
  command(method: string, given: unknown): number | null {
    if (method !== 'psdk_widget_value_set' && method !== 'psdk_input_box_text_set') return null;
    const data = recordOf(given);
    if (!this.reachable(data, indexes.detector)) return codes.missing;
    if (method === 'psdk_input_box_text_set') {
      const text = data['value'];
      if (typeof text !== 'string' || Buffer.byteLength(text) > textBytes) return codes.malformed;
      this.label = text;
      this.write();
      return this.done();
    }
    const { index, value } = data;
    if (typeof index !== 'number' || !this.widgets.has(index)) return codes.missing;
    if (typeof value !== 'number' || !Number.isInteger(value)) return codes.malformed;
    this.widgets.set(index, value);
    return this.done();
  }

  /** The aircraft was turned off: the light is out, and what was not saved is forgotten. */
  sleep(): void {
    this.mode = 0;
    this.trim = { ...this.savedTrim };
  }

  private named(which: keyof typeof indexes) {
    const light = which === 'searchlight';
    return {
      psdk_index: indexes[which],
      psdk_name: light ? 'Searchlight' : 'Gas detector',
      psdk_sn: light ? 'LGT000001' : 'GAS000001',
      psdk_version: '01.00.0003',
      psdk_lib_version: '3.8.1',
      psdk_type: light ? 5 : 4,
    };
  }

  private reachable(data: Data, index: number): boolean {
    return this.host.fitted && this.host.droneOn() && data['psdk_index'] === index;
  }

  private done(): number {
    this.host.changed();
    return 0;
  }

  private turn(data: Data): number {
    const { position, value, saved } = data;
    if (!wholeIn(position, 0, 1) || !wholeIn(value, -trimMost, trimMost) || typeof saved !== 'boolean')
      return codes.malformed;
    const lamp = position === 0 ? 'left' : 'right';
    this.trim = { ...this.trim, [lamp]: value };
    if (saved) this.savedTrim = { ...this.savedTrim, [lamp]: value };
    return this.done();
  }

  private calibrate(): number {
    if (this.calibration.status === calibrations.running) return codes.wrongState;
    this.calibration = { status: calibrations.running, progress: 0 };
    for (let second = 1; second <= calibratesFor; second += 1)
      this.host.afterSeconds(second, () => {
        const over = second === calibratesFor;
        this.calibration = {
          status: over ? calibrations.done : calibrations.running,
          progress: Math.round((100 * second) / calibratesFor),
        };
        this.host.changed();
      });
    return this.done();
  }

  private write(): void {
    if (!this.host.droneOn()) return;
    this.written += 1;
    // Switched off it writes nothing, and empties its window once.
    const on = this.widgets.get(0) !== 0;
    const text = on ? `${this.label} ${3 + (this.written % 4)} ppm` : '';
    this.host.wrote({ index: indexes.detector, text });
  }

  private writeLater(): void {
    this.host.afterSeconds(writesEvery, () => {
      this.write();
      this.writeLater();
    });
  }
}
