import type { LayerRecord } from '@eyrie/domain';

type Placed = Pick<LayerRecord, 'oid' | 'bounds'>;
type Box = NonNullable<Placed['bounds']>;

/** How far east of `from` a longitude lies, 0 to 360. */
const eastOf = (from: number, lng: number): number => (((lng - from) % 360) + 360) % 360;

/** Whether two boxes have more than an edge in common, also where they cross ±180°. */
const meet = (one: Box, other: Box): boolean => {
  if (one.south >= other.north || other.south >= one.north) return false;
  const width = ({ west, east }: Box): number => eastOf(west, east) || 360;
  return eastOf(one.west, other.west) < width(one) || eastOf(other.west, one.west) < width(other);
};

/** The layers of the place of one, without itself, in their order. */
export const meetingWith = <T extends Placed>({ oid, bounds }: Placed, layers: readonly T[]): T[] =>
  layers.filter((other) => other.oid !== oid && bounds && other.bounds && meet(bounds, other.bounds));
