import { limits } from '../limits.ts';

/** What a flight asks of the battery, as shares of a full one: take-off to landing, and what is to be left then. */
export interface BatteryUse {
  share: number;
  reserve: number;
}

/** Percent of a full battery below which a dock starts no flight, however short. */
export const leastStart = limits.gate.batteryStartPercent;

/** What is left on landing at least, whatever a plan says. */
export const leastReserve = limits.gate.batteryReservePercent / 100;

/** Share of a full battery that a flight may take. */
export const usableShare = (reserve: number): number => 1 - Math.max(reserve, leastReserve);

/** Of a hundred, rounded up: round-off makes no further percent of whole ones. */
const percent = (share: number): number => Math.ceil(share * 100 - 1e-6);

/** Percent of a full battery that has to be in it at the start. More than 100: no battery flies it. */
export const batteryNeed = ({ share, reserve }: BatteryUse): number =>
  Math.max(leastStart, percent(share + Math.max(reserve, leastReserve)));

/** Whether a full battery flies all of it and lands with the reserve. */
export const batteryEnough = (use: BatteryUse): boolean => batteryNeed(use) <= 100;
