import { localPlane, type Place } from '@eyrie/geometry';
import type { MapHost, Polygon } from '../contract.ts';
import { sight, type HeightGrid, type Run } from './view-shed.ts';

/** Cells from the eye to the edge. */
const cells = 60;
/** Rows that are read before the page may draw again. */
const rowsAtOnce = 10;

/** Waits until the page has had its turn. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Heights of the ground around an eye, up to `radius` metres; what is not known is NaN. */
export const heightGridAround = async (
  host: Pick<MapHost, 'groundHeight' | 'loadGround'>,
  eye: Place,
  radius: number,
): Promise<HeightGrid> => {
  const side = cells * 2 + 1;
  const cell = radius / cells;
  const plane = localPlane(eye);
  const placeOf = (column: number, row: number) =>
    plane.toPlace({ east: (column - cells) * cell, north: (cells - row) * cell });
  const net = Array.from({ length: 13 }, (_, row) =>
    Array.from({ length: 13 }, (__, column) => placeOf((column * side) / 12, (row * side) / 12)),
  );
  await host.loadGround(net.flat());
  const heights = new Float32Array(side * side);
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1)
      heights[row * side + column] = host.groundHeight(placeOf(column, row)) ?? Number.NaN;
    if (row % rowsAtOnce === 0) await breathe();
  }
  return { side, cell, heights };
};

/** What is seen and what is hidden, as rectangles on the ground. */
export const polygonsOfRuns = (runs: readonly Run[], eye: Place, { cell, side }: HeightGrid): Polygon[] => {
  const plane = localPlane(eye);
  const half = side / 2;
  return runs.map((run, at) => {
    const [west, east] = [(run.from - half) * cell, (run.to - half) * cell];
    const [north, south] = [(half - run.row) * cell, (half - run.row - 1) * cell];
    const corner = (right: number, up: number) => plane.toPlace({ east: right, north: up });
    return {
      id: String(at),
      rings: [[corner(west, north), corner(east, north), corner(east, south), corner(west, south)]],
      tone: run.sight === sight.seen ? ('good' as const) : ('alarm' as const),
      fill: 0.35,
      edge: false,
    };
  });
};
