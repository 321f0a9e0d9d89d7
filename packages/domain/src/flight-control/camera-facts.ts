import type { NightState } from './night.ts';
import type { ThermalState } from './thermal.ts';

/** What the aircraft reports of the camera that it films with. Null: it does not say. */
export interface CameraFacts {
  airborne: boolean;
  online: boolean;
  payloadIndex: string | null;
  mode: number | null;
  photo: boolean | null;
  recording: boolean | null;
  /** Null where there is no thermal lens. */
  irZoom: number | null;
  /** Null: nothing of a thermal lens is reported. */
  thermal: Pick<ThermalState, 'palettes' | 'gain' | 'isothermLow' | 'isothermHigh'> | null;
  /** Between which values its zoom lens focuses; null or missing: it does not say. */
  focus?: { least: number | null; most: number | null } | null;
  zoom?: number | null;
  /** Its dock reports by the link of sticks. */
  sticks?: boolean;
  /** Null or missing: nothing is reported of how it sees at night. */
  night?: NightState | null;
}
