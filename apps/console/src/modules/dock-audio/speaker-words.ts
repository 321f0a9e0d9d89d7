import type { PhraseId } from '@eyrie/phrases';

const states: ReadonlyMap<number | null, PhraseId> = new Map([
  [0, 'dockAudio.state.idle'],
  [1, 'dockAudio.state.sending'],
  [2, 'dockAudio.state.playing'],
  [3, 'dockAudio.state.error'],
  [4, 'dockAudio.state.encoding'],
  [99, 'dockAudio.state.downloading'],
]);

/** What a loudspeaker is at, as the dock numbers it. */
export const stateText = (state: number | null): PhraseId => states.get(state) ?? 'dockAudio.state.unknown';
