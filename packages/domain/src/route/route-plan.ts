import { z } from 'zod';
import { limits } from '../limits.ts';
import { latitude, longitude, optionalText, text } from '../shape.ts';
import { finishActions, routeTypes } from './route.ts';

/** What the heights of a plan are above: take-off, the sea (EGM96), or the WGS-84 ellipsoid. */
export const planHeightModes = ['relative', 'altitude', 'ellipsoid'] as const;
export type PlanHeightMode = (typeof planHeightModes)[number];
/** Words of the route format for how the aircraft heads between points. */
export const headingModes = ['followWayline', 'manually', 'fixed', 'smoothTransition', 'towardPOI'] as const;
/** Words of the route format for how the aircraft turns at a point. */
export const turnModes = [
  'coordinateTurn',
  'toPointAndStopWithDiscontinuityCurvature',
  'toPointAndStopWithContinuityCurvature',
  'toPointAndPassWithContinuityCurvature',
] as const;
export const planLostActions = ['continue', 'return', 'land', 'hover'] as const;
/** How a regional route lays its lines. */
export const areaPatterns = ['lines', 'corridor', 'oblique', 'facade'] as const;
export const photoModes = ['none', 'distance', 'time', 'point'] as const;
export const ringPatterns = ['rings', 'spiral'] as const;
/** Lenses by the words of the route format; `visable` is its own spelling. */
export const lensWords = ['visable', 'wide', 'zoom', 'ir', 'narrow_band'] as const;

const { plan: bound } = limits.route;

const place = z.object({ lng: longitude, lat: latitude });
/** Metres in the plan's height mode. */
const height = z.number().min(bound.heightMin).max(bound.heightMax);
/** m/s. */
const speed = z.number().min(bound.speedMin).max(bound.speedMax);
/** Degrees clockwise from north. */
const heading = z.number().min(-180).max(180);
/** Degrees, −90 is straight down. */
const pitch = z.number().min(-120).max(45);
const overlap = z.number().min(0).max(bound.overlapMax);
const lenses = z.array(z.enum(lensWords)).max(lensWords.length).optional();
/** An end of a file name; what a file name cannot hold is refused. */
const suffix = z
  .string()
  .max(bound.suffix)
  // oxlint-disable-next-line no-control-regex -- control characters are among what is refused
  .regex(/^[^\u0000-\u001f<>:"/\\|?*.]*$/)
  .refine((value) => value.isWellFormed())
  .optional();

/** One thing that the aircraft or its camera does at a point, in the order of the list. */
export const planAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('takePhoto'), suffix, lenses }),
  z.object({ type: z.literal('startRecord'), suffix, lenses }),
  z.object({ type: z.literal('stopRecord'), lenses }),
  z.object({ type: z.literal('hover'), seconds: z.number().min(0).max(bound.hoverMax) }),
  z.object({ type: z.literal('rotateYaw'), heading, clockwise: z.boolean().optional() }),
  z.object({ type: z.literal('gimbalRotate'), pitch, yaw: heading.optional() }),
  /** Focal length as times of the widest. */
  z.object({ type: z.literal('zoom'), factor: z.number().min(1).max(bound.zoomMax) }),
  /** Where in the picture, from its upper left corner, 0 to 1. */
  z.object({ type: z.literal('focus'), x: z.number().min(0).max(1), y: z.number().min(0).max(1) }),
  z.object({ type: z.literal('panoShot') }),
  /** One picture of a view that is held by heading, pitch and zoom, whatever the aircraft does. */
  z.object({
    type: z.literal('orientedShoot'),
    heading,
    pitch,
    zoom: z.number().min(1).max(bound.zoomMax),
    suffix,
    lenses,
  }),
  /** Photos from here to point `until` (id), each so many metres or seconds. */
  z.object({
    type: z.literal('interval'),
    by: z.enum(['distance', 'time']),
    every: z.number().min(bound.intervalMin).max(bound.intervalMax),
    until: text(bound.id),
    lenses,
  }),
  /** An action of an imported file that this product has no form for: kept, and written back as it came. */
  z.object({
    type: z.literal('other'),
    func: text(64),
    params: z.record(optionalText(64), optionalText(2_000)),
    /** What sets it off, where that is not the arrival at its point; it goes on to point `until` (id). */
    trigger: z
      .object({ type: text(40), param: z.number().min(0).max(1_000_000).nullable(), until: text(bound.id) })
      .optional(),
  }),
]);
export type PlanAction = z.output<typeof planAction>;

