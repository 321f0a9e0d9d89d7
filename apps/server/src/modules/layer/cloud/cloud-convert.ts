import { open } from 'node:fs/promises';
import type { LayerFile } from '../layer-columns.ts';
import { cloudRefusal } from './cloud-fault.ts';
import { checkCloud, type CloudFile } from './cloud-file.ts';
import { cellOf, cubeOf, nodeFor, treeOf, type Cube } from './cloud-tree.ts';
import { writeTiles } from './cloud-tiles.ts';
import { frameAt } from './frame.ts';
import { colourAt, type LasHeader } from './las-file.ts';
import { ellipsoidal } from './las-system.ts';
import { readPoints } from './las-points.ts';
import { createRow, createSpool, words } from './spool.ts';

/** How the three passes share the work: unpacking takes most. */
const shares = { read: 0.6, sort: 0.8 };

/** Steps of the file beyond its own box that a point may lie at: programs round the box. */
const slack = 2;

/** Least and most steps of the file along an axis that a point may lie at. */
const boundsOf = ({ min, max, scale, offset }: LasHeader, axis: 0 | 1 | 2): readonly [number, number] => [
  (min[axis] - offset[axis]) / scale[axis] - slack,
  (max[axis] - offset[axis]) / scale[axis] + slack,
];

/** Refuses a point that lies outside of the box that the header names: a lie about the count is unpacked as noise. */
const refuseOutside = ({ min, max, scale, offset }: LasHeader, steps: readonly number[], index: number) => {
  for (const axis of [0, 1, 2] as const) {
    const value = (steps[axis] ?? 0) * scale[axis] + offset[axis];
    const off = slack * scale[axis];
    if (!(value >= min[axis] - off && value <= max[axis] + off))
      throw cloudRefusal(
        'layerCloud',
        `point ${index}: ${'XYZ'[axis]} ${value}, ${min[axis]} – ${max[axis]}`,
      );
  }
};

/** Counts points by their cells. Many lie in the cell of the one before, which costs no look-up. */
const cellCounter = () => {
  const cells = new Map<number, number>();
  let [last, count] = [-1, 0];
  const settle = (): void => {
    if (count > 0) cells.set(last, (cells.get(last) ?? 0) + count);
    count = 0;
  };
  return {
    add(cell: number): void {
      if (cell !== last) {
        settle();
        last = cell;
      }
      count += 1;
    },
    counted(): Map<number, number> {
      settle();
      return cells;
    },
  };
};

/** Takes points out of their records into what is kept of them. */
const pointTaker = (header: LasHeader, cube: Cube) => {
  const { format, recordLength, scale, offset } = header;
  const colour = colourAt(format);
  const [bandAt, bandStep] = colour === null ? [12, 0] : [colour, 2];
  const [classAt, classBits] = format < 6 ? [15, 31] : [16, 255];
  const [[west, east], [south, north], [low, high]] = [
    boundsOf(header, 0),
    boundsOf(header, 1),
    boundsOf(header, 2),
  ];
  const counter = cellCounter();
  let [strongest, seen] = [0, 0];
  return {
    take(records: Buffer, points: number): Int32Array {
      const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
      const out = new Int32Array(points * words);
      for (let index = 0; index < points; index += 1) {
        const [from, to] = [index * recordLength, index * words];
        const x = view.getInt32(from, true);
        const y = view.getInt32(from + 4, true);
        const z = view.getInt32(from + 8, true);
        if (x < west || x > east || y < south || y > north || z < low || z > high)
          refuseOutside(header, [x, y, z], seen + index);
        counter.add(
          cellOf(cube, x * scale[0] + offset[0], y * scale[1] + offset[1], z * scale[2] + offset[2]),
        );
        const red = view.getUint16(from + bandAt, true);
        const green = view.getUint16(from + bandAt + bandStep, true);
        const blue = view.getUint16(from + bandAt + 2 * bandStep, true);
        strongest = Math.max(strongest, red, green, blue);
        out[to] = x;
        out[to + 1] = y;
        out[to + 2] = z;
        out[to + 3] = red | (green << 16);
        out[to + 4] = blue | (((records[from + classAt] as number) & classBits) << 16);
      }
      seen += points;
      return out;
    },
    seen: () => seen,
    counted() {
      // Colours are of 16 bits, but many programs write 8 of them; without colours the strength of the echo is shown in grey.
      const shade = colour === null ? 255 / Math.max(1, strongest) : strongest <= 255 ? 1 : 1 / 256;
      return { cells: counter.counted(), shade };
    },
  };
};

/** Keeps of each point what is shown, counts the cells, and finds the strongest colour. */
const readAll = async (
  path: string,
  { cloud: { header }, cube, row }: { cloud: CloudFile; cube: Cube; row: ReturnType<typeof createRow> },
  onShare: (share: number) => void,
) => {
  const taker = pointTaker(header, cube);
  const file = await open(path);
  try {
    await readPoints(file, header, (await file.stat()).size, async (records, points) => {
      await row.add(taker.take(records, points));
      onShare(taker.seen() / header.count);
    });
  } finally {
    await file.close();
  }
  return taker.counted();
};

/**
 * Makes 3D Tiles of a LAS or LAZ file. Memory holds one part of the file, the counted cells, a block of each tile and as many points as
 * `inMemory` says in each pass; all else lies in files beside the pack.
 * @returns the files of the layer in the pack
 * @throws Refusal layerCloud, layerCloudSystem, layerCloudSize
 */
export async function convertCloud(
  path: string,
  packPath: string,
  epsg: string,
  onShare: (share: number) => void,
): Promise<{ files: LayerFile[]; size: number }> {
  const cloud = await checkCloud(path, epsg);
  const { header, system } = cloud;
  const cube = cubeOf(header, system.projection.inDegrees, system.unit);
  const [points, sorted, pack] = [
    await open(`${packPath}.points`, 'wx+', 0o600),
    await open(`${packPath}.sorted`, 'wx+', 0o600),
    await open(packPath, 'wx', 0o600),
  ];
  try {
    const row = createRow(points);
    const { cells, shade } = await readAll(path, { cloud, cube, row }, (share) =>
      onShare(share * shares.read),
    );
    const root = treeOf(cells);
    const { scale, offset } = header;
    const spool = createSpool(sorted);
    let done = 0;
    for await (const some of row.read()) {
      for (let from = 0; from < some.length; from += words) {
        const x = (some[from] as number) * scale[0] + offset[0];
        const y = (some[from + 1] as number) * scale[1] + offset[1];
        const z = (some[from + 2] as number) * scale[2] + offset[2];
        const waits = spool.add(nodeFor(root, cellOf(cube, x, y, z)), some, from);
        if (waits) await waits;
      }
      done += some.length / words;
      onShare(shares.read + (shares.sort - shares.read) * (done / root.total));
    }
    const middle = [0, 1, 2].map((at) => ((header.min[at] ?? 0) + (header.max[at] ?? 0)) / 2);
    const [lng, lat] = system.projection.toDegrees([middle[0] ?? 0, middle[1] ?? 0]);
    const frame = frameAt(lng, lat, ellipsoidal(system, middle[2] ?? 0, [lng, lat]));
    const left = (share: number): void => onShare(shares.sort + (1 - shares.sort) * share);
    return await writeTiles(root, { header, system, cube, frame, spool, pack, shade, onShare: left });
  } finally {
    await points.close();
    await sorted.close();
    await pack.close();
  }
}
