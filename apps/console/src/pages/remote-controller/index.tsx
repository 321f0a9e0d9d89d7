import { remoteControllerCalls, type RemoteControllerRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { deviceList, firmwareColumn } from '../../modules/device/index.ts';
import { ControllerLive } from '../../modules/remote-controller/index.ts';
import { ListView, type RecordAction } from '../../platform/list/index.ts';

const controllers = deviceList<RemoteControllerRecord>({
  word: 'remoteController',
  page: 'permission./DaJiHandle',
  icon: 'window',
  calls: remoteControllerCalls,
  columns: ({ text, figures }) => [
    firmwareColumn({ text }),
    {
      title: text('device.percent'),
      width: 110,
      align: 'end',
      render: (_, { percent }) => figures.amount(percent, '%', 0),
    },
  ],
  reported: ({ percent }, { text, figures }) => [[text('device.percent'), figures.amount(percent, '%', 0)]],
  more: ({ oid }) => <ControllerLive oid={oid} />,
});

/** Its monitor stands in a window of its own, like that of a dock. */
const monitor: RecordAction<RemoteControllerRecord> = {
  icon: 'window',
  label: 'remoteController.monitor',
  right: '/handShankMonitorSee',
  fits: ({ standing }) => standing !== 'retired',
  run: ({ oid }) => window.open(`#/handShankMonitorSee?oid=${encodeURIComponent(oid)}`, '_blank', 'noopener'),
};

export default function RemoteControllerPage(): ReactNode {
  return <ListView room={{ ...controllers, actions: [monitor, ...controllers.actions] }} />;
}
