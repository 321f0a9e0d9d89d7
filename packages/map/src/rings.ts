import { openRing, type Place } from '@eyrie/geometry';

/** Longitudes of a ring in the turn around the Earth in which `lng` lies. */
const inTurnOf = (ring: readonly Place[], lng: number): readonly Place[] => {
  const turn = Math.round((lng - (ring[0]?.lng ?? lng)) / 360) * 360;
  return turn === 0 ? ring : ring.map((place) => ({ lng: place.lng + turn, lat: place.lat }));
};

const isPlace = ({ lng, lat }: Place): boolean => Number.isFinite(lng) && Math.abs(lat) <= 90;

/**
 * The rings of an area as engines can draw them: open, in one turn of longitudes also over ±180°, without places that are
 * none. Empty: its edge has fewer than three places and there is nothing to draw; holes like that are left out.
 */
export const drawableRings = (rings: readonly (readonly Place[])[]): readonly (readonly Place[])[] => {
  const [edge = [], ...holes] = rings.map((ring) => openRing(ring.filter(isPlace)));
  if (edge.length < 3) return [];
  return [edge, ...holes.filter((hole) => hole.length > 2).map((hole) => inTurnOf(hole, edge[0]?.lng ?? 0))];
};
