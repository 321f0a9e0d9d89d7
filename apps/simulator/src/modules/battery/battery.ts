/** The aircraft's battery, percent and °C. Advanced in simulated seconds. */
export interface Battery {
  percent: number;
  temperature: number;
  charging: boolean;
  /** How often 100 % in all were charged. */
  cycles: number;
  /** Percent that were charged towards the next cycle. */
  charged: number;
}

/** As its dock tells it: whole percents, by which the dock decides too. */
export const reportedPercent = ({ percent }: Pick<Battery, 'percent'>): number => Math.round(percent);

/** Cycles up to which a battery is as new, and after which it is worn out. */
const youngCycles = 100;
const ratedCycles = 400;

/** 0 new, 1 worn out: it holds less, warms more, sags under itself, and its cells drift apart. */
const ageingOf = ({ cycles }: Battery): number =>
  Math.min(1, Math.max(0, (cycles - youngCycles) / (ratedCycles - youngCycles)));

export type Load = 'off' | 'on' | 'flying';

/** Percent a second: a full battery lasts the rated time in calm air; standing by takes a tenth of that. */
const drain = (load: Load, ratedSeconds: number, wind: number, ageing: number): number => {
  if (load === 'off') return 0;
  const full = 100 / (ratedSeconds * (1 - 0.2 * ageing));
  return load === 'on' ? full / 10 : full * (1 + Math.max(0, wind - 4) * 0.03);
};

/** About 32 minutes from 15 to 95 %. */
const chargePerSecond = 80 / (32 * 60);

/** Level the dock holds: a plan keeps the battery young, standby keeps it ready. */
export const storeLevel = (mode: 1 | 2): { start: number; full: number } =>
  mode === 1 ? { start: 55, full: 60 } : { start: 90, full: 96 };

export function advanceBattery(
  battery: Battery,
  seconds: number,
  use: { load: Load; ratedSeconds: number; wind: number; ambient: number },
): void {
  const ageing = ageingOf(battery);
  const change = battery.charging ? chargePerSecond : -drain(use.load, use.ratedSeconds, use.wind, ageing);
  battery.percent = Math.min(100, Math.max(0, battery.percent + change * seconds));
  if (battery.charging) countCycles(battery, change * seconds);
  const rise = use.load === 'flying' ? 22 : use.load === 'on' ? 8 : battery.charging ? 10 : 2;
  const target = use.ambient + rise * (1 + 0.5 * ageing);
  battery.temperature += (target - battery.temperature) * Math.min(1, seconds / 300);
}

const countCycles = (battery: Battery, percent: number): void => {
  battery.charged += percent;
  const full = Math.floor(battery.charged / 100);
  battery.cycles += full;
  battery.charged -= full * 100;
};

/** Starts and ends charging around the level of the store mode. Only an aircraft that is off is charged. */
export function decideCharging(battery: Battery, mode: 1 | 2, possible: boolean): void {
  const level = storeLevel(mode);
  if (!possible || battery.percent >= level.full) battery.charging = false;
  else if (battery.percent < level.start) battery.charging = true;
}

/**
 * mV of one pack: 14.4 V empty to 17.6 V full when it is new. The packs of an aircraft drift apart as they age.
 * @param index of the pack
 */
export const millivolts = (battery: Battery, index = 0): number => {
  const ageing = ageingOf(battery);
  return Math.round(14_400 + 32 * battery.percent - 400 * ageing - index * (12 + 180 * ageing));
};

/** Percent at which the aircraft goes home by itself: the way back plus a reserve. */
export const returnHomePower = (homeDistance: number, speed: number, ratedSeconds: number): number =>
  Math.min(60, Math.round(15 + ((homeDistance / Math.max(1, speed) + 60) / ratedSeconds) * 100));

export const landingPower = 10;
