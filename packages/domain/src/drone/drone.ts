/**
 * Aircraft modes by DJI mode code 0 to 21, in order. The first fourteen are the spec's words; the rest
 * are shown under their own labels.
 */
export const droneModes = [
  'standby',
  'takeoffPrepare',
  'takeoffReady',
  'manualFlight',
  'autoTakeoff',
  'routeFlight',
  'panoramicPhoto',
  'smartFollow',
  'adsbAvoidance',
  'autoReturn',
  'autoLanding',
  'forcedLanding',
  'threeBladeLanding',
  'upgrading',
  'notConnected',
  'apas',
  'virtualStick',
  'liveFlight',
  'rtkConverging',
  'siteSurvey',
  'poiOrbit',
  'approachRoute',
] as const;
export type DroneMode = (typeof droneModes)[number];

const onGround: ReadonlySet<DroneMode> = new Set([
  'standby',
  'takeoffPrepare',
  'takeoffReady',
  'upgrading',
  'notConnected',
]);

/** In flight = aircraft online and not in a ground mode. An unknown mode counts as in flight: deny while unsure. */
export const isAirborne = (online: boolean, mode: DroneMode | 'unknown' | null): boolean =>
  online && mode !== null && (mode === 'unknown' || !onGround.has(mode));
