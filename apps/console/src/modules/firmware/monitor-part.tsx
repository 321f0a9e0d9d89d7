import type { ReactNode } from 'react';
import type { DockPart, DockScene } from '../../platform/monitor-part.tsx';
import { FirmwarePanel } from './firmware-panel.tsx';

function Firmware({ dock, live, orders }: DockScene): ReactNode {
  return (
    <FirmwarePanel
      dock={dock}
      dronePowered={live.dock.data?.dronePowered ?? null}
      why={orders.why('ota')}
      onOrder={(devices) => orders.order('ota', { devices })}
    />
  );
}

export const dockParts: readonly DockPart[] = [
  { id: 'firmware.versions', place: 'side', rank: 40, links: ['dock'], Show: Firmware },
];