/** A point of a route. What it leaves out is that of the settings. */
export const planPoint = z.object({
  /** Never changes and never comes again within its plan: selection, findings and undo name it. */
  id: text(bound.id),
  ...place.shape,
  height,
  /** From this point on. */
  speed: speed.optional(),
  headingMode: z.enum(headingModes).optional(),
  heading: heading.optional(),
  turnMode: z.enum(turnModes).optional(),
  /** Metres before the point at which a passing turn begins. */
  damping: z.number().min(0).max(bound.dampingMax).optional(),
  straight: z.boolean().optional(),
  gimbalPitch: pitch.optional(),
  /** Towards where it heads in `towardPOI`; the plan's own place of interest when left out. */
  interest: z.object({ ...place.shape, height }).optional(),
  /** Whether findings are looked for from here on. */
  ai: z.boolean().optional(),
  /** Codes of the code table `aiType` that are looked for on photos of this point beside those of the flight, where `ai` holds. */
  aiTypes: z.array(text(limits.flightChoice.codeMax)).max(limits.flightChoice.aiTypesMost).optional(),
  actions: z.array(planAction).max(bound.actions),
  /** Where the route has several lines: each run of points of one number is a line of its file. 0 when left out. */
  line: z
    .number()
    .int()
    .min(0)
    .max(limits.route.waypoints - 1)
    .optional(),
  /** Place of this point in the imported file, counted on from line to line, by which unknown elements of it find their way back. */
  origin: z.number().int().min(0).max(65_535).optional(),
});
export type PlanPoint = z.output<typeof planPoint>;

/** A camera for arithmetic: millimetres and pixels. */
export const planCamera = z.object({
  name: optionalText(64),
  sensorW: z.number().min(1).max(100),
  sensorH: z.number().min(1).max(100),
  focalLength: z.number().min(0.5).max(1_000),
  imageW: z.number().int().min(64).max(100_000),
  imageH: z.number().int().min(64).max(100_000),
  /** Seconds that the camera needs between two photos at least. */
  minInterval: z.number().min(0.1).max(60),
});
export type PlanCamera = z.output<typeof planCamera>;

/** A device code of the route format: `0-91-1`. */
export const modelKey = z.string().regex(/^0-\d{1,6}-\d{1,6}$/);

export const planSettings = z.object({
  /** Aircraft that the file is for; null: not chosen yet. */
  drone: modelKey.nullable(),
  /** Camera by its number in the route format, and where it hangs. */
  payload: z.object({
    type: z.number().int().min(0).max(1_000_000).nullable(),
    position: z.number().int().min(0).max(7),
  }),
  camera: planCamera,
  heightMode: z.enum(planHeightModes),
  height,
  speed,
  /** m/s on the way to the first point. */
  transitSpeed: speed,
  /** Metres above take-off to which the aircraft climbs before it turns to the first point. */
  takeOffSecurityHeight: z.number().min(bound.takeOffMin).max(bound.takeOffMax),
  /** Metres above take-off at which it comes home. */
  returnHeight: z.number().min(bound.returnMin).max(bound.returnMax),
  finishAction: z.enum(finishActions),
  lostAction: z.enum(planLostActions),
  turnMode: z.enum(turnModes),
  headingMode: z.enum(headingModes),
  heading,
  gimbalPitch: pitch,
  /** The gimbal stays as the pilot left it unless a point turns it: files from elsewhere say so. */
  gimbalManual: z.boolean().optional(),
  ai: z.boolean(),
  /** What a point that is added does, until somebody changes it; none of them names another point. */
  pointActions: z.array(planAction).max(bound.actions).optional(),
  /** Where the aircraft takes off; metres above the ellipsoid, null: not known. Null: no dock is chosen. */
  takeOff: z.object({ ...place.shape, height: z.number().min(-500).max(9_000).nullable() }).nullable(),
  /** Dock from which it is planned, for reach, regions and wind; its record may be gone. */
  dockOID: z.uuid().nullable(),
  /** Metres between route and ground or buildings at least. */
  clearance: z.number().min(0).max(1_500),
  /** Metres that lines follow the ground above; null: level flight. */
  followTerrain: z.number().min(5).max(1_500).nullable(),
  /** Share of the battery that is left on landing, 0 to 1. */
  reserve: z.number().min(0.05).max(0.9),
  /** Minutes in the air at `ratedSpeed` with a full battery. */
  ratedMinutes: z.number().min(1).max(600),
  ratedSpeed: z.number().min(1).max(30),
  /** Forecast: m/s, and degrees from which it blows. */
  wind: z.object({ speed: z.number().min(0).max(40), from: z.number().min(0).max(360) }).nullable(),
  /** Of the written file: `1.0.2`, `1.0.6`. */
  wpmlVersion: z.string().regex(/^1\.0\.\d{1,2}$/),
});
export type PlanSettings = z.output<typeof planSettings>;

