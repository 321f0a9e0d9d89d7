/** One thing the aircraft or its camera does. */
export interface WpmlAction {
  /** takePhoto, hover, rotateYaw, gimbalRotate … as the file names it. */
  readonly func: string;
  readonly params: Readonly<Record<string, string>>;
  /** reachPoint, betweenAdjacentPoints, multipleTiming, multipleDistance. */
  readonly trigger: string;
  /** Seconds or metres of an interval trigger. */
  readonly triggerParam: number | null;
  /** Index of the last waypoint the action's group covers; the first is the waypoint that carries it. */
  readonly groupEnd: number;
}

export interface WpmlWaypoint {
  readonly index: number;
  /** Degrees, WGS-84. */
  readonly lng: number;
  readonly lat: number;
  /** Metres above the plane `executeHeightMode` names. */
  readonly height: number;
  /** m/s from this point on. */
  readonly speed: number;
  readonly headingMode: string;
  /** −180…180 */
  readonly headingAngle: number | null;
  /** Towards where it heads in `towardPOI`; the height as the file writes it, which many leave at 0. */
  readonly interest: { readonly lng: number; readonly lat: number; readonly height: number } | null;
  readonly turnMode: string;
  /** Metres before the point at which a passing turn starts. */
  readonly damping: number;
  readonly useStraightLine: boolean;
  /** Degrees, −90 is straight down. */
  readonly gimbalPitch: number | null;
  readonly actions: readonly WpmlAction[];
}

export interface WpmlPayload {
  readonly enumValue: number;
  readonly subEnumValue: number | null;
  readonly position: number;
}

/** What a file says of one of its lines beside its waypoints. */
export interface WpmlLineHead {
  /** `waylineId`, by which the aircraft reports where it is. */
  readonly id: number;
  /** Done before the first waypoint of the line. */
  readonly startActions: readonly WpmlAction[];
}

/**
 * A waypoint route as its file says it, checked for being readable and finite, not for being wise: that is
 * what `lintRoute` is for. Words the format knows are kept as written, also those this package does not know.
 */
export interface WpmlRoute {
  /** 1.0.2, 1.0.6 …; empty when the file does not say. */
  readonly namespaceVersion: string;
  readonly droneEnumValue: number | null;
  readonly droneSubEnumValue: number | null;
  readonly payloads: readonly WpmlPayload[];
  readonly flyToWaylineMode: string | null;
  readonly finishAction: string | null;
  readonly exitOnRCLost: string | null;
  readonly executeRCLostAction: string | null;
  /** Metres above the take-off point. */
  readonly takeOffSecurityHeight: number | null;
  /** m/s */
  readonly globalTransitionalSpeed: number | null;
  /** Where the planner took it to start from; metres above the ellipsoid. */
  readonly takeOff: { readonly lng: number; readonly lat: number; readonly height: number } | null;
  /** Metres above the take-off point. */
  readonly globalRTHHeight: number | null;
  /** WGS84, relativeToStartPoint, realTimeFollowSurface; of a template alone also EGM96 and aboveGroundLevel. */
  readonly executeHeightMode: string | null;
  /** The template's EGM96, relativeToStartPoint, aboveGroundLevel, realTimeFollowSurface. */
  readonly heightMode: string | null;
  /** m/s */
  readonly autoFlightSpeed: number | null;
  /** Metres and seconds the planner wrote. */
  readonly declaredDistance: number | null;
  readonly declaredDuration: number | null;
  readonly waypoints: readonly WpmlWaypoint[];
  /** Done before the first waypoint. */
  readonly startActions: readonly WpmlAction[];
  /** Lines in the file. */
  readonly waylineCount: number;
  /** Lines that are flown after `waypoints`, in the order of the file; none where one of them cannot be read with the others. */
  readonly moreLines: readonly (readonly WpmlWaypoint[])[];
  /** Of `waypoints` and each of `moreLines`. */
  readonly lineHeads: readonly WpmlLineHead[];
  /** The template's manual, or usePointSetting. */
  readonly gimbalPitchMode: string | null;
  readonly templateType: string | null;
  /** Which of the two files the waypoints come from: the one the aircraft flies, or the plan alone. */
  readonly source: 'template' | 'executable';
}

export type WarningCode =
  | 'missingFile'
  | 'executableOnly'
  | 'consumerFile'
  | 'extraEntry'
  | 'templateDiffers'
  | 'waylineCount'
  | 'pointCount'
  | 'lostSignal'
  | 'finishAction'
  | 'pointSpeed'
  | 'transitSpeed'
  | 'transitSpeedInvalid'
  | 'damping'
  | 'turnMode'
  | 'headingMode'
  | 'headingAngle'
  | 'position'
  | 'height'
  | 'takeOffHeight'
  | 'returnHeight'
  | 'index'
  | 'actionType'
  | 'focusType'
  | 'focusRegion'
  | 'focusPoint'
  | 'gimbalRange'
  | 'triggerType'
  | 'timeInterval'
  | 'distanceInterval'
  | 'executeHeightMode'
  | 'flyToMode'
  | 'droneUnknown'
  | 'droneUnlisted'
  | 'payloadUnknown';

/** Something a person should know before trusting the route. */
export interface WpmlWarning {
  readonly code: WarningCode;
  /** True: the route must not be sent to a dock like this. */
  readonly blocking: boolean;
  /** How many places of the route it concerns; 1 for the route as a whole. */
  readonly count: number;
  /** Indexes of the first waypoints concerned among those of all lines, at most ten; empty for the route as a whole. */
  readonly waypoints: readonly number[];
  /** The value found first and the range or word allowed, for the message. */
  readonly values: Readonly<Record<string, string | number>>;
}
