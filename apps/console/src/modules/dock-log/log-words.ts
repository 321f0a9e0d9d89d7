import type { DockLogRecord, LogState } from '@eyrie/domain';
import type { DeviceState } from '@eyrie/ui';
import type { Figures } from '../../platform/figures.ts';
import type { useText } from '../../platform/text.tsx';

type TextOf = ReturnType<typeof useText>;

export const stateStyle: Readonly<Record<LogState, DeviceState>> = {
  notUploaded: 'attention',
  uploading: 'working',
  uploaded: 'live',
  cancelled: 'offline',
  failed: 'alarm',
};

export const sizeText = (bytes: number | null, figures: Figures, text: TextOf): string => {
  if (bytes === null) return figures.amount(null);
  return bytes < 1e6
    ? figures.amount(Math.max(1, Math.round(bytes / 1e3)), text('unit.kilobyte'), 0)
    : figures.amount(bytes / 1e6, text('unit.megabyte'), 1);
};

export const spanText = (
  { startTime, endTime }: Pick<DockLogRecord, 'startTime' | 'endTime'>,
  figures: Figures,
  text: TextOf,
): string =>
  startTime === null && endTime === null
    ? text('dockLog.noTime')
    : text('dockLog.span', { from: figures.time(startTime), to: figures.time(endTime) });
