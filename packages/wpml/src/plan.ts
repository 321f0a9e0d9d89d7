import type { Compression } from './zip-write.ts';

export type PlannedTurn =
  | 'coordinateTurn'
  | 'toPointAndStopWithDiscontinuityCurvature'
  | 'toPointAndStopWithContinuityCurvature'
  | 'toPointAndPassWithContinuityCurvature';

export type PlannedHeading = 'followWayline' | 'manually' | 'fixed' | 'smoothTransition' | 'towardPOI';

/** Lens words of the format; left out: those that the file takes all its photos with. */
interface Lenses {
  readonly lenses?: readonly string[] | undefined;
}
interface Suffix extends Lenses {
  readonly suffix?: string | undefined;
}

/** What is done when something other than the arrival at its point sets an action off. */
export interface PlannedTrigger {
  /** betweenAdjacentPoints, multipleTiming, multipleDistance, or a word of a newer planner. */
  readonly type: string;
  /** Seconds or metres. */
  readonly param: number | null;
  /** Index of the last waypoint that it covers. */
  readonly until: number;
}

export type PlannedAction =
  | ({ readonly type: 'takePhoto' } & Suffix)
  | ({ readonly type: 'startRecord' } & Suffix)
  | ({ readonly type: 'stopRecord' } & Lenses)
  | { readonly type: 'hover'; readonly seconds: number }
  /** Any angle, clockwise from north; written as −180…180. */
  | { readonly type: 'rotateYaw'; readonly heading: number; readonly clockwise?: boolean | undefined }
  | { readonly type: 'gimbalRotate'; readonly pitch: number; readonly yaw?: number | undefined }
  /** Focal length as times of the widest. */
  | { readonly type: 'zoom'; readonly factor: number }
  /** Where in the picture, from its upper left corner, 0 to 1. */
  | { readonly type: 'focus'; readonly x: number; readonly y: number }
  | { readonly type: 'panoShot' }
  | ({
      readonly type: 'orientedShoot';
      readonly heading: number;
      readonly pitch: number;
      readonly zoom: number;
    } & Suffix)
  /** Photos from here to the waypoint of index `until`, every so many metres or seconds. */
  | ({
      readonly type: 'interval';
      readonly by: 'distance' | 'time';
      readonly every: number;
      readonly until: number;
    } & Lenses)
  /** Written as it is. */
  | {
      readonly type: 'other';
      readonly func: string;
      readonly params: Readonly<Record<string, string>>;
      readonly trigger?: PlannedTrigger | undefined;
    };

export interface PlannedWaypoint {
  readonly lng: number;
  readonly lat: number;
  /** Metres in the plan's height mode. */
  readonly height: number;
  /** m/s from this point on; the plan's speed when left out. */
  readonly speed?: number | undefined;
  readonly headingMode?: PlannedHeading | undefined;
  readonly headingAngle?: number | undefined;
  /** Towards where it heads in `towardPOI`; metres in the plan's height mode. */
  readonly interest?: { readonly lng: number; readonly lat: number; readonly height: number } | undefined;
  readonly turnMode?: PlannedTurn | undefined;
  /** Metres; a third of the shorter leg, ten at most, when left out. */
  readonly damping?: number | undefined;
  /** True when left out. */
  readonly straight?: boolean | undefined;
  /** Degrees; written as the first action of the point, because that is what every model obeys. */
  readonly gimbalPitch?: number | undefined;
  readonly actions: readonly PlannedAction[];
  /** Place of the waypoint in the file that `rewriteKmz` changes. */
  readonly origin?: number | undefined;
}

/** A waypoint route to write. Speeds in m/s, heights in metres above take-off unless said otherwise. */
export interface RoutePlan {
  /** Not written into the file: the file's name is the route's name, see `routeFileName`. */
  readonly name: string;
  readonly author: string;
  /** Of the route namespace; 1.0.2 when left out. */
  readonly version?: string | undefined;
  readonly drone: { readonly enumValue: number; readonly subEnumValue: number };
  readonly payload: { readonly enumValue: number; readonly position: number };
  readonly finishAction: 'goHome' | 'noAction' | 'autoLand' | 'gotoFirstWaypoint';
  readonly exitOnRCLost: 'goContinue' | 'executeLostAction';
  readonly lostAction: 'goBack' | 'landing' | 'hover';
  readonly takeOffSecurityHeight: number;
  readonly transitionalSpeed: number;
  readonly returnHeight: number;
  /** Latitude, longitude, and metres above the ellipsoid; for planners. */
  readonly takeOff?: { readonly lng: number; readonly lat: number; readonly height: number } | undefined;
  readonly heightMode: 'relativeToStartPoint' | 'WGS84';
  /**
   * Ellipsoidal height less height above sea level, metres, at the route or at each place. Needed with WGS84, because the
   * planner's document then speaks of sea level.
   */
  readonly undulation?:
    | number
    | ((place: { readonly lng: number; readonly lat: number }) => number)
    | undefined;
  readonly speed: number;
  readonly waypoints: readonly PlannedWaypoint[];
  /** Lines that are flown after the first; an oblique route has four. Places by `origin` count on from line to line. */
  readonly moreLines?: readonly (readonly PlannedWaypoint[])[] | undefined;
  /** Done before the first waypoint, again when a route is resumed. */
  readonly startActions?: readonly PlannedAction[] | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly compression: Compression;
}

/** Fits most readers: the oldest docks know it, current planners read it as well. */
export const writtenVersion = '1.0.2';
