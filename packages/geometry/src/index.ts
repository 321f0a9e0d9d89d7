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
export {
  corridorOutline,
  countPlaces,
  coverOf,
  isWithin,
  joinShares,
  openRing,
  placesOf,
  shapeBounds,
  shapeFault,
  shapeMeasures,
  sharesWithin,
  zoneOf,
  type RegionShape,
  type Share,
  type ShapeBounds,
  type ShapeFault,
  type ShapeMeasures,
  type Zone,
} from './region/index.ts';
export { spotInView, type SeenSpot } from './view-inverse.ts';
export {
  differenceNet,
  heightDifference,
  type DifferenceNet,
  type HeightDifference,
} from './height-difference.ts';
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
export {
  footprint,
  sightOnGround,
  viewAngles,
  viewCorners,
  type Footprint,
  type ViewAngles,
  type ViewCorner,
  type ViewGround,
  type ViewPoint,
} from './view.ts';
export { simplified } from './simplify.ts';
export { lensesOf, type Lenses } from './lenses.ts';
export * from './planning/index.ts';
export { boundsOfTile, latOfRow, tileAddress, tileAt, touches, unitOf, type TileId } from './tile-grid.ts';
export {
  blockBounds,
  blockMiddle,
  blockSide,
  blocksIn,
  cellOf,
  obstacleField,
  obstacleLevel,
  packBlocks,
  unpackBlocks,
  type Obstacle,
  type ObstacleBlock,
  type ObstacleField,
  type ObstacleLabel,
} from './obstacles.ts';
export { decodeHeights, heightWithin, type HeightTile } from './height-tile.ts';
export { isLatitudeFirst } from './latitude-first.ts';
export {
  deviations,
  deviationSummary,
  type Deviation,
  type DeviationSummary,
  type DeviatingPlace,
  type FlownPlace,
} from './deviation.ts';
