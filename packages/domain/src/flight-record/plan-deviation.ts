import { deviations, type Deviation } from '@eyrie/geometry';
import type { FlightReplay } from './flight-record.calls.ts';

type Compared = Pick<FlightReplay, 'columns' | 'plan'>;
type Planned = FlightReplay['plan']['path'][number];

const known = (value: number | null | undefined): value is number => value !== null && value !== undefined;

/** Where the aircraft took off, metres above the ellipsoid, from rows that have both heights; null: no row has. */
const takeOffHeight = ({ height, elevation }: FlightReplay['columns']): number | null => {
  const differences = height
    .flatMap((value, row) => {
      const above = elevation[row];
      return known(value) && known(above) ? [value - above] : [];
    })
    .toSorted((one, other) => one - other);
  return differences[Math.floor(differences.length / 2)] ?? null;
};

/** The heights of the record that count from the same plane as those of the plan, and the plan in that plane. */
const planeOf = ({
  columns,
  plan,
}: Compared): { flown: readonly (number | null)[] | null; planned: (place: Planned) => number | null } => {
  const modes = new Set(plan.path.map(({ heightMode }) => heightMode));
  if (modes.size === 1 && modes.has('ellipsoid'))
    return { flown: columns.height, planned: ({ height }) => height };
  if (!modes.has('relative') && !modes.has('ellipsoid')) return { flown: null, planned: () => null };
  const base = modes.has('ellipsoid') ? takeOffHeight(columns) : null;
  return {
    flown: columns.elevation,
    // Above the ground or the sea: nobody has recorded how high that is there.
    planned({ height, heightMode }) {
      if (heightMode === 'relative') return height;
      return heightMode === 'ellipsoid' && base !== null ? height - base : null;
    },
  };
};

/**
 * Plan against flown for every row: heights where plan and record count them from the same plane, or can be converted by
 * what the aircraft itself recorded; a leg with an end that cannot has none.
 */
export const deviationsOf = (compared: Compared): (Deviation | null)[] => {
  const { columns, plan } = compared;
  const { flown, planned } = planeOf(compared);
  const path = plan.path.map((place) => ({ lng: place.lng, lat: place.lat, height: planned(place) }));
  const places = columns.at.map((at, row) => {
    const [lng, lat] = [columns.lng[row] ?? null, columns.lat[row] ?? null];
    return lng === null || lat === null ? null : { at, lng, lat, height: flown?.[row] ?? null };
  });
  return deviations(path, places, plan.seconds);
};
