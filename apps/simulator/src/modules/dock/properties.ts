import type { Drone } from '../drone/index.ts';
import type { DockState } from './dock.state.ts';

const ofDock = new Set(['silent_mode', 'user_experience_improvement', 'air_transfer_enable']);
const failed = { result: 1 };
/** A payload is a property of the name that devices have for it. */
const payload = /^\d+-\d+-\d+$/;
const done = { result: 0 };

/** Of its camera, a thermal lens takes the numbers that it has. */
const setThermal = (value: unknown, { powered, camera: { thermal } }: Drone): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).map(([field, asked]) => {
      const takes = powered && Object.hasOwn(thermal, field) && typeof asked === 'number';
      if (takes) thermal[field] = asked;
      return [field, takes ? done : failed];
    }),
  );

/**
 * `property/set`: answers in the shape of the question, member by member. What belongs to the aircraft
 * can only be set while it is on.
 */
export function setProperties(data: unknown, dock: DockState, drone: Drone): Record<string, unknown> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return {};
  const answers: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(data)) {
    if (payload.test(key)) {
      answers[key] = setThermal(value, drone);
      continue;
    }
    const settings = ofDock.has(key) ? dock.settings : drone.settings;
    const allowed = ofDock.has(key) || drone.powered;
    if (typeof value === 'object' && value !== null) {
      if (allowed) Object.assign(settings, value);
      answers[key] = Object.fromEntries(Object.keys(value).map((field) => [field, allowed ? done : failed]));
    } else {
      if (allowed) settings[key] = value;
      answers[key] = allowed ? done : failed;
    }
  }
  return answers;
}
