import type { PlanAction, PlanPoint, RoutePlan } from '@eyrie/domain';
import type { ObstacleField, Place } from '@eyrie/geometry';

/** What a plan is laid over. Asked many thousand times: answers from memory. */
export interface Ground {
  /** Metres of the ground above the sea (EGM96); null: unknown, which is never zero. */
  height(place: Place): number | null;
  /** Metres of the sea level (EGM96) above the WGS-84 ellipsoid; NaN: unknown. */
  undulation(place: Place): number;
  /** What stands on the ground by the layers that say so, metres above the sea. Missing: no layer says so here, it is bare. */
  readonly obstacles?: ObstacleField;
}

/** A point as it will be flown: nothing is left to settings. */
export interface ResolvedPoint extends Place {
  /** Of the point of the plan; of a computed one `line.place`, unique in the route. */
  readonly id: string;
  /** Metres in the plan's height mode. */
  readonly height: number;
  /** Metres above the sea; null where that would need an unknown height of the take-off point or an unknown undulation. */
  readonly seaHeight: number | null;
  /** m/s from here on. */
  readonly speed: number;
  readonly headingMode: NonNullable<PlanPoint['headingMode']>;
  /** Degrees, −180…180. */
  readonly heading: number;
  readonly turnMode: NonNullable<PlanPoint['turnMode']>;
  /** Metres. */
  readonly damping: number;
  readonly straight: boolean;
  /** Degrees, −90 is straight down; null: left as it is. */
  readonly gimbalPitch: number | null;
  readonly ai: boolean;
  readonly actions: readonly PlanAction[];
  /** Towards which place it heads in `towardPOI`; metres in the plan's height mode. */
  readonly interest: (Place & { readonly height: number }) | null;
  /** Place in the imported file. */
  readonly origin: number | null;
}

/** One flown line of a file; an oblique route has five. */
export interface ResolvedLine {
  /** 0 straight down, 1–4 the tilted passes; 0 of every other kind. */
  readonly pass: number;
  readonly points: readonly ResolvedPoint[];
  /** Places of the first and last point of each swept line, between which a flight may be split; empty where none are laid. */
  readonly sweeps: readonly (readonly [first: number, last: number])[];
}

/** What keeps a plan from being a route, by the field that it stands in. */
export interface PlanFault {
  readonly code: string;
  /** `area.sideOverlap`, `interest.centre`, `points.7.height` … */
  readonly field: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly at: Place | null;
}

/** Photos that a route takes. */
export interface PhotoFigures {
  /** Metres or seconds between two, as `by` says; null: single photos at points only. */
  readonly every: number | null;
  readonly by: 'distance' | 'time' | null;
  readonly count: number;
  /** Metres a pixel at the ground below; null: no camera or ground known. */
  readonly groundSampleDistance: number | null;
  /** Metres between lines. */
  readonly spacing: number | null;
}

export interface ResolvedRoute {
  readonly type: RoutePlan['type'];
  /** Empty while there are faults. */
  readonly lines: readonly ResolvedLine[];
  readonly faults: readonly PlanFault[];
  readonly photos: PhotoFigures;
  /** Degrees in which the lines of an area lie; null where there are none. */
  readonly direction: number | null;
  /** Square metres that are to be covered; null where there are none. */
  readonly area: number | null;
}