const ring = z.array(place).max(bound.places);
export const planPart = z.object({ outer: ring, holes: z.array(ring).max(bound.rings) });

/** A regional route: what is to be covered, and how the lines are laid. */
export const planArea = z.object({
  pattern: z.enum(areaPatterns),
  /** `lines` and `oblique`: parts with holes. */
  parts: z.array(planPart).max(bound.rings),
  /** Never flown over, also not on the way between two lines. */
  forbidden: z.array(ring).max(bound.rings),
  /** `corridor` and `facade`: the line along which it flies. */
  line: ring,
  /** Degrees; null: the one that takes the least time. */
  direction: z.number().min(bound.directionMin).max(bound.directionMax).nullable(),
  sideOverlap: overlap,
  frontOverlap: overlap,
  /** Metres around the area; negative: within it. */
  margin: z.number().min(-1_000).max(1_000),
  /** Corner at which it begins. */
  entry: z.number().int().min(0).max(3),
  /** Lines are drawn out so that photos are taken at full speed. */
  turnaround: z.boolean(),
  /** `corridor`, metres to the left and right of the line. */
  left: z.number().min(0).max(5_000),
  right: z.number().min(0).max(5_000),
  /** `oblique`, degrees of the tilted passes, with overlaps and speed of their own. */
  tilt: z.number().min(-85).max(-30),
  tiltSideOverlap: overlap,
  tiltFrontOverlap: overlap,
  tiltSpeed: speed,
  /** `facade`: metres away from the wall (positive: to the left of the line), lowest and highest flight height. */
  distance: z.number().min(-500).max(500),
  bottom: height,
  top: height,
});
export type PlanArea = z.output<typeof planArea>;

/** A point-of-interest route: one or more rings, or a spiral, around a place. */
export const planInterest = z.object({
  /** Metres in the plan's height mode; strictly below the flight height. Null: not set yet. */
  centre: z.object({ ...place.shape, height }).nullable(),
  pattern: z.enum(ringPatterns),
  radius: z.number().min(1).max(5_000),
  /** Points of a ring. */
  points: z.number().int().min(3).max(360),
  rings: z.number().int().min(1).max(50),
  /** Metres from ring to ring. */
  ringStep: z.number().min(0).max(500),
  clockwise: z.boolean(),
  /** Degrees from north at which it begins. */
  start: z.number().min(0).max(360),
});
export type PlanInterest = z.output<typeof planInterest>;

export const planPhotos = z.object({
  mode: z.enum(photoModes),
  /** Metres or seconds; null: from the front overlap. */
  interval: z.number().min(bound.intervalMin).max(bound.intervalMax).nullable(),
  lenses,
});

/** Warnings that somebody has read and let stand, by rule and where. */
export const acknowledged = z.array(optionalText(120)).max(500);

/**
 * A route as it is planned, from which its file is made. All kinds share one shape, so that an editor can turn one into another
 * without losing what was typed; a kind reads only what is its own.
 */
export const routePlan = z.object({
  format: z.literal(1),
  type: z.enum(routeTypes),
  settings: planSettings,
  /** `waypoint` and `waypointMapping`: points by hand. */
  points: z.array(planPoint).max(limits.route.waypoints),
  area: planArea,
  interest: planInterest,
  photos: planPhotos,
  acknowledged,
  /** Number of the last id that was given to a point, so that none comes again; missing: the highest one among the points. */
  counter: z.number().int().min(0).max(1_000_000_000).optional(),
});
export type RoutePlan = z.output<typeof routePlan>;

/** Kinds whose points are set by hand; those of the others follow from what they cover. */
export const pointKinds: ReadonlySet<RoutePlan['type']> = new Set(['waypoint', 'waypointMapping']);
