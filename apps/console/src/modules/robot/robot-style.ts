import { linkLevel, type OpenMode, type RobotStatus } from '@eyrie/domain';
import type { DeviceState } from '@eyrie/ui';

const looks: Readonly<Record<OpenMode, DeviceState>> = {
  idle: 'live',
  charging: 'live',
  working: 'working',
  returning: 'working',
  paused: 'attention',
  service: 'attention',
  fault: 'alarm',
};

/** How a robot is drawn; what is old never looks like now. @param ageMs null: it was never heard */
export const robotLook = (
  { online, mode, fault }: Pick<RobotStatus, 'online' | 'mode' | 'fault'>,
  ageMs: number | null,
): DeviceState => {
  const level = linkLevel(ageMs);
  if (!online || level === 'lastKnown') return 'offline';
  if (fault || mode === 'fault' || level === 'lost') return 'alarm';
  if (level === 'stale') return 'attention';
  return mode === null ? 'offline' : looks[mode];
};
