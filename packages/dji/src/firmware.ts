import { upgradeTypes, type UpgradeReport, type UpgradeStep, type UpgradeType } from '@eyrie/domain';
import { numberAt, textAt } from './read.ts';
import type { Service } from './services.ts';
import type { DeviceMessage } from './wire.ts';

export const upgradeEvent = 'ota_progress';

/** A package as a device fetches it. */
export interface OfferedFirmware {
  version: string;
  url: string;
  md5: string;
  /** Bytes. */
  size: number;
  fileName: string;
}

export const upgradeService = (
  devices: readonly { sn: string; type: UpgradeType; file: OfferedFirmware | null }[],
): Service => ({
  method: 'ota_create',
  data: {
    devices: devices.map(({ sn, type, file }) => {
      if (!file) return { sn, firmware_upgrade_type: upgradeTypes.consistency };
      return {
        sn,
        product_version: file.version,
        file_url: file.url,
        md5: file.md5,
        file_size: file.size,
        file_name: file.fileName,
        firmware_upgrade_type: type,
      };
    }),
  },
});

const steps: ReadonlyMap<string, UpgradeStep> = new Map([
  ['download_firmware', 'download'],
  ['upgrade_firmware', 'upgrade'],
]);
const states: ReadonlyMap<string, UpgradeReport['state']> = new Map([
  ['sent', 'working'],
  ['in_progress', 'working'],
  ['paused', 'working'],
  ['ok', 'done'],
  ['rejected', 'failed'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
  ['timeout', 'failed'],
]);

/** How far a dock is with an order to upgrade; null: it is another event, or a word that no document has. */
export const upgradeProgressOf = ({
  method,
  data,
}: Pick<DeviceMessage, 'method' | 'data'>): UpgradeReport | null => {
  if (method !== upgradeEvent || typeof data !== 'object' || data === null) return null;
  const { output } = data as { output?: unknown };
  const progress = (output as { progress?: unknown } | null | undefined)?.progress;
  const code = numberAt(data, 'result') || null;
  // A number is a failure, whatever the word beside it.
  const state = code === null ? states.get(textAt(output, 'status') ?? '') : 'failed';
  if (!state) return null;
  const percent = numberAt(progress, 'percent');
  // Older docks name the step otherwise.
  const step = textAt(progress, 'current_step') ?? textAt(progress, 'step_key');
  return {
    state,
    percent: percent === null ? null : Math.round(Math.min(100, Math.max(0, percent))),
    step: steps.get(step ?? '') ?? null,
    code,
  };
};
