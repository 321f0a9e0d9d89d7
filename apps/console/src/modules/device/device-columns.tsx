import { dayIn, type DeviceRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useOrganisationZone } from '../../platform/display.ts';
import type { CellTools } from '../../platform/list/index.ts';
import { Firmware } from './firmware.tsx';

type Tools = Pick<CellTools, 'text'>;

/** A day of a record as its organisation counts days. */
function Day({ at }: { at: number | null }): ReactNode {
  const zone = useOrganisationZone();
  const figures = useFigures();
  return <bdi dir="ltr">{at === null ? figures.amount(null) : dayIn(zone, at)}</bdi>;
}

/** Columns that the lists of some kinds of device have. */
export const vendorColumn = ({ text }: Tools) => ({
  title: text('device.vendor'),
  fold: 2,
  width: 90,
  render: (_: unknown, { vendor }: DeviceRecord) => text(`device.vendor.${vendor}`),
});
export const madeColumn = ({ text }: Tools) => ({
  title: text('device.manufacturedAt'),
  fold: 3,
  width: 120,
  render: (_: unknown, { manufacturedAt }: DeviceRecord) => <Day at={manufacturedAt} />,
});
export const firmwareColumn = ({ text }: Tools) => ({
  title: text('device.firmware'),
  fold: 2,
  width: 150,
  ellipsis: true,
  render: (_: unknown, device: DeviceRecord) => <Firmware device={{ latestFirmware: null, ...device }} />,
});
