import type { PlanArea, PlanCamera, PlanInterest, PlanSettings, RoutePlan } from '@eyrie/domain';

/** The wide camera of the Matrice 3D and Mavic 3E: sensor by pixel pitch (3.3 µm) times pixels. */
const usualCamera: PlanCamera = {
  name: 'M3D',
  sensorW: 17.424,
  sensorH: 13.055,
  focalLength: 12.29,
  imageW: 5280,
  imageH: 3956,
  minInterval: 0.7,
};

const usualSettings: PlanSettings = {
  drone: null,
  payload: { type: null, position: 0 },
  camera: usualCamera,
  heightMode: 'relative',
  height: 80,
  speed: 8,
  transitSpeed: 10,
  takeOffSecurityHeight: 30,
  returnHeight: 100,
  finishAction: 'goHome',
  lostAction: 'return',
  turnMode: 'toPointAndStopWithDiscontinuityCurvature',
  headingMode: 'followWayline',
  heading: 0,
  gimbalPitch: -45,
  ai: false,
  takeOff: null,
  dockOID: null,
  clearance: 20,
  followTerrain: null,
  reserve: 0.25,
  ratedMinutes: 34,
  ratedSpeed: 6,
  wind: null,
  wpmlVersion: '1.0.2',
};

const usualArea: PlanArea = {
  pattern: 'lines',
  parts: [],
  forbidden: [],
  line: [],
  direction: null,
  sideOverlap: 70,
  frontOverlap: 80,
  margin: 0,
  entry: 0,
  turnaround: true,
  left: 50,
  right: 50,
  tilt: -45,
  tiltSideOverlap: 60,
  tiltFrontOverlap: 70,
  tiltSpeed: 8,
  distance: 15,
  bottom: 10,
  top: 40,
};

const usualInterest: PlanInterest = {
  centre: null,
  pattern: 'rings',
  radius: 50,
  points: 24,
  rings: 1,
  ringStep: 10,
  clockwise: true,
  start: 0,
};

/** Laid over ground that is to be seen on photos from above: a pilot who draws an area expects them. */
const mapping = new Set<RoutePlan['type']>(['regional', 'regionalMapping', 'waypointMapping']);

/** A plan with nothing drawn yet. */
export function freshPlan(type: RoutePlan['type']): RoutePlan {
  const settings = mapping.has(type) ? { ...usualSettings, gimbalPitch: -90 } : usualSettings;
  return {
    format: 1,
    type,
    settings: type === 'poi' ? { ...settings, headingMode: 'towardPOI' } : settings,
    points: [],
    area: usualArea,
    interest: usualInterest,
    photos: { mode: mapping.has(type) ? 'distance' : 'none', interval: null },
    acknowledged: [],
  };
}
