import type { Compression } from './zip-write.ts';

export type PlannedTurn =
  | 'coordinateTurn'
  | 'toPointAndStopWithDiscontinuityCurvature'
  | 'toPointAndStopWithContinuityCurvature'
  | 'toPointAndPassWithContinuityCurvature';

export type PlannedHeading = 'followWayline' | 'manually' | 'fixed' | 'smoothTransition';

export type PlannedAction =
  | { readonly type: 'takePhoto'; readonly suffix?: string }
  | { readonly type: 'startRecord'; readonly suffix?: string }
  | { readonly type: 'stopRecord' }
  | { readonly type: 'hover'; readonly seconds: number }
  /** Any angle, clockwise from north; written as −180…180. */
  | { readonly type: 'rotateYaw'; readonly heading: number }
  | { readonly type: 'gimbalRotate'; readonly pitch: number };

export interface PlannedWaypoint {
  readonly lng: number;
  readonly lat: number;
  /** Metres in the plan's height mode. */
  readonly height: number;
  /** m/s from this point on; the plan's speed when left out. */
  readonly speed?: number;
  readonly headingMode?: PlannedHeading;
  readonly headingAngle?: number;
  readonly turnMode?: PlannedTurn;
  /** Degrees; written as the first action of the point, because that is what every model obeys. */
  readonly gimbalPitch?: number;
  readonly actions: readonly PlannedAction[];
}

/** A waypoint route to write. Speeds in m/s, heights in metres above take-off unless said otherwise. */
export interface RoutePlan {
  /** Not written into the file: the file's name is the route's name, see `routeFileName`. */
  readonly name: string;
  readonly author: string;
  readonly drone: { readonly enumValue: number; readonly subEnumValue: number };
  readonly payload: { readonly enumValue: number; readonly position: number };
  readonly finishAction: 'goHome' | 'noAction' | 'autoLand' | 'gotoFirstWaypoint';
  readonly exitOnRCLost: 'goContinue' | 'executeLostAction';
  readonly lostAction: 'goBack' | 'landing' | 'hover';
  readonly takeOffSecurityHeight: number;
  readonly transitionalSpeed: number;
  readonly returnHeight: number;
  readonly heightMode: 'relativeToStartPoint' | 'WGS84';
  /**
   * Ellipsoidal height less height above sea level at the route, metres. Needed with WGS84, because the
   * planner's document then speaks of sea level.
   */
  readonly undulation?: number;
  readonly speed: number;
  readonly waypoints: readonly PlannedWaypoint[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly compression: Compression;
}
