import { remoteControllerCalls, type RemoteControllerRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { deviceList } from '../../modules/device/index.ts';
import { ListView } from '../../platform/list/index.ts';

const controllers = deviceList<RemoteControllerRecord>({
  word: 'remoteController',
  page: 'permission./DaJiHandle',
  icon: 'window',
  calls: remoteControllerCalls,
  columns: ({ text, figures }) => [
    {
      title: text('device.percent'),
      width: 110,
      align: 'end',
      render: (_, { percent }) => figures.amount(percent, '%', 0),
    },
  ],
  reported: ({ percent }, { text, figures }) => [[text('device.percent'), figures.amount(percent, '%', 0)]],
});

export default function RemoteControllerPage(): ReactNode {
  return <ListView room={controllers} />;
}
