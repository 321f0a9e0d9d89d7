import type { DroneModel } from './models.ts';

/** What an aircraft carries, by the serial numbers that it reads from it, and whether its software is behind. */
export interface Gear {
  batteries: readonly string[];
  gimbal: string;
  behind: boolean;
}

/** What a person does at the dock: each part is left as it is where it is not named. */
export interface Refit {
  /** Serial numbers of the batteries that are put in. */
  batteries?: readonly string[] | undefined;
  /** Cycles of these batteries. */
  cycles?: number | undefined;
  /** Charge of these batteries, percent. */
  percent?: number | undefined;
  /** °C of these batteries: one that comes from the sun is warm. */
  temperature?: number | undefined;
  gimbal?: string | undefined;
  behind?: boolean | undefined;
}

const serial = /^[A-Za-z0-9]{1,32}$/;
const isWithin = (value: number | undefined, most: number): boolean =>
  value === undefined || (Number.isFinite(value) && value >= 0 && value <= most);

/** Whether an aircraft of this model can be fitted so. */
export const fits = (
  { batteries, gimbal, cycles, percent, temperature }: Refit,
  model: DroneModel,
): boolean =>
  (batteries === undefined ||
    (batteries.length === model.batteries && batteries.every((sn) => serial.test(sn)))) &&
  (gimbal === undefined || serial.test(gimbal)) &&
  isWithin(cycles, 10_000) &&
  isWithin(percent, 100) &&
  isWithin(temperature, 80);

/** What an aircraft left the factory with, changed by what is known of it. */
export const gearOf = (sn: string, model: DroneModel, refit: Refit = {}): Gear => ({
  batteries: refit.batteries ?? Array.from({ length: model.batteries }, (_, index) => `${sn}B${index}`),
  gimbal: refit.gimbal ?? `${sn}C0`,
  behind: refit.behind ?? false,
});
