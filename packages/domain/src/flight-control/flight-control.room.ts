import type { RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/flightControl': { group: 'fly', hidden: true } } as const satisfies RoomPages;

export const limits = {
  flightControl: {
    /** Metres above take-off of a point that an aircraft is sent to. */
    heightMin: 2,
    heightMax: 1_500,
    /** Metres above the ellipsoid that the aircraft takes for a point. */
    ellipsoidMin: 2,
    ellipsoidMax: 10_000,
    /** m/s, whole. The documents allow 0 as well, with which no point is ever reached. */
    speedMin: 1,
    speedMax: 15,
    /** An aircraft below this rises to it before it goes sideways, metres above take-off. */
    leastTransit: 20,
    /** Metres of air below the way, at least. */
    clearance: 5,
    /** Metres from the point within which an aircraft that stands still has arrived. */
    arrivedWithin: 5,
    /** Progress comes every two seconds: a way of which nothing came for so long is under way no more. */
    underWayFor: 10_000,
    /** A flight to a point is watched for so long: a full battery. */
    watchFor: 3_600_000,
  },
};

export const refusals = {
  droneMustFly: 409,
  returnRuns: 409,
  routeRuns: 409,
  notFlyingTo: 409,
  pointHeight: 409,
  pointFar: 409,
  pointBattery: 409,
  pointHigh: 409,
  pointGround: 409,
  pointRegion: 409,
  pointUnchecked: 409,
  recordingRuns: 409,
  notRecording: 409,
  photoRuns: 409,
  noPhotoRuns: 409,
  cameraMode: 409,
  cameraMissing: 409,
  lensMissing: 409,
  paletteMissing: 409,
  isothermRange: 409,
  isothermOrder: 409,
  focusRange: 409,
  orbitRuns: 409,
  notOrbiting: 409,
  orbitRadius: 409,
  cameraLacks: 409,
  nightModeOff: 409,
  nightZoom: 409,
  psdkMissing: 409,
  searchlightMissing: 409,
  widgetMissing: 409,
  widgetTextLong: 409,
} as const satisfies RoomRefusals;
