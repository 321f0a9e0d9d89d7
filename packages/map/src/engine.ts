import type { ViewSize } from './alignment/scale.ts';
import type { MapEngine, Stop } from './contract.ts';

/** An engine that draws, with what the alignment of two of them needs. */
export interface RunningEngine extends MapEngine {
  /** Steepest tilt in degrees that it shows. */
  readonly maxPitch: number;
  /** CSS pixels; zero while it is hidden. */
  size(): ViewSize;
  /** Told when a movement has come to rest. */
  onRest(listener: () => void): Stop;
  /** What is on the screen now, redrawn for it. */
  picture(): HTMLCanvasElement | null;
}
