import { isBehind, type DeviceRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

type Compared = Pick<DeviceRecord, 'firmware' | 'reportedFirmware'> & { latestFirmware: string | null };

/** The firmware of a device; amber where another of its model in the organisation reported a newer one. */
export function Firmware({ device }: { device: Compared }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { reportedFirmware, latestFirmware } = device;
  const firmware = reportedFirmware ?? device.firmware;
  if (!isBehind(reportedFirmware, latestFirmware))
    return <bdi dir="ltr">{firmware ?? figures.amount(null)}</bdi>;
  return (
    <span title={text('device.firmwareHint')}>
      <StateSymbol
        state="attention"
        word={text('device.firmwareBehind', { firmware: firmware ?? '', latest: latestFirmware ?? '' })}
      />
    </span>
  );
}
