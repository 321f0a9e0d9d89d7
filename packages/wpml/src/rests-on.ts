import type { WarningCode } from './route.ts';

/**
 * The sentence of the format on which a rule rests that forbids to fly a file, whoever wrote it: the element, and what the
 * published description of the format (WPML) says of it. A rule that stands in none of them is advice on a file from elsewhere.
 */
export const restsOn = {
  missingFile: 'wpmz/waylines.wpml: the file that the aircraft executes',
  waylineCount: 'Folder, wpml:waylineId: the only ID of a wayline, from 0, in one executeHeightMode',
  pointCount: 'Placemark: a wayline has 2 to 65 535 waypoints',
  index: 'wpml:index: from 0, unique and increasing by 1; actionGroupStartIndex ≤ actionGroupEndIndex',
  lostSignal:
    'wpml:exitOnRCLost: goContinue | executeLostAction; then executeRCLostAction: goBack | landing | hover',
  finishAction: 'wpml:finishAction: goHome | noAction | autoLand | gotoFirstWaypoint',
  flyToMode: 'wpml:flyToWaylineMode: safely | pointToPoint',
  transitSpeed: 'wpml:globalTransitionalSpeed: [1, 15] m/s',
  transitSpeedInvalid: 'wpml:globalTransitionalSpeed: [1, 15] m/s',
  pointSpeed: 'wpml:waypointSpeed: [1, 15] m/s',
  takeOffHeight: 'wpml:takeOffSecurityHeight: [8, 1500] m from a dock, [1.2, 1500] m with a controller',
  returnHeight: 'wpml:globalRTHHeight: [2, 1500] m',
  executeHeightMode: 'wpml:executeHeightMode: WGS84 | relativeToStartPoint | realTimeFollowSurface',
  height: 'wpml:executeHeight: required, m above the plane of executeHeightMode',
  position: 'Point/coordinates: longitude, latitude of the waypoint',
  damping:
    'wpml:waypointTurnDampingDist: > 0, required for coordinateTurn and for passing with useStraightLine; two together shorter than the leg between them',
  headingMode: 'wpml:waypointHeadingMode: required',
  turnMode: 'wpml:waypointTurnMode: required',
  actionType: 'wpml:actionActuatorFunc: required',
  triggerType: 'wpml:actionTriggerType: required',
} as const satisfies Partial<Readonly<Record<WarningCode, string>>>;

/** Rules of which only a missing word stops a file: words of newer planners are known to the aircraft they wrote them for. */
const words: ReadonlySet<string> = new Set(['headingMode', 'turnMode', 'actionType', 'triggerType']);

/** Whether a finding stops a file that came from elsewhere: it is broken, or the aircraft surely refuses it. */
export const stopsImported = (
  code: WarningCode,
  { found }: Readonly<Record<string, string | number>>,
): boolean => Object.hasOwn(restsOn, code) && (!words.has(code) || found === '');
