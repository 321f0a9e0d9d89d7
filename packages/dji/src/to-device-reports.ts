import { isAuxiliaryCamera, isPayloadIndex, payloadName } from './models.ts';
import { knownNumberAt, listAt, numberAt, textAt } from './read.ts';
import type { Snapshot } from './snapshot.ts';
import { isSerial } from './topics.ts';

/** What an aircraft says of itself and of what it carries. A figure that was not reported, or that cannot be, is null. */
export interface DeviceReport {
  kind: 'drone' | 'battery' | 'gimbal';
  sn: string;
  /** Place in the aircraft: number of the battery, index of the payload; null for the aircraft itself. */
  slot: string | null;
  /** Name or key of the model. */
  model: string | null;
  firmware: string | null;
  percent: number | null;
  cycles: number | null;
  /** Volt. */
  voltage: number | null;
  /** Degrees Celsius. */
  temperature: number | null;
  /** Days stored nearly full. */
  storedDays: number | null;
  /**
   * Volt between the highest and the lowest battery of its aircraft; null where fewer than two said theirs. No document
   * of the maker has voltages of single cells.
   */
  spread: number | null;
  flights: number | null;
  /** Seconds. */
  flightTime: number | null;
  /** Metres. */
  distance: number | null;
}

/** No aircraft carries more batteries or payloads: a longer list is not one of those. */
const carriedMost = 8;
const cyclesMost = 100_000;
const daysMost = 100_000;
const countMost = 1_000_000_000;

const within = (value: number | null, most: number): number | null =>
  value !== null && value >= 0 && value <= most ? value : null;
const whole = (value: number | null, most: number): number | null => {
  const fitting = within(value, most);
  return fitting === null ? null : Math.round(fitting);
};

/** A word that can be stored and shown; anything else is none. */
const word = (record: unknown, key: string): string | null => {
  const value = textAt(record, key)?.trim() ?? '';
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is refused
  return value === '' || value.length > 64 || /[\u0000-\u001f\u007f]/.test(value) ? null : value;
};

const nothing: Omit<DeviceReport, 'kind' | 'sn'> = {
  slot: null,
  model: null,
  firmware: null,
  percent: null,
  cycles: null,
  voltage: null,
  temperature: null,
  storedDays: null,
  spread: null,
  flights: null,
  flightTime: null,
  distance: null,
};

/** Each serial number once: one that stands at two places is at neither for certain, and stays at the first. */
const once = (reports: readonly DeviceReport[]): DeviceReport[] => {
  const known = new Set<string>();
  return reports.filter(({ sn }) => !known.has(sn) && known.add(sn));
};

/** Each battery with how far the voltages in its aircraft lie apart; millivolts, as they were said. */
const withSpread = (batteries: readonly DeviceReport[]): DeviceReport[] => {
  const voltages = batteries.flatMap(({ voltage }) => voltage ?? []);
  const spread =
    voltages.length < 2 ? null : Math.round((Math.max(...voltages) - Math.min(...voltages)) * 1_000) / 1_000;
  return batteries.map((battery) => ({ ...battery, spread: battery.voltage === null ? null : spread }));
};

const batteriesOf = (values: Snapshot['values']): DeviceReport[] => {
  const batteries = listAt(values['battery'], 'batteries');
  if (batteries.length > carriedMost) return [];
  const named = once(
    batteries.flatMap((battery): DeviceReport[] => {
      const sn = textAt(battery, 'sn');
      const index = numberAt(battery, 'index');
      if (sn === null || !isSerial(sn) || index === null) return [];
      const millivolts = knownNumberAt(battery, 'voltage', 32767);
      return [
        {
          ...nothing,
          kind: 'battery',
          sn,
          slot: String(index),
          firmware: word(battery, 'firmware_version'),
          percent: within(knownNumberAt(battery, 'capacity_percent', 32767), 100),
          cycles: whole(numberAt(battery, 'loop_times'), cyclesMost),
          voltage: millivolts === null ? null : millivolts / 1000,
          temperature: knownNumberAt(battery, 'temperature', 32767),
          storedDays: whole(numberAt(battery, 'high_voltage_storage_days'), daysMost),
        },
      ];
    }),
  );
  return withSpread(named);
};

const gimbalsOf = (values: Snapshot['values']): DeviceReport[] => {
  const payloads = listAt(values, 'payloads');
  if (payloads.length > carriedMost) return [];
  return once(
    payloads.flatMap((payload): DeviceReport[] => {
      const sn = textAt(payload, 'sn');
      const index = textAt(payload, 'payload_index');
      if (sn === null || !isSerial(sn) || index === null) return [];
      // A nose camera is part of the aircraft.
      if (!isPayloadIndex(index) || isAuxiliaryCamera(index)) return [];
      const firmware = word(payload, 'firmware_version');
      return [{ ...nothing, kind: 'gimbal', sn, slot: index, model: payloadName(index) ?? index, firmware }];
    }),
  );
};

/**
 * The aircraft behind a dock with its batteries and gimbals, by what it said of them last.
 * @param drone serial number and key of the model, as its dock names them
 */
export const toDeviceReports = (
  { values }: Snapshot,
  drone: { sn: string; model: string | null },
): DeviceReport[] => [
  {
    ...nothing,
    kind: 'drone',
    ...drone,
    firmware: word(values, 'firmware_version'),
    flights: whole(numberAt(values, 'total_flight_sorties'), countMost),
    flightTime: within(numberAt(values, 'total_flight_time'), countMost),
    distance: within(numberAt(values, 'total_flight_distance'), countMost),
  },
  ...batteriesOf(values),
  ...gimbalsOf(values),
];
