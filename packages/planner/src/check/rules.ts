import { restsOn } from '@eyrie/wpml';

/** Errors block export and dispatch, warnings are acknowledged by name, notices are only shown. */
export type FindingLevel = 'error' | 'warning' | 'notice';

/** What the fixes do, see `fixes.ts`. */
export type FixName =
  | 'dampingByRule'
  | 'mergePoints'
  | 'limitSpeed'
  | 'limitTransit'
  | 'clampGimbal'
  | 'clampZoom'
  | 'raiseTakeOff'
  | 'limitReturn'
  | 'raiseLeg'
  | 'raiseReturn'
  | 'slowForPhotos'
  | 'orderActions'
  | 'stopRecording'
  | 'takePhotos'
  | 'intervalToEnd'
  | 'swapPlaces'
  | 'widerInterval'
  | 'knownPayload';

export interface PlanRule {
  /** Where it comes from. */
  readonly reference: string;
  readonly level: FindingLevel;
  readonly fix: FixName | null;
}

const rule = (level: FindingLevel, reference: string, fix: FixName | null = null): PlanRule => ({
  level,
  reference,
  fix,
});

const common = 'WPML common elements';
const shape = 'plan';
const limit = 'data sheet of the model';
const terrain = 'terrain';

/** Every rule by its name, for which pages have words. A rule of the file format has the name of its warning. */
export const planRules = {
  // What keeps a plan from being a route.
  outOfRange: rule('error', shape),
  notFinite: rule('error', shape),
  swapped: rule('error', shape, 'swapPlaces'),
  missing: rule('error', shape),
  idTwice: rule('error', shape),
  pointCount: rule('error', `${common} / 2 to 65 535 points`),
  notBelowFlight: rule('error', 'point of interest / strictly below the flight'),
  takeOffUnknown: rule('error', 'height modes / take-off height'),
  groundUnknown: rule('error', terrain),
  tooFewPlaces: rule('error', 'area / at least three corners'),
  tooManyPlaces: rule('error', 'area / corners'),
  selfCrossing: rule('error', 'area / edges do not cross'),
  holeOutside: rule('error', 'area / holes lie within'),
  tooSmall: rule('error', 'area / at least 1 m²'),
  tooLarge: rule('error', 'area / extent'),
  aroundPole: rule('error', 'area / poles'),
  emptyArea: rule('error', 'area / margin'),
  tooManyLines: rule('error', 'area / number of lines'),
  tooManyPhotos: rule('error', 'area / number of photos'),
  noPoint: rule('error', 'point of interest'),
  noWay: rule('error', 'area / ways around what is forbidden'),
  windTooStrong: rule('error', 'battery / wind'),
  lineTooLong: rule('error', 'battery / a line and the way home'),
  notPossible: rule('error', shape),

  // What the reader of the file refuses: the classes of DJI's own checker.
  missingFile: rule('error', 'WPML archive'),
  executableOnly: rule('warning', 'WPML archive'),
  consumerFile: rule('warning', 'WPML archive'),
  extraEntry: rule('notice', 'WPML archive'),
  templateDiffers: rule('warning', 'WPML template and waylines'),
  waylineCount: rule('error', 'WPML waylines'),
  lostSignal: rule('error', `${common} / lost signal`),
  finishAction: rule('error', `${common} / finish action`),
  pointSpeed: rule('error', `${common} / point speed`, 'limitSpeed'),
  transitSpeed: rule('error', `${common} / transit speed`, 'limitTransit'),
  transitSpeedInvalid: rule('error', `${common} / transit speed`, 'limitTransit'),
  damping: rule('error', 'damping rule', 'dampingByRule'),
  turnMode: rule('error', `${common} / turn mode`),
  headingMode: rule('error', `${common} / heading mode`),
  headingAngle: rule('error', `${common} / heading −180 to 180`),
  position: rule('warning', 'minimum spacing 0.5 m', 'mergePoints'),
  height: rule('error', `${common} / height`),
  takeOffHeight: rule('error', `${common} / safe take-off height`, 'raiseTakeOff'),
  returnHeight: rule('error', `${common} / return height`, 'limitReturn'),
  index: rule('error', `${common} / indexes`),
  actionType: rule('warning', `${common} / action type`),
  focusType: rule('error', `${common} / focus type`),
  focusRegion: rule('error', `${common} / focus region`),
  focusPoint: rule('error', `${common} / focus point`),
  gimbalRange: rule('error', 'gimbal of the model', 'clampGimbal'),
  triggerType: rule('error', `${common} / trigger`),
  timeInterval: rule('error', `${common} / time interval`),
  distanceInterval: rule('error', `${common} / distance interval`),
  executeHeightMode: rule('error', `${common} / height mode`),
  flyToMode: rule('error', `${common} / way to the line`),
  droneUnknown: rule('warning', `${common} / aircraft`),
  droneUnlisted: rule('warning', 'aircraft of the docks'),
  payloadUnknown: rule('warning', `${common} / payload`),

  // What the format lets pass and the aircraft does not do as meant.
  intervalEnd: rule('error', 'interval groups / start and end', 'intervalToEnd'),
  photoInterval: rule('error', 'photo interval / more metres than m/s', 'slowForPhotos'),
  photoTime: rule('error', 'photo interval / camera', 'widerInterval'),
  actionOrder: rule('notice', 'actions / yaw, gimbal, zoom, hover, photo', 'orderActions'),
  noPhotos: rule('warning', 'photos / none are asked for', 'takePhotos'),
  recordingOpen: rule('warning', 'actions / recording', 'stopRecording'),
  payloadModel: rule('warning', 'camera of the aircraft', 'knownPayload'),
  lensMissing: rule('warning', 'lenses of the camera'),

  // The model.
  zoomRange: rule('error', limit, 'clampZoom'),
  ceiling: rule('error', limit),
  modelSpeed: rule('error', limit, 'limitSpeed'),
  wind: rule('warning', limit),

  // Where it flies.
  collision: rule('error', `${terrain} / below the ground or a building`, 'raiseLeg'),
  clearance: rule('warning', `${terrain} / clearance`, 'raiseLeg'),
  returnClearance: rule('warning', `${terrain} / way home`, 'raiseReturn'),
  linkSight: rule('warning', `${terrain} / sight from the dock`),
  insideNoFly: rule('error', 'regions / no flight'),
  outsideKeepIn: rule('error', 'regions / stay within'),
  landsInNoLanding: rule('error', 'regions / no landing'),
  reach: rule('warning', 'reach of the dock'),
  battery: rule('error', 'battery / reserve on landing'),
  flights: rule('notice', 'battery / flights'),
  takeOffMissing: rule('notice', 'dock'),
} as const satisfies Readonly<Record<string, PlanRule>>;

export type RuleName = keyof typeof planRules;

export const isRule = (name: string): name is RuleName => Object.hasOwn(planRules, name);

/**
 * Rules of ours that no sentence of the format says: they warn on a file from elsewhere, which its planner wrote so and its
 * aircraft flies so. What is dangerous (regions, ground, height, reach) and what keeps a file from being a route blocks there too.
 */
export const adviceOnImports: ReadonlySet<string> = new Set<RuleName>([
  'intervalEnd',
  'photoInterval',
  'photoTime',
  'zoomRange',
  'modelSpeed',
]);

const sentences: Readonly<Partial<Record<string, string>>> = restsOn;

/** The sentence of the route format on which a rule rests; null: a rule of this product, or of what lies around the route. */
export const ruleRestsOn = (name: string): string | null => sentences[name] ?? null;
