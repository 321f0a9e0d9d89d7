import { openDeviceLimits } from '@eyrie/domain';

/** WGS-84 degrees. */
export interface Place {
  lng: number;
  lat: number;
}

/** A patrol as a person puts it together; the same points are driven `rounds` times. */
interface Patrol {
  name: string;
  points: readonly Place[];
  rounds: number | null;
}

/** The most letters of its name, by the contract. */
export const patrolNameMost = 64;

/** Why a patrol cannot be sent; `most`: points over all rounds, by the contract. */
type PatrolFault = 'name' | 'points' | 'rounds' | 'most';

/** What is wrong with a patrol first; null: it can be sent. */
export const patrolFault = ({ name, points, rounds }: Patrol): PatrolFault | null => {
  const letters = name.trim().length;
  if (letters < 1 || letters > patrolNameMost) return 'name';
  if (points.length === 0) return 'points';
  if (rounds === null || !Number.isInteger(rounds) || rounds < 1) return 'rounds';
  return points.length * rounds > openDeviceLimits.patrolPoints ? 'most' : null;
};

/** Points in the order in which they are driven: the contract knows no rounds, so each is said. */
export const patrolPath = ({ points, rounds }: Patrol): Place[] =>
  Array.from({ length: rounds ?? 1 }, () => points).flat();

/** The points with one moved a place earlier; the first stays. */
export const movedEarlier = (points: readonly Place[], index: number): Place[] => {
  const point = points[index];
  if (!point || index === 0) return [...points];
  return points.toSpliced(index, 1).toSpliced(index - 1, 0, point);
};
