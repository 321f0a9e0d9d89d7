import type { DroneRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useLink } from '../../platform/live.ts';
import { useTelemetry } from '../../platform/telemetry.ts';
import { useText } from '../../platform/text.tsx';
import { inReach } from './in-reach.ts';

/** Whether an aircraft is in reach of what it flies with, as it changes. */
export function Reach({ drone }: { drone: DroneRecord }): ReactNode {
  const text = useText();
  const link = useLink();
  const online = inReach(drone.online, useTelemetry('droneOnline', drone.oid), link);
  return (
    <StateSymbol
      state={online ? 'live' : 'offline'}
      word={text(online ? 'device.online' : 'device.offline')}
    />
  );
}
