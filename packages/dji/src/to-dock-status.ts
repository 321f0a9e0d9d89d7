import type { airConditionerModes } from '@eyrie/domain';
import { coverStates, rainfalls, waitLeft, workStates } from '@eyrie/domain';
import type { DockStatus, HealthItem } from '@eyrie/domain';
import { flagAt, knownNumberAt, listAt, numberAt, textAt, wordAt } from './read.ts';
import { newestAgeMs } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { toToolState } from './tool-state.ts';

/** Docks send their osd in three interleaved messages. A key that came says when its message came. */
const parts: readonly (readonly string[])[] = [
  ['mode_code', 'cover_state', 'wind_speed', 'emergency_stop_state', 'drone_in_dock', 'network_state'],
  ['job_number', 'working_voltage', 'backup_battery', 'drone_battery_maintenance_info'],
  ['flighttask_step_code', 'wireless_link', 'media_file_detail', 'drc_state'],
];

type Values = Snapshot['values'];

/** Age of what was never received: older than every limit. */
const never = Number.MAX_SAFE_INTEGER;

/** "lng,lat"; null while unknown. Devices without a position send zeros. */
const gps = (values: Values): string | null => {
  const longitude = numberAt(values, 'longitude');
  const latitude = numberAt(values, 'latitude');
  if (longitude === null || latitude === null || (longitude === 0 && latitude === 0)) return null;
  return `${longitude},${latitude}`;
};

const chargeState = (values: Values): DockStatus['charge']['state'] => {
  const state = numberAt(values.drone_charge_state, 'state');
  const inside = flagAt(values, 'drone_in_dock');
  if (state === 1) return 'charging';
  if (inside === false) return 'notCharged';
  return state === 0 && inside === true ? 'idle' : null;
};

/** A silent aircraft in the dock is known by the dock's own battery report only. The weakest battery counts. */
const chargePercent = (values: Values): number | null => {
  const reported = knownNumberAt(values.drone_charge_state, 'capacity_percent', 32767);
  if (reported !== null) return reported;
  const held = listAt(values.drone_battery_maintenance_info, 'batteries').flatMap(
    (battery) => knownNumberAt(battery, 'capacity_percent', 32767) ?? [],
  );
  return held.length === 0 ? null : Math.min(...held);
};

type AirConditioner = DockStatus['airConditioner'];
const steady = (mode: (typeof airConditionerModes)[number]) => ({ mode, phase: 'steady' as const });
const preparing = (mode: (typeof airConditionerModes)[number]) => ({ mode, phase: 'preparing' as const });
const exiting = (mode: (typeof airConditionerModes)[number]) => ({ mode, phase: 'exiting' as const });
const airConditionerCodes: readonly Pick<AirConditioner, 'mode' | 'phase'>[] = [
  steady('idle'),
  steady('cooling'),
  steady('heating'),
  steady('dehumidifying'),
  exiting('cooling'),
  exiting('heating'),
  exiting('dehumidifying'),
  preparing('cooling'),
  preparing('heating'),
  preparing('dehumidifying'),
  preparing('fanCooling'),
  steady('fanCooling'),
  exiting('fanCooling'),
  preparing('defogging'),
  steady('defogging'),
  exiting('defogging'),
];

/** The wait counts down between the messages that name it. */
const waitOf = (snapshot: Snapshot, now: number): number | null => {
  const said = numberAt(snapshot.values.air_conditioner, 'switch_time');
  const since = newestAgeMs(snapshot, ['air_conditioner'], now) ?? 0;
  return said === null ? null : waitLeft(said, since);
};

const airConditioner = (snapshot: Snapshot, now: number): AirConditioner => {
  const { values } = snapshot;
  const code =
    numberAt(values.air_conditioner, 'air_conditioner_state') ?? numberAt(values, 'air_conditioner_mode');
  const known = code === null ? undefined : airConditionerCodes[code];
  return {
    mode: known?.mode ?? null,
    phase: known?.phase ?? null,
    waitSeconds: waitOf(snapshot, now),
  };
};

const position = (values: Values): DockStatus['position'] => {
  const state = values.position_state;
  const fixed = numberAt(state, 'is_fixed');
  const home = numberAt(values, 'home_position_is_valid');
  return {
    fixed: fixed === null || fixed < 0 || fixed > 3 ? null : fixed === 2,
    quality: numberAt(state, 'quality'),
    gps: numberAt(state, 'gps_number'),
    rtk: numberAt(state, 'rtk_number'),
    // Heading alone or position alone is not a home to return to.
    homeValid: home === null || home < 0 || home > 3 ? null : home === 1,
  };
};

