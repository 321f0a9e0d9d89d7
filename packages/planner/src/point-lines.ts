import type { PlanPoint } from '@eyrie/domain';

type OnLine = Pick<PlanPoint, 'line'>;

/** Number of the line that a point belongs to. */
export const lineOf = ({ line = 0 }: OnLine): number => line;

/** The lines of points by hand: each run of points of one number is flown as a line of its own. No points make one empty line. */
export function pointLines<Point extends OnLine>(points: readonly Point[]): (readonly Point[])[] {
  const lines: Point[][] = [];
  let before: number | null = null;
  for (const point of points) {
    const line = lineOf(point);
    if (line !== before) lines.push([]);
    lines.at(-1)?.push(point);
    before = line;
  }
  return lines.length > 0 ? lines : [[]];
}

/** A point on the line of that number. */
export const onLine = (point: PlanPoint, line: number): PlanPoint => {
  if (lineOf(point) === line) return point;
  const { line: _, ...rest } = point;
  return line === 0 ? rest : { ...rest, line };
};

/** Lines as the points of one plan, numbered in their order. */
export const pointsOfLines = (lines: readonly (readonly PlanPoint[])[]): PlanPoint[] =>
  lines.flatMap((points, line) => points.map((point) => onLine(point, line)));
