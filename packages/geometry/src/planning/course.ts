import { checked } from './fault.ts';

/**
 * A course angle in 0…360 degrees: 360 stays, 361 becomes 1, negative and larger ones are taken by modulo.
 * @throws PlanningFault
 */
export function normaliseCourse(angle: number): number {
  checked('course', angle);
  if (angle >= 0 && angle <= 360) return angle + 0;
  const turned = ((angle % 360) + 360) % 360;
  // A tiny negative angle is rounded up to a whole turn.
  return turned === 360 ? 0 : turned + 0;
}

/** Degrees of the coarse sweep and of the fine one. */
const coarse = 1;
const fine = 0.1;
/** Courses of the sweep that are looked at closely. */
const finalists = 5;

/**
 * The course in 0…180 degrees of the least cost: whole degrees by a rough cost, the best few of them by the exact one,
 * then tenths of a degree about the best. Infinity: the course cannot be flown.
 * @returns null where no course can
 */
export function bestCourse(
  rough: (course: number) => number,
  exact: (course: number) => number,
): { course: number; cost: number } | null {
  const swept = Array.from({ length: 180 / coarse }, (_, at) => ({
    course: at * coarse,
    cost: rough(at * coarse),
  }))
    .filter(({ cost }) => cost < Infinity)
    .toSorted((a, b) => a.cost - b.cost);
  const close = swept.slice(0, finalists).map(({ course }) => ({ course, cost: exact(course) }));
  let best = least(close);
  if (!best) return null;
  // Refined by the rough cost, which has the same course of values nearby; only what seems better is looked at closely.
  const centre = best.course;
  const around = Array.from({ length: 2 * Math.round(coarse / fine) - 1 }, (_, at) => {
    const tenths = Math.round((centre - coarse) / fine) + at + 1;
    return { course: ((tenths + 1800) % 1800) / 10 };
  });
  const refined = around
    .map(({ course }) => ({ course, cost: rough(course) }))
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, finalists)
    .map(({ course }) => ({ course, cost: exact(course) }));
  best = least([best, ...refined]) ?? best;
  return best;
}

const least = (
  all: readonly { course: number; cost: number }[],
): { course: number; cost: number } | undefined =>
  all.reduce<{ course: number; cost: number } | undefined>(
    (best, one) => (one.cost < (best?.cost ?? Infinity) ? one : best),
    undefined,
  );
