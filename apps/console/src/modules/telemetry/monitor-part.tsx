import type { ReactNode } from 'react';
import type { ControllerPart, ControllerScene, DockPart, DockScene } from '../../platform/monitor-part.tsx';
import { useText } from '../../platform/text.tsx';
import { DockRow } from './dock-row.tsx';
import { HealthList } from './health-list.tsx';
import { Instruments } from './instruments.tsx';

function Measured({ live }: DockScene): ReactNode {
  return <Instruments drone={live.drone} dock={live.dock} />;
}

function DockMeasured({ live }: DockScene): ReactNode {
  return <DockRow dock={live.dock} />;
}

function Health({ live }: DockScene): ReactNode {
  const text = useText();
  return (
    <section className="monitor-panel" aria-label={text('monitor.health')}>
      <h2>{text('monitor.health')}</h2>
      <HealthList dock={live.dock} />
    </section>
  );
}

function InHand({ drone }: ControllerScene): ReactNode {
  return <Instruments drone={drone} dock={null} />;
}

export const dockParts: readonly DockPart[] = [
  {
    id: 'telemetry.drone',
    place: 'instruments',
    rank: 10,
    links: ['dock', 'openDock'],
    Show: Measured,
  },
  { id: 'telemetry.dock', place: 'instruments', rank: 20, links: ['dock', 'openDock'], Show: DockMeasured },
  { id: 'telemetry.health', place: 'side', rank: 80, links: ['dock', 'openDock'], Show: Health },
];

export const controllerParts: readonly ControllerPart[] = [
  { id: 'telemetry.drone', place: 'instruments', rank: 10, links: ['controller'], Show: InHand },
];
