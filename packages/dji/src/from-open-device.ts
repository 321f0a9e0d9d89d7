import type { OpenDeviceKind, OpenMode, OpenState } from '@eyrie/domain';
import type { Snapshot } from './snapshot.ts';

/** Number of the work state that a mode amounts to; of a fault nothing is known but the fault. */
const dockModes: Readonly<Partial<Record<OpenMode, number>>> = {
  idle: 0,
  charging: 0,
  working: 4,
  returning: 4,
  paused: 4,
  service: 1,
};
const covers = ['closed', 'open', 'halfOpen', 'abnormal'];
const rainfalls = ['none', 'light', 'moderate', 'heavy'];

/** A number of no mode: it is in the air, and nobody said how. */
const flying = -1;

type Values = Readonly<Record<string, unknown>>;

/** What is known of a device that says everything with each message: what is missing is not known any more. */
const whole = (values: Values, at: number): Snapshot => {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return {
    values: Object.fromEntries(known),
    at: Object.fromEntries(known.map(([key]) => [key, at])),
    osdAt: at,
    dropped: 0,
  };
};

const placeValues = (place: OpenState['place']): Values => ({
  longitude: place?.lng,
  latitude: place?.lat,
  height: place?.height,
});

const dockValues = ({ mode, runningTime, dock }: OpenState): Values => ({
  mode_code: dockModes[mode],
  acc_time: runningTime,
  ...(dock
    ? {
        cover_state: covers.indexOf(dock.cover),
        drone_in_dock: Number(dock.aircraftInside),
        wind_speed: dock.wind,
        rainfall: dock.rainfall && rainfalls.indexOf(dock.rainfall),
        environment_temperature: dock.temperature,
      }
    : {}),
});

/**
 * What a device of the open contract says, in the properties by which docks are known here; the state as it was said
 * stands beside them. @param at receipt on the monotonic clock
 */
export const openDeviceSnapshot = (kind: OpenDeviceKind, state: OpenState, at: number): Snapshot =>
  whole(
    {
      ...placeValues(state.place),
      heading: state.heading,
      ...(kind === 'dock' ? dockValues(state) : {}),
      open_state: state,
    },
    at,
  );

/** The same of the aircraft of a dock; null: it is off or out of reach. */
export const openAircraftSnapshot = ({ aircraft, mode }: OpenState, at: number): Snapshot | null =>
  aircraft
    ? whole(
        {
          ...placeValues(aircraft.place),
          mode_code: aircraft.airborne ? (mode === 'returning' ? 9 : flying) : 0,
          elevation: aircraft.elevation,
          attitude_head: aircraft.heading,
          horizontal_speed: aircraft.speed,
          battery: aircraft.percent === undefined ? undefined : { capacity_percent: aircraft.percent },
        },
        at,
      )
    : null;
