import { distance } from '@eyrie/geometry';
import type { OpenState } from './open-device.ts';

/** Slower than this is drift of a position, m/s, and nearer than this the same place, m. */
const still = { speed: 0.3, metres: 3 } as const;

/** The sign by which a state shows that the device moves now; null when it rests. */
export function motionIn(state: OpenState): string | null {
  if (state.mode === 'working' || state.mode === 'returning') return `its mode is ${state.mode}`;
  if ((state.speed ?? 0) > still.speed) return `its speed is ${state.speed} m/s`;
  if (state.aircraft?.airborne && (state.aircraft.speed ?? 0) > still.speed) return 'its aircraft flies';
  return null;
}

/** The sign by which states show that something was carried out since `before`; null when nothing was. */
export function workSince(before: OpenState | undefined, states: readonly OpenState[]): string | null {
  for (const state of states) {
    const motion = motionIn(state);
    if (motion !== null) return motion;
    if (!before) continue;
    if (before.place && state.place && distance(before.place, state.place) > still.metres)
      return 'it is at another place';
    if (before.dock && state.dock && before.dock.cover !== state.dock.cover)
      return `its cover is ${state.dock.cover}`;
    if (state.aircraft?.airborne && before.aircraft?.airborne === false) return 'its aircraft is in the air';
  }
  return null;
}
