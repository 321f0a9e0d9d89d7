import { PlanningFault } from '@eyrie/geometry';
import type { Faults } from './faults.ts';

/** Fields of the plan behind the parameters that geometry names. */
const fields: Readonly<Record<string, string>> = {
  area: 'area.parts',
  forbidden: 'area.forbidden',
  margin: 'area.margin',
  spacing: 'area.sideOverlap',
  sideOverlap: 'area.sideOverlap',
  frontOverlap: 'area.frontOverlap',
  photoDistance: 'area.frontOverlap',
  course: 'area.direction',
  turnaround: 'settings.speed',
  speed: 'settings.speed',
  height: 'settings.height',
  pitch: 'area.tilt',
  line: 'area.line',
  wall: 'area.line',
  lines: 'area.sideOverlap',
  left: 'area.left',
  right: 'area.right',
  distance: 'area.distance',
  bottom: 'area.bottom',
  top: 'area.top',
  points: 'area.frontOverlap',
  point: 'interest.centre',
  'point.height': 'interest.centre.height',
  radius: 'interest.radius',
  heights: 'settings.height',
  sensorWidth: 'settings.camera.sensorW',
  sensorHeight: 'settings.camera.sensorH',
  focal: 'settings.camera.focalLength',
  imageWidth: 'settings.camera.imageW',
  terrain: 'settings.followTerrain',
  samples: 'area.parts',
};

/** The field of a plan for `area.1`, `line.3.lat`, `spacing` … */
const fieldOf = (field: string): string => {
  const own = fields[field];
  if (own) return own;
  const [first = '', ...rest] = field.split('.');
  return [fields[first] ?? first, ...rest].join('.');
};

/** What geometry gives for its input, or null with the fault that it threw by its field of the plan. */
export function planned<T>(make: () => T, faults: Faults): T | null {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof PlanningFault)) throw error;
    const { code, field, value, min, max, at } = error;
    faults.add(
      // What plans call the ground, geometry calls terrain.
      code === 'terrainUnknown' ? 'groundUnknown' : code,
      fieldOf(field),
      {
        ...(value === null ? {} : { found: value }),
        ...(min === null ? {} : { min }),
        ...(max === null ? {} : { max }),
      },
      at,
    );
    return null;
  }
}
