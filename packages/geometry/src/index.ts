export { ringArea } from './area.ts';
export {
  along,
  bearing,
  bounds,
  destination,
  distance,
  earthRadius,
  interpolate,
  legLength,
  legLengths,
  normaliseHeading,
  pathLength,
  wrapLongitude,
  type Bounds,
  type Place,
  type PlaceAtHeight,
} from './sphere.ts';
export { routeShare } from './route-share.ts';
export { localPlane, type LocalPlane, type PlanePoint } from './plane.ts';
export {
  djiMotion,
  flightTime,
  legTime,
  passingTurn,
  rampDistance,
  rampTime,
  type FlightTime,
  type MotionModel,
  type PassingTurn,
  type TimedPoint,
} from './flight-time.ts';
