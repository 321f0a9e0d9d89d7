import type { DockPart } from '../../platform/monitor-part.tsx';
import { DockReported } from './dock-reported.tsx';

export const dockParts: readonly DockPart[] = [
  { id: 'dock.reported', place: 'side', rank: 50, links: ['dock'], Show: DockReported },
];
