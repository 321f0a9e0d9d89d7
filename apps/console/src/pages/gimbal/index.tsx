import { gimbalCalls, type GimbalRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import {
  deviceList,
  firmwareColumn,
  madeColumn,
  placeOf,
  vendorColumn,
  whereFilter,
} from '../../modules/device/index.ts';
import { ListView, type CellTools } from '../../platform/list/index.ts';

const statusOf = ({ status }: GimbalRecord, { text }: Pick<CellTools, 'text'>): ReactNode => (
  <StateSymbol
    key="status"
    state={status === 'abnormal' ? 'alarm' : 'live'}
    word={text(`gimbal.status.${status}`)}
  />
);
const typeOf = ({ type }: GimbalRecord, { text, figures }: Pick<CellTools, 'text' | 'figures'>): string =>
  type === null ? figures.amount(null) : text(`gimbal.type.${type}`);

const gimbals = deviceList<GimbalRecord>({
  word: 'gimbal',
  page: 'permission./PTZAdmin',
  icon: 'eye',
  calls: gimbalCalls,
  filters: { whereabouts: whereFilter },
  columns: (tools) => [
    { title: tools.text('gimbal.type'), fold: 8, width: 140, render: (_, gimbal) => typeOf(gimbal, tools) },
    { title: tools.text('gimbal.status'), width: 110, render: (_, gimbal) => statusOf(gimbal, tools) },
    vendorColumn(tools),
    madeColumn(tools),
    firmwareColumn(tools),
    {
      title: tools.text('device.where'),
      fold: 1,
      width: 180,
      ellipsis: true,
      render: (_, gimbal) => <bdi>{placeOf(gimbal, tools)}</bdi>,
    },
  ],
  reported: (gimbal, tools) => [
    [tools.text('gimbal.status'), statusOf(gimbal, tools)],
    [tools.text('device.where'), placeOf(gimbal, tools)],
    [
      tools.text('device.firmwareLatest'),
      <bdi key="latest" dir="ltr">
        {gimbal.latestFirmware ?? tools.figures.amount(null)}
      </bdi>,
    ],
  ],
  known: (gimbal, tools) => [[tools.text('gimbal.type'), typeOf(gimbal, tools)]],
});

/** Gimbal heads of the organisation with the aircraft that carry them. */
export default function GimbalPage(): ReactNode {
  return <ListView room={gimbals} />;
}
