import type { DockPresence, DroneTelemetry, LinkLevel } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { DeviceState } from '@eyrie/ui';
import { phaseStyle } from '../../platform/phase-style.ts';

export interface ShownState {
  state: DeviceState;
  id: PhraseId;
}

/** How a dock is shown by its newest presence and how old that is. Old news is never shown as good news. */
export const dockState = (
  presence: (Pick<DockPresence, 'online' | 'workState'> & Partial<Pick<DockPresence, 'job'>>) | null,
  drone: Pick<DroneTelemetry, 'online' | 'airborne'> | null,
  level: LinkLevel,
): ShownState => {
  if (!presence || !presence.online) return { state: 'offline', id: 'state.offline' };
  if (level === 'lost' || level === 'lastKnown') return { state: 'alarm', id: 'state.lost' };
  if (level === 'stale') return { state: 'attention', id: 'state.stale' };
  if (presence.job) {
    const { state, wordId } = phaseStyle(presence.job.phase);
    return { state, id: wordId };
  }
  if (drone?.online && drone.airborne) return { state: 'working', id: 'state.flying' };
  if (presence.workState === 'working') return { state: 'working', id: 'state.working' };
  return { state: 'live', id: 'state.live' };
};
