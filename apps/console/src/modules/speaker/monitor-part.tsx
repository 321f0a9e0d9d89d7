import type { ReactNode } from 'react';
import type { DockPart, DockScene } from '../../platform/monitor-part.tsx';
import { SpeakerPanel } from './speaker-panel.tsx';

function Speaker({ dock, live, orders }: DockScene): ReactNode {
  return (
    <SpeakerPanel dock={dock} job={live.presence?.speakerJob ?? null} why={orders.whyFreely('speakerPlay')} />
  );
}

export const dockParts: readonly DockPart[] = [
  { id: 'speaker.sounds', place: 'side', rank: 70, links: ['dock'], Show: Speaker },
];
