import type { FirmwarePackage, UpgradeRecord, UpgradeState } from '@eyrie/domain';
import type { DeviceState } from '@eyrie/ui';
import type { TextOf } from '../../platform/text.tsx';

export const stateStyle: Readonly<Record<UpgradeState, DeviceState>> = {
  ordered: 'attention',
  upgrading: 'working',
  checking: 'working',
  done: 'live',
  failed: 'alarm',
};

/** A version stands from left to right in every language. */
export const versionText = (version: string | null, text: TextOf): string =>
  version === null ? text('firmware.unknownVersion') : `\u2066${version}\u2069`;

/** From which version to which; of a consistency upgrade there is no other one. */
export const changeText = ({ before, target }: UpgradeRecord, text: TextOf): string =>
  target === null
    ? text('firmware.type.2')
    : text('firmware.change', { before: versionText(before, text), target: versionText(target, text) });

export const packageName = (
  { model, firmware }: Pick<FirmwarePackage, 'model' | 'firmware'>,
  models: readonly { model: string; name: string }[],
  text: TextOf,
): string =>
  text('firmware.name', {
    model: models.find((one) => one.model === model)?.name ?? model,
    version: versionText(firmware, text),
  });
