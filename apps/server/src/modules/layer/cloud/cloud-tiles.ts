import type { FileHandle } from 'node:fs/promises';
import { limits } from '@eyrie/domain/rules';
import type { LayerFile } from '../layer-columns.ts';
import { isLeaf, type CloudNode, type Cube } from './cloud-tree.ts';
import { localGrid, type Frame } from './frame.ts';
import type { LasHeader } from './las-file.ts';
import type { CloudSystem } from './las-system.ts';
import { noBox, pointTile, widen, type Box } from './point-tile.ts';
import { words, type Spool } from './spool.ts';

/** Of how many pixels on the screen the points of one node are enough: of a side this part is their error. */
const errorShare = 1 / 16;

interface Tile {
  boundingVolume: { box: number[] };
  geometricError: number;
  refine: 'ADD';
  content?: { uri: string };
  children?: Tile[];
  transform?: number[];
}

export interface CloudMaking {
  header: LasHeader;
  system: CloudSystem;
  cube: Cube;
  frame: Frame;
  spool: Spool;
  pack: FileHandle;
  /** How much of 255 one step of a colour is. */
  shade: number;
  onShare(share: number): void;
}

const volumeOf = ({ min, max }: Box): number[] => {
  const half = [0, 1, 2].map((at) => Math.max(0.001, ((max[at as 0] ?? 0) - (min[at as 0] ?? 0)) / 2));
  const middle = [0, 1, 2].map((at) => ((max[at as 0] ?? 0) + (min[at as 0] ?? 0)) / 2);
  return [...middle, half[0] ?? 0, 0, 0, 0, half[1] ?? 0, 0, 0, 0, half[2] ?? 0];
};

/** Local places of the points of a node, and the box around them. */
const placesOf = (node: CloudNode, records: Int32Array, making: CloudMaking) => {
  const { header, system, cube, frame } = making;
  const { scale, offset } = header;
  const { from, side, metres } = cube;
  const [west, south] = [0, 1].map(
    (at) =>
      (from[at as 0] ?? 0) + ((node.place[at as 0] ?? 0) * side) / (metres[at as 0] ?? 1) / 2 ** node.level,
  );
  const place = localGrid(frame, system, west ?? 0, south ?? 0, cube, node.level);
  const count = records.length / words;
  const local = new Float64Array(count * 4);
  for (let at = 0; at < count; at += 1) {
    const first = at * words;
    const x = (records[first] as number) * scale[0] + offset[0];
    const y = (records[first + 1] as number) * scale[1] + offset[1];
    const z = (records[first + 2] as number) * scale[2] + offset[2];
    place(x, y, z, local, at * 4);
  }
  const box = noBox();
  for (const axis of [0, 1, 2] as const) {
    let [least, most] = [Infinity, -Infinity];
    for (let at = axis; at < local.length; at += 4) {
      const one = local[at] as number;
      if (one < least) least = one;
      if (one > most) most = one;
    }
    box.min[axis] = least;
    box.max[axis] = most;
  }
  return { local, box };
};

/** What all tiles say of their points, for colours by height and class. */
export interface CloudRange {
  heights: { minimum: number; maximum: number };
  classes: Set<number>;
}

const widenRange = (range: CloudRange, records: Int32Array, local: Float64Array): void => {
  let { minimum, maximum } = range.heights;
  let last = -1;
  for (let at = 0; at < records.length / words; at += 1) {
    const height = local[at * 4 + 3] as number;
    if (height < minimum) minimum = height;
    if (height > maximum) maximum = height;
    const one = ((records[at * words + 4] as number) >>> 16) & 0xff;
    if (one !== last) range.classes.add(one);
    last = one;
  }
  range.heights = { minimum, maximum };
};

/**
 * Writes the tiles of a tree one behind the other, then the file that names them.
 * @returns the files of the layer; `0` is the root
 */
export async function writeTiles(
  root: CloudNode,
  making: CloudMaking,
): Promise<{ files: LayerFile[]; size: number }> {
  const files: LayerFile[] = [];
  const range: CloudRange = { heights: { minimum: Infinity, maximum: -Infinity }, classes: new Set() };
  let [size, written] = [0, 0];
  const put = async (bytes: Buffer, path: string, contentType: string): Promise<void> => {
    await making.pack.write(bytes, 0, bytes.length, size);
    files.push({ path, start: size, length: bytes.length, contentType });
    size += bytes.length;
  };
  /** A node that is no longer divided may hold more than one tile should: its points are dealt out to several. */
  const contentsOf = async (node: CloudNode): Promise<{ uri: string; box: Box }[]> => {
    const all = await making.spool.read(node);
    const most = limits.layer.cloudTileMost * words;
    const contents: { uri: string; box: Box }[] = [];
    for (let at = 0; at < all.length; at += most) {
      const records = all.subarray(at, at + most);
      const { local, box } = placesOf(node, records, making);
      widenRange(range, records, local);
      const uri = String(files.length + 1);
      await put(pointTile(records, local, box, making.shade), uri, 'application/octet-stream');
      contents.push({ uri: `${uri}.rest`, box });
    }
    written += node.kept;
    making.onShare(written / root.total);
    return contents;
  };
  const tileOf = async (node: CloudNode): Promise<{ tile: Tile; box: Box }> => {
    const contents = await contentsOf(node);
    const below: { tile: Tile; box: Box }[] = [];
    for (const child of node.children) if (child && child.total > 0) below.push(await tileOf(child));
    const box = noBox();
    for (const one of [...contents, ...below]) widen(box, one.box);
    const more = contents.slice(1).map(({ uri, box: its }): Tile => ({
      boundingVolume: { box: volumeOf(its) },
      geometricError: 0,
      refine: 'ADD',
      content: { uri },
    }));
    const children = [
      ...more,
      ...below.filter(({ box: its }) => its.min[0] <= its.max[0]).map(({ tile }) => tile),
    ];
    const error = isLeaf(node) && more.length === 0 ? 0 : (making.cube.side / 2 ** node.level) * errorShare;
    const [first] = contents;
    const tile: Tile = {
      boundingVolume: { box: volumeOf(box) },
      geometricError: error,
      refine: 'ADD',
      ...(first ? { content: { uri: first.uri } } : {}),
      ...(children.length > 0 ? { children } : {}),
    };
    return { tile, box };
  };
  const { tile } = await tileOf(root);
  const tileset = {
    asset: { version: '1.0' },
    geometricError: making.cube.side * errorShare * 2,
    properties: {
      Height: range.heights,
      Classification: { minimum: Math.min(...range.classes), maximum: Math.max(...range.classes) },
    },
    root: { ...tile, transform: making.frame.transform },
  };
  await put(Buffer.from(JSON.stringify(tileset)), '0', 'application/json');
  return { files, size };
}
