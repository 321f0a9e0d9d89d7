import type { DroneRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useLink } from '../../platform/live.ts';
import { useTelemetry } from '../../platform/telemetry.ts';
import { useText } from '../../platform/text.tsx';

/**
 * Whether an aircraft is in reach of what it flies with. That is told when it changes: a page whose link is down shows what
 * was read last.
 */
export function Reach({ drone }: { drone: DroneRecord }): ReactNode {
  const text = useText();
  const hears = useLink(({ state }) => state === 'up');
  const latest = useTelemetry('droneOnline', drone.oid);
  const online = latest && hears ? latest.data.online : drone.online;
  return (
    <StateSymbol
      state={online ? 'live' : 'offline'}
      word={text(online ? 'device.online' : 'device.offline')}
    />
  );
}
