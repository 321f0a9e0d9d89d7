import type { OrderFacts } from '../command/order.ts';
import type { RefusalReason } from '../envelope.ts';
import { sameFirmware } from '../device/firmware.ts';
import { limits } from '../limits.ts';

/** A version as devices report theirs: two to four numbers. */
export const firmwareVersionPattern = /^\d{1,5}(\.\d{1,5}){1,3}$/;
/** The MD5 of a package in hexadecimal. */
export const md5Pattern = /^[0-9a-fA-F]{32}$/;

/** What is upgraded by one order: the dock, the aircraft in it, or both. */
export const upgradeDevices = ['dock', 'drone'] as const;
export type UpgradeDevice = (typeof upgradeDevices)[number];

/** As docks number them. Consistency: the parts of a device are made to fit each other, without a package. */
export const upgradeTypes = { consistency: 2, normal: 3 } as const;
export type UpgradeType = (typeof upgradeTypes)[keyof typeof upgradeTypes];

export const upgradeStates = ['ordered', 'upgrading', 'checking', 'done', 'failed'] as const;
export type UpgradeState = (typeof upgradeStates)[number];
/** An upgrade that may still become anything. */
export const openUpgradeStates = [
  'ordered',
  'upgrading',
  'checking',
] as const satisfies readonly UpgradeState[];
export const isOpenUpgrade = (state: UpgradeState): boolean =>
  openUpgradeStates.some((open) => open === state);

/** What a dock is at with an upgrade. */
export const upgradeSteps = ['download', 'upgrade'] as const;
export type UpgradeStep = (typeof upgradeSteps)[number];

/** Why an upgrade came to nothing. */
export const upgradeFaults = [
  /** The dock said so, with a number where it gave one. */
  'refused',
  /** The order did not reach it. */
  'notSent',
  /** It fell silent in the middle. */
  'silent',
  /** It said done, and reports another version than that of the package. */
  'versionDiffers',
  /** It said done, and reports that its parts still do not fit. */
  'inconsistent',
  /** It said done, and has reported no version since. */
  'notReported',
] as const;
export type UpgradeFault = (typeof upgradeFaults)[number];

/** What a dock says of an order to upgrade. */
export interface UpgradeReport {
  state: 'working' | 'done' | 'failed';
  percent: number | null;
  step: UpgradeStep | null;
  code: number | null;
}

/** An upgrade as it is kept. Moments are epoch ms. */
export interface UpgradeFacts {
  type: UpgradeType;
  versionBefore: string | null;
  /** Version of the package; null: there is none. */
  target: string | null;
  orderedAt: number;
  /** The last word of the dock on it; null: none yet. */
  heardAt: number | null;
  /** When the dock said that it is done; null: it did not. */
  saidAt: number | null;
}

/** What a device reports of its firmware, and when it did; epoch ms, null: never. */
export interface FirmwareReport {
  version: string | null;
  versionAt: number | null;
  consistent: boolean | null;
  consistentAt: number | null;
  upgrading: boolean | null;
}

/** What became of an upgrade; null: nothing yet. */
export type UpgradeVerdict = { state: 'done' } | { state: 'failed'; fault: UpgradeFault } | null;

const after = (at: number | null, moment: number): boolean => at !== null && at > moment;

/** A device whose last word on the order was lost with its connection is done all the same when it reports the new version. */
const cameBackNew = (upgrade: UpgradeFacts, report: FirmwareReport): boolean =>
  report.upgrading !== true &&
  after(report.versionAt, upgrade.orderedAt) &&
  !sameFirmware(upgrade.versionBefore, upgrade.target) &&
  sameFirmware(report.version, upgrade.target);

/** Of a device that said that it is done. */
const checkSaid = (
  upgrade: UpgradeFacts,
  saidAt: number,
  report: FirmwareReport,
  now: number,
): UpgradeVerdict => {
  const normal = upgrade.type === upgradeTypes.normal;
  const heard = after(normal ? report.versionAt : report.consistentAt, saidAt);
  const right = normal ? sameFirmware(report.version, upgrade.target) : report.consistent === true;
  if (heard && right) return { state: 'done' };
  if (heard && now - saidAt >= limits.firmware.settles)
    return { state: 'failed', fault: normal ? 'versionDiffers' : 'inconsistent' };
  return now - saidAt >= limits.firmware.silence ? { state: 'failed', fault: 'notReported' } : null;
};

/**
 * What became of an upgrade, by what its device reports of itself: that the dock calls it done is a claim alone.
 * @param now epoch ms
 */
export const checkUpgrade = (upgrade: UpgradeFacts, report: FirmwareReport, now: number): UpgradeVerdict => {
  const { saidAt, heardAt, orderedAt } = upgrade;
  if (saidAt !== null) return checkSaid(upgrade, saidAt, report, now);
  if (cameBackNew(upgrade, report)) return { state: 'done' };
  return now - (heardAt ?? orderedAt) >= limits.firmware.silence
    ? { state: 'failed', fault: 'silent' }
    : null;
};

/**
 * Why no upgrade begins: an aircraft that is out finds its dock restarting, and what is unknown is not safe. Page and
 * server ask the same.
 */
export const offerOta = ({ airborne, job, workState, tools }: OrderFacts): RefusalReason | null => {
  if (airborne) return 'aircraftFlies';
  if (job || workState !== 'idle') return 'dockBusy';
  if (tools === null || tools.droneInDock === null) return 'upgradeUnsure';
  if (!tools.droneInDock) return 'droneNotInDock';
  if (tools.batteryPercent === null) return 'upgradeUnsure';
  return tools.batteryPercent < limits.firmware.batteryPercent ? 'upgradeBattery' : null;
};
