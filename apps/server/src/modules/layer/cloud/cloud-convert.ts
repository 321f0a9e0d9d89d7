import { open } from 'node:fs/promises';
import type { LayerFile } from '../layer-columns.ts';
import { cloudRefusal } from './cloud-fault.ts';
import { checkCloud, type CloudFile } from './cloud-file.ts';
import { cellOf, cubeOf, keyOf, nodeFor, treeOf, type Cube } from './cloud-tree.ts';
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

type Place = (records: Buffer, at: number) => [x: number, y: number, z: number];
const placeBy =
  ({ scale, offset }: LasHeader): Place =>
  (records, at) => [
    records.readInt32LE(at) * scale[0] + offset[0],
    records.readInt32LE(at + 4) * scale[1] + offset[1],
    records.readInt32LE(at + 8) * scale[2] + offset[2],
  ];

/** Refuses a point that lies outside of the box that the header names: a lie about the count is unpacked as noise. */
const requireInside = ({ min, max, scale }: LasHeader, place: readonly number[], index: number): void => {
  for (const at of [0, 1, 2] as const) {
    const one = place[at] ?? Number.NaN;
    const off = slack * scale[at];
    if (!(one >= min[at] - off && one <= max[at] + off))
      throw cloudRefusal('layerCloud', `point ${index}: ${'XYZ'[at]} ${one}, ${min[at]} – ${max[at]}`);
  }
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
  const place = placeBy(header);
  const cells = new Map<number, number>();
  let [strongest, seen] = [0, 0];
  const [file, spool] = [await open(path), await open(spoolPath, 'wx', 0o600)];
  try {
    await readPoints(file, header, (await file.stat()).size, async (records, points) => {
      const out = Buffer.alloc(points * spooled);
      for (let index = 0; index < points; index += 1) {
        const [from, to] = [index * recordLength, index * spooled];
        const at = place(records, from);
        requireInside(header, at, seen + index);
        const key = keyOf(cellOf(cube, ...at), 256);
        cells.set(key, (cells.get(key) ?? 0) + 1);
        records.copy(out, to, from, from + 12);
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
  return { cells, shade };
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
    const place = placeBy(header);
    const spool = createSpool(sorted);
    const bytes = Buffer.alloc(sortedAtOnce * spooled);
    for (let done = 0; done < root.total;) {
      const { bytesRead } = await points.read(bytes, 0, bytes.length, done * spooled);
      const count = Math.floor(bytesRead / spooled);
      if (count === 0) throw new Error('points between the passes are missing');
      for (let at = 0; at < count; at += 1) {
        const record = bytes.subarray(at * spooled, (at + 1) * spooled);
        const waits = spool.add(nodeFor(root, cellOf(cube, ...place(record, 0))), record);
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
