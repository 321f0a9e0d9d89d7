import type { ReactNode } from 'react';
import { isOld } from '../../platform/aged.ts';
import type { DockPart, DockScene } from '../../platform/monitor-part.tsx';
import { DockTools } from './dock-tools.tsx';
import { OpenPanel } from './open-panel.tsx';

function Tools({ dock, live, orders }: DockScene): ReactNode {
  return (
    <DockTools
      dock={dock}
      status={live.dock.data}
      ageMs={live.dock.ageMs}
      old={isOld(live.dock.level)}
      presence={live.presence}
      why={orders.why}
      whySet={orders.whySet}
      onOrder={orders.order}
      onSet={orders.set}
    />
  );
}

function Open({ dock, live, orders }: DockScene): ReactNode {
  return <OpenPanel dock={dock} status={live.dock} why={orders.why} onOrder={orders.order} />;
}

export const dockParts: readonly DockPart[] = [
  { id: 'dockDebug.tools', place: 'side', rank: 20, links: ['dock'], Show: Tools },
  { id: 'dockDebug.open', place: 'side', rank: 20, links: ['openDock'], Show: Open },
];
