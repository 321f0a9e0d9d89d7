import type { PhraseId } from '@eyrie/phrases';

const states: ReadonlyMap<number | null, PhraseId> = new Map([
  [0, 'speaker.state.idle'],
  [1, 'speaker.state.sending'],
  [2, 'speaker.state.playing'],
  [3, 'speaker.state.error'],
  [4, 'speaker.state.encoding'],
  [99, 'speaker.state.downloading'],
]);

/** What a loudspeaker is at, as the dock numbers it. */
export const stateText = (state: number | null): PhraseId => states.get(state) ?? 'speaker.state.unknown';
