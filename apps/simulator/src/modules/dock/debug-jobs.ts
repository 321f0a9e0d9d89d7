import { activate, chooseOperator, hasOperator, missingModule } from './cards.ts';
import type { DebugHost } from './debug-host.ts';

/** Work that takes a dock a while: steps with their share of the time, or without names where the documents name none. */
export interface Job {
  seconds: number;
  steps: readonly (string | null)[];
  /** Which code it fails with where something breaks. */
  breaks: number;
  /** It is for a pad whose aircraft stands elsewhere; all other work is for one that is at home. */
  overEmptyPad?: true;
  /** The code of a refusal of these arguments; 0: none. Missing: it asks nothing. */
  refuses?(host: DebugHost, data: unknown): number;
  /** At its beginning: what moves. */
  begins?(host: DebugHost): void;
  /** At its end: what is changed then. What it gives stands in the last event. */
  ends?(host: DebugHost, data: unknown): object | undefined;
}

const checks = ['get_bid', 'check_work_mode', 'check_task_state', 'check_scram_state'] as const;
/** A third, two thirds, all of it. */
const unnamed = [null, null, null] as const;
const wrongState = 314_000;
const disconnected = 514_120;
const notFixed = 341_002;
const badArguments = 514_171;

const cardOf = (host: DebugHost, data: unknown) => {
  const { imei, device_type: device } = (data ?? {}) as { imei?: unknown; device_type?: unknown };
  return host.cards(device === 'drone' ? 'drone' : 'dock').find((card) => card.imei === imei);
};
const withCard = (host: DebugHost, data: unknown): number => (cardOf(host, data) ? 0 : missingModule);

interface Calibration {
  devices?: {
    sn?: string;
    module?: string;
    data?: { longitude: number; latitude: number; height: number };
  }[];
}

export const jobs: Readonly<Record<string, Job>> = {
  cover_open: {
    seconds: 16,
    steps: [...checks, 'open_cover'],
    breaks: 514_107,
    begins: (host) => host.cover(true),
  },
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
    breaks: 514_108,
    begins: (host) => host.cover(false),
  },
  cover_force_close: {
    seconds: 19,
    steps: unnamed,
    breaks: 514_108,
    overEmptyPad: true,
    refuses: (host) => (host.inside() ? wrongState : 0),
    begins: (host) => host.forceCover(),
  },
  putter_open: {
    seconds: 12,
    steps: [...checks, 'free_putter'],
    breaks: 514_102,
    begins: (host) => host.rods(true),
  },
  putter_close: {
    seconds: 12,
    steps: [...checks, 'close_putter'],
    breaks: 514_101,
    begins: (host) => host.rods(false),
  },
  drone_open: {
    seconds: 30,
    steps: [...checks, 'get_drone_power_state', 'open_drone'],
    breaks: 514_109,
    begins: (host) => host.dronePower(true),
  },
  drone_close: {
    seconds: 18,
    steps: [...checks, 'close_drone'],
    breaks: 514_110,
    begins: (host) => host.dronePower(false),
  },
  charge_open: {
    seconds: 4,
    steps: [...checks, 'check_cover', 'start_charge'],
    breaks: 514_104,
    begins: (host) => host.charge(true),
  },
  charge_close: {
    seconds: 4,
    steps: [...checks.slice(0, 3), 'stop_charge'],
    breaks: 514_105,
    begins: (host) => host.charge(false),
  },
  esim_activate: {
    seconds: 8,
    steps: unnamed,
    breaks: 326_010,
    refuses: withCard,
    ends: (host, data) => {
      const card = cardOf(host, data);
      if (card) activate(card);
      host.cardsChanged();
      return undefined;
    },
  },
  esim_operator_switch: {
    seconds: 8,
    steps: unnamed,
    breaks: 326_010,
    refuses: (host, data) => {
      const card = cardOf(host, data);
      if (!card) return missingModule;
      return hasOperator(card, (data as { esim_operator?: unknown }).esim_operator) ? 0 : 326_010;
    },
    ends: (host, data) => {
      const card = cardOf(host, data);
      if (card) chooseOperator(card, (data as { esim_operator?: unknown }).esim_operator);
      host.cardsChanged();
      return undefined;
    },
  },
  drone_format: {
    seconds: 6,
    steps: unnamed,
    breaks: wrongState,
    refuses: (host) => (host.dronePowered() ? 0 : disconnected),
    ends: (host) => {
      host.erase('drone');
      return undefined;
    },
  },
  device_format: {
    seconds: 6,
    steps: unnamed,
    breaks: wrongState,
    ends: (host) => {
      host.erase('dock');
      return undefined;
    },
  },
  rtk_calibration: {
    seconds: 6,
    steps: unnamed,
    breaks: notFixed,
    refuses: (_, data) => {
      const [device] = (data as Calibration | null)?.devices ?? [];
      return typeof device?.data?.longitude === 'number' ? 0 : badArguments;
    },
    ends: (host, data) => {
      const [device] = (data as Calibration).devices ?? [];
      if (device?.data) host.calibrate(device.data);
      return { devices: [{ sn: device?.sn, module: device?.module, result: 0, status: 'ok' }], version: 1 };
    },
  },
  device_reboot: {
    seconds: 5,
    steps: [
      'get_bid',
      'check_ac_input_state',
      'upgrading_prevent_reboot',
      'check_work_mode',
      'check_task_state',
      'write_reboot_param_file',
    ],
    breaks: wrongState,
    // What it answers and reports last still goes out before its line does.
    ends: (host) => {
      host.later(1, () => host.reboot());
      return undefined;
    },
  },
};
