import type { DockLogRecord, LogState } from '@eyrie/domain';
import type { DeviceState } from '@eyrie/ui';
import type { Figures } from '../../platform/figures.ts';
import type { TextOf } from '../../platform/text.tsx';

export const stateStyle: Readonly<Record<LogState, DeviceState>> = {
  notUploaded: 'attention',
  uploading: 'working',
  uploaded: 'live',
  cancelled: 'offline',
  failed: 'alarm',
};

export const spanText = (
  { startTime, endTime }: Pick<DockLogRecord, 'startTime' | 'endTime'>,
  figures: Figures,
  text: TextOf,
): string =>
  startTime === null && endTime === null
    ? text('dockLog.noTime')
    : text('dockLog.span', { from: figures.time(startTime), to: figures.time(endTime) });
