import type { StandingFault } from '../world/index.ts';

/** What a camera sees now: enough to draw the picture. Metres, degrees. */
export interface Scene {
  camera: 'dock' | 'drone';
  label: string;
  lng: number;
  lat: number;
  elevation: number;
  head: number;
  gimbalPitch: number;
  zoom: number;
  irZoom: number;
  /** Settings of its thermal lens, by the names of their properties. */
  thermal: Readonly<Record<string, number>>;
  /** The camera for flying: it has one lens, and no gimbal. */
  view: boolean;
  speed: number;
  coverState: number;
  /** Of the dock: the camera inside. Missing: the one outside. */
  inside?: boolean;
  droneInDock: boolean;
  light: boolean;
  rain: number;
  lens: string;
  /** It lies in the demo's world: the picture shows that. */
  overWorld: boolean;
  /** Faults that are whole, by their names, and those near the camera as they stand. */
  repaired: readonly string[];
  faults: readonly StandingFault[];
  /** The dock's clock minus that of this machine, ms. */
  clockOffset: number;
}

/** A scene before it is known through which lens, and what lies there. */
export type SceneBefore = Omit<Scene, 'lens' | 'overWorld' | 'faults'>;

/** Picture sizes by DJI quality. Smaller than the real ones: the encoder runs on a machine with other work. */
export const sizes: Readonly<Record<number, { width: number; height: number; bitrate: number }>> = {
  0: { width: 640, height: 360, bitrate: 400_000 },
  1: { width: 640, height: 360, bitrate: 400_000 },
  2: { width: 640, height: 360, bitrate: 600_000 },
  3: { width: 960, height: 540, bitrate: 900_000 },
  4: { width: 960, height: 540, bitrate: 1_200_000 },
};

export const framesPerSecond = 10;

/** What goes between the simulator and the process that encodes. */
export type ToEncoder =
  | { kind: 'scene'; scene: Scene }
  | { kind: 'quality'; quality: number }
  | { kind: 'stop' };
export type FromEncoder =
  | { kind: 'publishing' }
  | { kind: 'failed'; reason: 'encoder' | 'network'; message: string };
export interface EncoderStart {
  url: string;
  quality: number;
  scene: Scene;
  fallback: string | null;
}