const backupBattery = (values: Values): DockStatus['backupBattery'] => {
  const on = flagAt(values.backup_battery, 'switch');
  return {
    on,
    // A battery that is off reports 0 mV, which nobody measured.
    millivolt: on === false ? null : numberAt(values.backup_battery, 'voltage'),
    temperature: knownNumberAt(values.backup_battery, 'temperature', 32767),
  };
};

const radio = (values: Values): Pick<DockStatus, 'network' | 'link'> => ({
  network: {
    type: wordAt(values.network_state, 'type', { 1: '4g', 2: 'ethernet' } as const),
    quality: numberAt(values.network_state, 'quality'),
    rateKBps: numberAt(values.network_state, 'rate'),
  },
  link: {
    sdr: flagAt(values.wireless_link, 'sdr_link_state'),
    lte: flagAt(values.wireless_link, '4g_link_state'),
    sdrQuality: numberAt(values.wireless_link, 'sdr_quality'),
    lteQuality: numberAt(values.wireless_link, '4g_quality'),
  },
});

const mechanics = (
  values: Values,
): Pick<
  DockStatus,
  | 'workState'
  | 'modeCode'
  | 'stepCode'
  | 'coverState'
  | 'putterState'
  | 'supplementLight'
  | 'droneInDock'
  | 'dronePowered'
> => {
  const working = numberAt(values, 'mode_code') === 4;
  return {
    workState: wordAt(values, 'mode_code', workStates),
    modeCode: numberAt(values, 'mode_code'),
    stepCode: numberAt(values, 'flighttask_step_code'),
    coverState: wordAt(values, 'cover_state', coverStates),
    // Halfway is where rods are while they move; without a job they should not be there.
    putterState: wordAt(values, 'putter_state', [
      'closed',
      'extended',
      working || numberAt(values, 'mode_code') === 2 ? 'moving' : 'abnormal',
      'abnormal',
    ] as const),
    supplementLight: flagAt(values, 'supplement_light_state'),
    droneInDock: flagAt(values, 'drone_in_dock'),
    dronePowered: flagAt(values['sub_device'], 'device_online_status'),
  };
};

const climate = (
  values: Values,
): Pick<DockStatus, 'wind' | 'rainfall' | 'envTemp' | 'temp' | 'humidity'> => ({
  wind: numberAt(values, 'wind_speed'),
  rainfall: wordAt(values, 'rainfall', rainfalls),
  envTemp: numberAt(values, 'environment_temperature'),
  temp: numberAt(values, 'temperature'),
  humidity: numberAt(values, 'humidity'),
});

export interface DockStatusContext {
  sn: string;
  online: boolean;
  hms: HealthItem[];
  hmsHeard: boolean;
  /** Dock clock minus server clock, ms. */
  clockOffset: number | null;
  /** What its aircraft reports, for the cards in it; missing: nothing. */
  drone?: Snapshot;
  /** On the clock of the snapshot. */
  now: number;
}

/**
 * The dock as the product knows it. A figure nobody told is null, never 0. `ageMs` is the age of the newest
 * message, by which the link is judged; `partsAgeMs` that of the part that came longest ago. Without any
 * message both are as old as can be.
 */
export const toDockStatus = (snapshot: Snapshot, context: DockStatusContext): DockStatus => {
  const { values } = snapshot;
  const ages = parts.flatMap((keys) => newestAgeMs(snapshot, keys, context.now) ?? []);
  const ageMs = snapshot.osdAt === null ? never : Math.max(0, context.now - snapshot.osdAt);
  return {
    sn: context.sn,
    online: context.online,
    gps: gps(values),
    height: numberAt(values, 'height'),
    heading: numberAt(values, 'heading'),
    ...mechanics(values),
    charge: { percent: chargePercent(values), state: chargeState(values) },
    airConditioner: airConditioner(snapshot, context.now),
    ...climate(values),
    ...radio(values),
    storage: { totalKB: numberAt(values.storage, 'total'), usedKB: numberAt(values.storage, 'used') },
    position: position(values),
    backupBattery: backupBattery(values),
    emergencyStop: flagAt(values, 'emergency_stop_state'),
    silentMode: flagAt(values, 'silent_mode'),
    storeMode: wordAt(values, 'battery_store_mode', { 1: 'plan', 2: 'standby' } as const),
    tools: toToolState(snapshot, context.drone ?? null, context.now),
    jobCount: numberAt(values, 'job_number'),
    accTime: numberAt(values, 'acc_time'),
    drcState: numberAt(values, 'drc_state'),
    mediaRemain: numberAt(values.media_file_detail, 'remain_upload'),
    firmware: textAt(values, 'firmware_version'),
    clockOffset: context.clockOffset,
    hms: context.hms,
    hmsHeard: context.hmsHeard,
    ageMs,
    partsAgeMs: Math.max(ageMs, ...ages),
  };
};
