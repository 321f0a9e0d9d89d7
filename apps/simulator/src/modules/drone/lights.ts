import type { Drone } from './drone.ts';

const malformed = 514_171;

/** Takes an order to the lights; the code of a refusal, 0: done, null: it is none of theirs. */
export const setLights = (drone: Pick<Drone, 'stealth'>, method: string, data: unknown): number | null => {
  if (method !== 'drc_stealth_state_set') return null;
  const { stealth_state: state } = (data ?? {}) as { stealth_state?: unknown };
  if (state !== 0 && state !== 1 && typeof state !== 'boolean') return malformed;
  drone.stealth = state === 1 || state === true;
  return 0;
};

/** What an aircraft says of itself on the link of sticks beside its place. */
export const droneState = ({ stealth, mode, settings }: Drone) => ({
  stealth_state: stealth ? 1 : 0,
  night_lights_state: settings.night_lights_state,
  mode_code: mode,
});
