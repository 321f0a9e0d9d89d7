import { linkLevel, type DockRecord, type DockStatus } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useFigures, type Figures } from '../../platform/figures.ts';
import { useDockNow } from './dock-live.ts';
import './dock.css';

export interface DockFigureProps {
  dock: DockRecord;
  show: (status: DockStatus | null, figures: Figures) => string;
}

/** One figure of what a dock says of itself, in a list; one that is old looks so, and none is no zero. */
export function DockFigure({ dock, show }: DockFigureProps): ReactNode {
  const figures = useFigures();
  const { status, ageMs } = useDockNow(dock);
  const level = linkLevel(ageMs);
  const old = status !== null && level !== 'live' && level !== 'ageing';
  return (
    <bdi dir="ltr" className={old ? 'dock-old' : undefined} title={old ? figures.age(ageMs) : undefined}>
      {show(status, figures)}
    </bdi>
  );
}
