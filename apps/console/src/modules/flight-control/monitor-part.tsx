import type { ReactNode } from 'react';
import { isOld } from '../../platform/aged.ts';
import type { DockPart, DockScene } from '../../platform/monitor-part.tsx';
import { PayloadPanel } from './payload-panel.tsx';
import { PsdkPanel } from './psdk-panel.tsx';
import { StealthPanel } from './stealth-panel.tsx';

function Payload({ live, payload }: DockScene): ReactNode {
  if (payload === null) return null;
  return (
    <PayloadPanel
      drone={live.drone.data}
      old={isOld(live.drone.level)}
      control={payload.control}
      why={payload.why}
      onOrder={payload.order}
      panorama={live.presence?.panorama ?? null}
    />
  );
}

function Devices({ dock, live, payload }: DockScene): ReactNode {
  if (payload === null) return null;
  return (
    <PsdkPanel
      dockOID={dock.oid}
      drone={live.drone.data}
      old={isOld(live.drone.level)}
      why={payload.whyDevice}
      onOrder={payload.orderDevice}
    />
  );
}

function Lights({ dock, live, orders }: DockScene): ReactNode {
  return (
    <StealthPanel
      model={dock.model ?? ''}
      drone={live.drone.data}
      old={isOld(live.drone.level)}
      why={orders.why}
      onOrder={orders.order}
    />
  );
}

export const dockParts: readonly DockPart[] = [
  { id: 'flightControl.payload', place: 'side', rank: 60, links: ['dock'], Show: Payload },
  { id: 'flightControl.devices', place: 'side', rank: 65, links: ['dock'], Show: Devices },
  { id: 'flightControl.lights', place: 'side', rank: 67, links: ['dock'], Show: Lights },
];
