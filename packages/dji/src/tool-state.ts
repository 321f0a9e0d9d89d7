import type { cardDevices, MobileCard, ToolState } from '@eyrie/domain';
import { flagAt, knownNumberAt, listAt, numberAt, textAt, wordAt } from './read.ts';
import { newestAgeMs, type Snapshot } from './snapshot.ts';

type Values = Snapshot['values'];

/** Cards that are kept of one device: it has one or two. */
const cardsMost = 4;

const activation = (card: unknown): boolean | null => {
  const state = numberAt(card, 'esim_activate_state');
  return state === 1 || state === 2 ? state === 2 : null;
};

const cardOf = (device: (typeof cardDevices)[number], card: unknown): MobileCard[] => {
  const imei = textAt(card, 'imei');
  if (imei === null) return [];
  const chosen = listAt(card, 'esim_infos').find((info) => flagAt(info, 'enabled') === true);
  return [
    {
      device,
      imei,
      esim: numberAt(card, 'dongle_type') === 10,
      activated: activation(card),
      slot: wordAt(card, 'sim_slot', { 1: 'sim', 2: 'esim' } as const),
      simInserted: flagAt(card, 'sim_card_state'),
      operator: knownNumberAt(chosen, 'telecom_operator', 0),
    },
  ];
};

const cards = (device: (typeof cardDevices)[number], values: Values): MobileCard[] =>
  listAt(values, 'dongle_infos')
    .flatMap((card) => cardOf(device, card))
    .slice(0, cardsMost);

/** What a dock, and its aircraft as far as their cards go, report of what is worked at from afar. */
export const toToolState = (dock: Snapshot, drone: Snapshot | null, now: number): ToolState => {
  const { values } = dock;
  const care = values['drone_battery_maintenance_info'];
  const age = (key: string): number | null => newestAgeMs(dock, [key], now);
  return {
    alarm: flagAt(values, 'alarm_state'),
    linkMode: wordAt(values['wireless_link'], 'link_workmode', ['sdr', 'both'] as const),
    dongles: numberAt(values['wireless_link'], 'dongle_number'),
    batteryCare: {
      state: wordAt(care, 'maintenance_state', ['none', 'due', 'running'] as const),
      hoursLeft: knownNumberAt(care, 'maintenance_time_left', 32767),
    },
    calibrated: flagAt(values['position_state'], 'is_calibration'),
    cards: [...cards('dock', values), ...(drone ? cards('drone', drone.values) : [])],
    heard: {
      body: age('cover_state'),
      machine: age('drone_battery_maintenance_info'),
      link: age('wireless_link'),
      settings: age('silent_mode'),
      dockCards: age('dongle_infos'),
      droneCards: drone && newestAgeMs(drone, ['dongle_infos'], now),
    },
  };
};
