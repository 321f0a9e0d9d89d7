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
import { createSpool, spooled } from './spool.ts';

/** How the three passes share the work: unpacking takes most. */
const shares = { read: 0.6, sort: 0.8 };

/** Points that are sorted at once. */
const sortedAtOnce = 100_000;

/** Steps of the file beyond its own box that a point may lie at: programs round the box. */
const slack = 2;

/** One number of the place of a point, in the units of the file. */
type Coordinate = (records: Buffer, at: number, axis: 0 | 1 | 2) => number;
const coordinateBy =
  ({ scale, offset }: LasHeader): Coordinate =>
  (records, at, axis) =>
    records.readInt32LE(at + 4 * axis) * scale[axis] + offset[axis];

/** Refuses a point that lies outside of the box that the header names: a lie about the count is unpacked as noise. */
const requireInside = (
  { min, max, scale }: LasHeader,
  axis: 0 | 1 | 2,
  value: number,
  index: number,
): number => {
  const off = slack * scale[axis];
  if (!(value >= min[axis] - off && value <= max[axis] + off))
    throw cloudRefusal('layerCloud', `point ${index}: ${'XYZ'[axis]} ${value}, ${min[axis]} – ${max[axis]}`);
  return value;
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

/** Keeps of each point what is shown, counts the cells, and finds the strongest colour. */
const readAll = async (
  path: string,
  { header }: CloudFile,
  cube: Cube,
  spoolPath: string,
  onShare: (share: number) => void,
) => {
  const { format, recordLength, count } = header;
  const colour = colourAt(format);
  const coordinate = coordinateBy(header);
  const counter = cellCounter();
  let [strongest, seen] = [0, 0];
  const [file, spool] = [await open(path), await open(spoolPath, 'wx', 0o600)];
  try {
    await readPoints(file, header, (await file.stat()).size, async (records, points) => {
      const out = Buffer.alloc(points * spooled);
      for (let index = 0; index < points; index += 1) {
        const [from, to] = [index * recordLength, index * spooled];
        const x = requireInside(header, 0, coordinate(records, from, 0), seen + index);
        const y = requireInside(header, 1, coordinate(records, from, 1), seen + index);
        const z = requireInside(header, 2, coordinate(records, from, 2), seen + index);
        counter.add(cellOf(cube, x, y, z));
        for (let byte = 0; byte < 12; byte += 1) out[to + byte] = records[from + byte] as number;
        for (let band = 0; band < 3; band += 1) {
          const value = records.readUInt16LE(from + (colour === null ? 12 : colour + 2 * band));
          strongest = Math.max(strongest, value);
          out.writeUInt16LE(value, to + 12 + 2 * band);
        }
        out[to + 18] = format < 6 ? (records[from + 15] as number) & 31 : (records[from + 16] as number);
      }
      await spool.write(out);
      onShare((seen += points) / count);
    });
  } finally {
    await file.close();
    await spool.close();
  }
  // Colours are of 16 bits, but many programs write 8 of them; without colours the strength of the echo is shown in grey.
  const shade = colour === null ? 255 / Math.max(1, strongest) : strongest <= 255 ? 1 : 1 / 256;
  return { cells: counter.counted(), shade };
};

/**
 * Makes 3D Tiles of a LAS or LAZ file. Memory holds one part of the file, the counted cells and a block of each tile; all else lies
 * in files beside the pack.
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
  const spoolPath = `${packPath}.points`;
  const { cells, shade } = await readAll(path, cloud, cube, spoolPath, (share) =>
    onShare(share * shares.read),
  );
  const root = treeOf(cells);
  const [points, sorted, pack] = [
    await open(spoolPath),
    await open(`${packPath}.sorted`, 'wx+', 0o600),
    await open(packPath, 'wx', 0o600),
  ];
  try {
    const coordinate = coordinateBy(header);
    const spool = createSpool(sorted);
    const bytes = Buffer.alloc(sortedAtOnce * spooled);
    for (let done = 0; done < root.total;) {
      const { bytesRead } = await points.read(bytes, 0, bytes.length, done * spooled);
      const count = Math.floor(bytesRead / spooled);
      if (count === 0) throw new Error('points between the passes are missing');
      for (let at = 0; at < count; at += 1) {
        const from = at * spooled;
        const [x, y, z] = [
          coordinate(bytes, from, 0),
          coordinate(bytes, from, 1),
          coordinate(bytes, from, 2),
        ];
        const waits = spool.add(nodeFor(root, cellOf(cube, x, y, z)), bytes, from);
        if (waits) await waits;
      }
      done += count;
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
