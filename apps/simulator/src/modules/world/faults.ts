import { distance, type Place } from '@eyrie/geometry';
import { jointAt, jointCell } from '../drone/index.ts';
import { cellNoise } from '../../platform/noise.ts';
import { demoWorld } from './demo-world.ts';
import { demoSeed } from './products.ts';
import { plane, mastHeight } from './plan.ts';
import type { Building, Mast } from './world.ts';

/**
 * What is out of order in the land, for aircraft to find. A joint is hot for thermal cameras, and its heat mark is red for
 * all others; a roof lacks tiles; a mast lies on the ground.
 */
export const faultKinds = ['hotJoint', 'missingTile', 'fallenMast'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** One of them: the truth that a detector is measured by. */
export interface PlantedFault extends Place {
  /** The same in every run and every process. */
  readonly id: string;
  readonly kind: FaultKind;
  /** Metres: radius of a joint, width of a hole, length of a mast. */
  readonly size: number;
  /** Radians from east, against the clock. */
  readonly turn: number;
  /** Of a joint, degrees Celsius. */
  readonly temperature?: number;
}

/** A fault as it stands at a moment. */
export interface StandingFault extends PlantedFault {
  readonly broken: boolean;
}

/** Share of the houses whose roof has a hole. */
const holed = 0.12;
const holeWidth = 2.4;
const metersPerDegree = 111_195;

const holeIn = (house: Building): PlantedFault => {
  // Half-way down the southern side of its roof.
  const down = house.wide / 4;
  const at = {
    east: house.east + down * Math.sin(house.turn),
    north: house.north - down * Math.cos(house.turn),
  };
  const id = `missingTile_${Math.round(house.east)}_${Math.round(house.north)}`;
  return { ...plane.toPlace(at), id, kind: 'missingTile', size: holeWidth, turn: house.turn };
};

const fallen = (mast: Mast): PlantedFault => ({
  ...plane.toPlace(mast),
  id: `fallenMast_${Math.round(mast.east)}_${Math.round(mast.north)}`,
  kind: 'fallenMast',
  size: mastHeight,
  turn: mast.turn + 1.1,
});

let drawn: readonly PlantedFault[] | null = null;
/** Those of the demo's world that stand at one place each: a hole in some roofs, and one mast of each line. */
const placed = (): readonly PlantedFault[] => {
  if (drawn) return drawn;
  const houses = demoWorld.buildings().filter((one) => one.ridge > one.eaves);
  drawn = [
    ...houses
      .filter(({ east, north }) => cellNoise(Math.round(east), Math.round(north), demoSeed + 41) < holed)
      .map(holeIn),
    ...demoWorld.masts().flatMap((line) => line.slice(2, 3).map(fallen)),
  ];
  return drawn;
};

/** The joints of the squares that a circle meets. */
function joints(around: Place, metres: number): PlantedFault[] {
  const across = metersPerDegree * Math.cos((around.lat * Math.PI) / 180);
  const steps = Math.ceil(metres / jointCell) + 1;
  const found = new Map<string, PlantedFault>();
  for (let north = -steps; north <= steps; north += 1)
    for (let east = -steps; east <= steps; east += 1) {
      const joint = jointAt({
        lng: around.lng + (east * jointCell) / across,
        lat: around.lat + (north * jointCell) / metersPerDegree,
      });
      const { id, lng, lat, radius, temperature } = joint;
      found.set(id, { id, kind: 'hotJoint', lng, lat, size: radius, turn: 0, temperature });
    }
  return [...found.values()];
}

/** Every fault within so many metres of a place, the nearest first. */
export const faultsAround = (place: Place, metres: number): PlantedFault[] =>
  [...joints(place, metres), ...placed()]
    .map((fault) => ({ fault, away: distance(place, fault) }))
    .filter(({ away }) => away <= metres)
    .toSorted((a, b) => a.away - b.away)
    .map(({ fault }) => fault);

/** Metres around a camera within which it shows faults. */
const shownWithin = 450;

/** The faults that a camera may see, as they stand. @param repaired those that are whole */
export const faultsSeen = (place: Place, repaired: readonly string[]): StandingFault[] =>
  faultsAround(place, shownWithin).map((fault) => ({ ...fault, broken: !repaired.includes(fault.id) }));
