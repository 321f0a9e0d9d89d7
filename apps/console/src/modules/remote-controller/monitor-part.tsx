import type { ReactNode } from 'react';
import type { ControllerPart, ControllerScene } from '../../platform/monitor-part.tsx';
import { useText } from '../../platform/text.tsx';
import { ConsentPanel } from './consent-panel.tsx';
import { ControllerFigures } from './controller-figures.tsx';

function Asked({ consent }: ControllerScene): ReactNode {
  return <ConsentPanel {...consent} />;
}

function Figures({ state }: ControllerScene): ReactNode {
  const text = useText();
  return (
    <section className="monitor-panel" aria-label={text('remoteController.figures')}>
      <h2>{text('remoteController.figures')}</h2>
      <ControllerFigures state={state} />
    </section>
  );
}

export const controllerParts: readonly ControllerPart[] = [
  { id: 'remoteController.consent', place: 'side', rank: 10, links: ['controller'], Show: Asked },
  { id: 'remoteController.figures', place: 'side', rank: 20, links: ['controller'], Show: Figures },
];
