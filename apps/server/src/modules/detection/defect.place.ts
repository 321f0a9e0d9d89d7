import type { Box } from '@eyrie/domain';
import { bearing, destination, distance, type Bounds, type Place } from '@eyrie/geometry';
import { groundPlace, sightRange, type GroundPlace, type KnownGround } from '@eyrie/planner';
import type { Scope } from '../../platform/list/index.ts';
import type { LookedAt } from './defect.store.ts';

/** Metres of the ground above the ellipsoid at places, NaN where unknown; null: no terrain is seen. */
export type ReadGround = (scope: Scope, places: readonly Place[]) => Promise<Float32Array | null>;

/** Metres between two heights along the line of sight. */
const grain = 10;

/** The ground along the line of sight of a photo: as high to both sides as in its middle. */
async function knownGround(read: ReadGround, row: LookedAt): Promise<KnownGround> {
  const { facts, groupRoot, groupOID, takeOffLng, takeOffLat } = row;
  const { lng, lat, heading } = facts ?? {};
  if (typeof lng !== 'number' || typeof lat !== 'number' || typeof heading !== 'number')
    return { takeOff: null };
  const eye = { lng, lat };
  const steps = Array.from({ length: sightRange / grain + 1 }, (_, step) =>
    destination(eye, heading, step * grain),
  );
  const hasTakeOff = takeOffLng !== null && takeOffLat !== null;
  const places = hasTakeOff ? [...steps, { lng: takeOffLng, lat: takeOffLat }] : steps;
  const heights = await read({ groupRoot, groupOID }, places).catch(() => null);
  if (!heights || Number.isNaN(heights[0])) return { takeOff: null };
  const takeOff = hasTakeOff ? (heights[steps.length] ?? Number.NaN) : Number.NaN;
  return {
    takeOff: Number.isNaN(takeOff) ? null : takeOff,
    heightAt: (place) => {
      const ahead = distance(eye, place) * Math.cos(((bearing(eye, place) - heading) * Math.PI) / 180);
      const height = heights[Math.round(Math.min(Math.max(ahead, 0), sightRange) / grain)] ?? Number.NaN;
      return Number.isNaN(height) ? null : height;
    },
  };
}

export const boxOf = ({ x, y, width, height }: LookedAt): Box => ({ x, y, width, height });
/** Where a finding lies on the ground. */
export const placeOf = async (read: ReadGround, row: LookedAt): Promise<GroundPlace | null> => {
  const { facts, pictureWidth: width, pictureHeight: height } = row;
  if (!facts) return null;
  return groundPlace({ facts, box: boxOf(row), picture: { width, height } }, await knownGround(read, row));
};

export const boxAround = ({ lng, lat }: Place, metres: number): Bounds => ({
  south: destination({ lng, lat }, 180, metres).lat,
  north: destination({ lng, lat }, 0, metres).lat,
  west: destination({ lng, lat }, 270, metres).lng,
  east: destination({ lng, lat }, 90, metres).lng,
});
