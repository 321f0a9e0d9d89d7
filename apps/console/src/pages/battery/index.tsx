import { batteryCalls, type BatteryRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { batteryWhereFilter, deviceList, placeOf, vendorColumn } from '../../modules/device/index.ts';
import { ListView, yesOrNo } from '../../platform/list/index.ts';
import { ReplaceRules, ReplaceSoon } from './replace.tsx';
import { StoreModeOf } from './store-mode.tsx';
import { BatteryTrendPart } from './trend.tsx';

const batteries = deviceList<BatteryRecord>({
  word: 'battery',
  page: 'permission./BatteryAdmin',
  icon: 'pulse',
  calls: batteryCalls,
  filters: {
    whereabouts: batteryWhereFilter,
    replaceSoon: yesOrNo(
      'replaceSoon',
      'battery.replaceSoon',
      'battery.replaceAny',
      'battery.replaceSoon',
      'battery.replaceNot',
    ),
  },
  note: () => <ReplaceRules />,
  columns: ({ text, figures }) => [
    vendorColumn({ text }),
    {
      title: text('battery.percent'),
      width: 90,
      align: 'end',
      render: (_, { percent }) => figures.amount(percent, '%', 0),
    },
    {
      title: text('field.cycles'),
      width: 90,
      align: 'end',
      render: (_, { cycles }) => figures.amount(cycles, undefined, 0),
    },
    {
      title: text('field.voltage'),
      fold: 8,
      width: 100,
      align: 'end',
      render: (_, { voltage }) => figures.amount(voltage, 'V', 2),
    },
    {
      title: text('field.temperature'),
      fold: 8,
      width: 100,
      align: 'end',
      render: (_, { temperature }) => figures.amount(temperature, text('unit.celsius'), 0),
    },
    {
      title: text('device.where'),
      fold: 1,
      width: 180,
      ellipsis: true,
      render: (_, battery) => <bdi>{placeOf(battery, { text, figures })}</bdi>,
    },
    {
      title: text('battery.replaceSoon'),
      width: 120,
      render: (_, battery) => <ReplaceSoon battery={battery} />,
    },
    {
      title: text('battery.storeMode'),
      fold: 9,
      width: 220,
      ellipsis: true,
      render: (_, battery) => <StoreModeOf battery={battery} />,
    },
  ],
  reported: (battery, { text, figures }) => [
    [text('device.where'), placeOf(battery, { text, figures })],
    [text('battery.percent'), figures.amount(battery.percent, '%', 0)],
    [text('field.cycles'), figures.amount(battery.cycles, undefined, 0)],
    [text('field.voltage'), figures.amount(battery.voltage, 'V', 2)],
    [text('field.temperature'), figures.amount(battery.temperature, text('unit.celsius'), 0)],
    [text('battery.spread'), figures.amount(battery.spread, 'V', 3)],
    [text('battery.storeMode'), <StoreModeOf key="store" battery={battery} />],
    [text('battery.replaceSoon'), <ReplaceSoon key="replace" battery={battery} whole />],
    [text('battery.storedDays'), figures.amount(battery.storedDays, undefined, 0)],
  ],
  more: (battery) => <BatteryTrendPart battery={battery} />,
});

/** Batteries of the organisation: how old they are, where they are, and what they say of themselves. */
export default function BatteryPage(): ReactNode {
  return <ListView room={batteries} />;
}
