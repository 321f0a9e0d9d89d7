import type { RobotRecord, RobotStatus } from '@eyrie/domain';
import { linkLevel, type LinkLevel } from '@eyrie/domain';
import type { DeviceState } from '@eyrie/ui';
import { useAge, useTelemetry } from '../../platform/telemetry.ts';
import { robotLook } from './robot-style.ts';

/** A robot at this moment: by its live messages, and by the record before the first of them. */
export interface RobotNow {
  status: RobotStatus | null;
  ageMs: number | null;
  level: LinkLevel;
  online: boolean;
  mode: RobotRecord['mode'];
  percent: number | null;
  fault: string | null;
  place: { lng: number; lat: number } | null;
  look: DeviceState;
}

export const useRobotNow = (robot: RobotRecord): RobotNow => {
  const latest = useTelemetry('robotStatus', robot.oid);
  const { ageMs } = useAge(latest);
  const status = latest?.data ?? null;
  const online = status?.online ?? robot.online;
  const mode = status ? status.mode : online ? robot.mode : null;
  const fault = status ? (status.fault?.text ?? null) : online ? robot.fault : null;
  const { lng, lat } = status ?? robot;
  const seen = { online, mode, fault: fault === null ? null : { code: '', text: fault } };
  return {
    status,
    ageMs,
    online,
    mode,
    fault,
    level: linkLevel(ageMs),
    percent: status ? status.percent : online ? robot.percent : null,
    place: lng === null || lat === null ? null : { lng, lat },
    // Without a message nothing tells how old the record is.
    look: status ? robotLook(seen, ageMs) : 'offline',
  };
};
