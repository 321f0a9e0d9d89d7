/*
 * The planner: nothing but functions of values, for pages, workers and the server alike.
 *
 * An edit makes a plan of a plan (`addPoint`, `setSettings` …), and a history keeps what was done (`record`, `undo`).
 * `resolvePlan` decides everything that a plan leaves open; `flightPath` adds the ways out and home; figures, profile, checks,
 * playback and coverage are computed of both. `planAll` does it at once, over heights that a page fetched by `groundGridFor`.
 */
export { freshPlan } from './fresh-plan.ts';
export type {
  Ground,
  PhotoFigures,
  PlanFault,
  ResolvedLine,
  ResolvedPoint,
  ResolvedRoute,
} from './resolved.ts';
export { resolvePlan } from './resolve/resolve-plan.ts';
export * from './edit/index.ts';
export {
  overlapMost,
  overlapShares,
  planCoverage,
  type OverlapShares,
  type PlanCoverage,
} from './coverage.ts';
export { routeCoverage } from './route-coverage.ts';
export { photoSight, type PhotoSight } from './photo/photo-sight.ts';
export type { FlightPhase, PathLeg, SeaPlace } from './flight-path.ts';
export type { FlightPart, FlightStretch } from './flights.ts';
export { planFigures, type PlanClearance, type PlanFigures, type PlanTime } from './figures.ts';
export type { ProfileRegion } from './profile-regions.ts';
export type { PlanProfile, ProfilePoint, ProfileSample } from './profile.ts';
export {
  groundGridFor,
  groundOfGrid,
  nodePlace,
  standingOnSea,
  type GridFrame,
  type GroundGrid,
  type Standing,
} from './ground-grid.ts';
export { obstacleBoxes } from './obstacle-boxes.ts';
export * from './check/index.ts';
export { modelOf } from './model.ts';
export { cameraLimits, modelLimits } from './model-limits.ts';
export { gateRegion, planAll, type PlanAnswer, type PlanQuestion } from './plan-all.ts';
export { kmzOfRoute } from './file/kmz-of-route.ts';
export type { FileFacts } from './file/file-plan.ts';
export { planOfFile } from './file/plan-of-file.ts';
export { planChanges } from './file/plan-changes.ts';
export { photoHeadBytes } from './photo/jpeg-segments.ts';
export { readSphere, wholeSphere, type Sphere } from './photo/sphere.ts';
export { mergedView, readPhotoView, type PhotoView } from './photo/photo-view.ts';
export { groundPlace, sightRange, type GroundPlace, type KnownGround } from './photo/ground-place.ts';
export { heightFor, viewOfFacts } from './photo/view-of-facts.ts';
export { photoFactsOf, readPhotoSaid, type PhotoSaid } from './photo/photo-facts.ts';
export {
  heightModesOf,
  missingParts,
  seenViewOf,
  textOfView,
  viewOfText,
  viewParts,
  type ViewPart,
} from './photo/view-text.ts';
export { planOfView, type SeenView } from './plan-of-view.ts';
export { taughtRoute, type TaughtOptions, type TrackPhoto, type TrackSample } from './taught-route.ts';
export { photoAt, planPlayback, type PlanPlayback, type PlayedPhoto, type PlayMoment } from './playback.ts';
export { mappingCameraOf } from './resolve/mapping-camera.ts';
export { firstPlace, planMovedTo, templateOf } from './plan-template.ts';
export { lineOf, pointLines } from './point-lines.ts';
export { returnGround, type ReturnGround } from './return-ground.ts';
export { splitPlan } from './split-plan.ts';
export { aircraft, cameraOf, chooseAircraft, chooseCamera, payloadsFor, setAircraft } from './aircraft.ts';
export {
  flyToClearance,
  flyToFigures,
  flyToGround,
  flyToLegs,
  takeOffClearance,
  type FlyToFigures,
  type FlyToWay,
  type KnownPlace,
} from './fly-to.ts';
export { orbitClearance, orbitFarthest, orbitFigures, orbitLegs, orbitRing, type OrbitWay } from './orbit.ts';
