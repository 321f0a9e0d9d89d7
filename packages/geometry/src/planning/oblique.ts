import { destination, type Place } from '../sphere.ts';
import { planArea, type AreaOptions, type AreaPlan } from './area.ts';
import { groundSampleDistance, lineSpacing, photoDistance, type MappingCamera } from './camera.ts';
import { normaliseCourse } from './course.ts';
import { checked } from './fault.ts';
import type { Ground } from './ground.ts';

/** How one kind of pass is flown. */
export interface PassOptions {
  /** Per cent, 0 … 100, 100 excluded. */
  readonly sideOverlap: number;
  readonly frontOverlap: number;
  /** m/s */
  readonly speed: number;
}

export interface ObliqueOptions extends Omit<AreaOptions, 'spacing' | 'speed'> {
  readonly camera: MappingCamera;
  /** Metres above the ground. */
  readonly height: number;
  readonly down: PassOptions;
  /** The four tilted passes; `pitch` in degrees, less than 0 and more than −90. */
  readonly tilted: PassOptions & { readonly pitch: number };
}

export interface ObliquePass {
  readonly plan: AreaPlan;
  /** Degrees; −90 looks straight down. */
  readonly pitch: number;
  /** Degrees from north to which the aircraft looks on every line of the pass, also on the way back. Null: along each line. */
  readonly heading: number | null;
  /** Metres from the camera to the middle of its picture. */
  readonly slant: number;
  /** Metres by which the pass lies behind the ground that it sees. */
  readonly shift: number;
  /** Metres a pixel, metres between photos, m/s */
  readonly gsd: number;
  readonly photoDistance: number;
  readonly speed: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Metres on the ground to where a tilted camera looks: H / tan|pitch|; and along its axis: H / sin|pitch|. */
export function tiltOf(height: number, pitch: number): { shift: number; slant: number } {
  const angle = radians(-checked('pitch', pitch, { above: -90, below: 0 }));
  checked('height', height, { above: 0 });
  return { shift: height / Math.tan(angle), slant: height / Math.sin(angle) };
}

const shifted = (ground: Ground, azimuth: number, metres: number): Ground => ({
  ...ground,
  parts: ground.parts.map((part) =>
    part.map((ring) => ring.map((place): Place => destination(place, azimuth, metres))),
  ),
});

/**
 * Five passes over an area: one straight down, four tilted to all sides, each shifted against its view so that it sees the
 * whole area. What is forbidden stays where it is: it is forbidden to the aircraft, not to the picture.
 * @throws PlanningFault
 */
export function planOblique(ground: Ground, options: ObliqueOptions): ObliquePass[] {
  const { camera, height, down, tilted, ...area } = options;
  const { shift, slant } = tiltOf(height, tilted.pitch);
  const passOf = (over: Ground, course: number | 'best', distance: number, pass: PassOptions) => ({
    plan: planArea(over, {
      ...area,
      course,
      spacing: lineSpacing(camera, distance, pass.sideOverlap),
      speed: pass.speed,
    }),
    slant: distance,
    gsd: groundSampleDistance(camera, distance),
    photoDistance: photoDistance(camera, distance, pass.frontOverlap),
    speed: pass.speed,
  });
  const first = passOf(ground, area.course, height, down);
  const { course } = first.plan;
  const others = [0, 90, 180, 270].map((turn): ObliquePass => {
    const heading = normaliseCourse(course + turn) % 360;
    const pass = passOf(shifted(ground, heading + 180, shift), heading, slant, tilted);
    return { ...pass, pitch: tilted.pitch, heading, shift };
  });
  return [{ ...first, pitch: -90, heading: null, shift: 0 }, ...others];
}
