import type { Place } from '../sphere.ts';

/** Why a plan cannot be made. */
export const planningFaults = [
  'notFinite',
  'outOfRange',
  'swapped',
  'tooFewPlaces',
  'tooManyPlaces',
  'selfCrossing',
  'holeOutside',
  'tooSmall',
  'tooLarge',
  'aroundPole',
  'emptyArea',
  'tooManyLines',
  'tooManyPhotos',
  'intervalTooShort',
  'noPoint',
  'notBelowFlight',
  'noWay',
  'windTooStrong',
  'lineTooLong',
  'terrainUnknown',
] as const;
export type PlanningFaultCode = (typeof planningFaults)[number];

/** What a refused figure was, and what it may be. */
export interface PlanningFaultDetail {
  /** The input, as the parameter is called. */
  readonly field: string;
  /** Null where the input is no figure. */
  readonly value?: number | null;
  /** The least and the greatest value allowed, in the unit of the field; null where there is no limit. */
  readonly min?: number | null;
  readonly max?: number | null;
  /** Ends of the range that are not allowed themselves. */
  readonly excluded?: 'min' | 'max' | 'both' | null;
  /** Where it can be seen on the map: the crossing, the place, the middle of the line. */
  readonly at?: Place | null;
}

/** Thrown by every function of this folder for input that it cannot plan with. Nothing is planned in part. */
export class PlanningFault extends Error {
  readonly code: PlanningFaultCode;
  readonly field: string;
  readonly value: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly excluded: 'min' | 'max' | 'both' | null;
  readonly at: Place | null;

  constructor(code: PlanningFaultCode, detail: PlanningFaultDetail) {
    super(`${code}: ${detail.field} ${detail.value ?? ''}`.trimEnd());
    this.name = 'PlanningFault';
    this.code = code;
    this.field = detail.field;
    const { value = null } = detail;
    // Counts of what is divided by next to nothing are no figures to be shown.
    this.value = Number.isFinite(value) ? value : null;
    this.min = detail.min ?? null;
    this.max = detail.max ?? null;
    this.excluded = detail.excluded ?? null;
    this.at = detail.at ?? null;
  }
}

/** Limits of a figure: `min` and `max` are allowed themselves, `above` and `below` are not. */
export interface Limits {
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly below?: number;
}

const excludedOf = ({ above, below }: Limits): PlanningFaultDetail['excluded'] => {
  if (above !== undefined && below !== undefined) return 'both';
  if (above !== undefined) return 'min';
  return below === undefined ? null : 'max';
};

/** The figure itself, so that a check can stand where it is used. @throws PlanningFault `notFinite` or `outOfRange` */
export function checked(field: string, value: number, limits: Limits = {}): number {
  const min = limits.above ?? limits.min ?? null;
  const max = limits.below ?? limits.max ?? null;
  const detail = { field, value, min, max, excluded: excludedOf(limits) };
  if (!Number.isFinite(value)) throw new PlanningFault('notFinite', { ...detail, value: null });
  const low = min !== null && (limits.above === undefined ? value < min : value <= min);
  const high = max !== null && (limits.below === undefined ? value > max : value >= max);
  if (low || high) throw new PlanningFault('outOfRange', detail);
  return value;
}

/** A place on the Earth. @throws PlanningFault `notFinite` or `outOfRange`, the field named with `.lng` or `.lat` */
export function checkedPlace(field: string, place: Place): Place {
  checked(`${field}.lng`, place.lng, { min: -180, max: 180 });
  checked(`${field}.lat`, place.lat, { min: -90, max: 90 });
  return place;
}
