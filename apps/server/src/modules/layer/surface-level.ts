import { blockBounds, blockMiddle, blockSide, type ObstacleBlock, type Place } from '@eyrie/geometry';
import { undulation } from '../../platform/undulation.ts';
import type { LayerRead, Read } from './surface-source.ts';

/** Places by each side of a block at which the ground is asked: every 20 m, as plans ask for it. */
const nodes = 9;
const cellsBetween = blockSide / (nodes - 1);
/** Places of the ground that one layer asks for at most. */
const placesMost = 60_000;

/** Metres of the ground above the ellipsoid at each place, NaN where unknown; null: no terrain is seen. */
export type HeightsAt = (places: readonly Place[]) => Promise<Float32Array | null>;

const nodesOf = (block: ObstacleBlock): Place[] => {
  const { west, east, south, north } = blockBounds(block);
  return Array.from({ length: nodes * nodes }, (_, at) => ({
    lng: west + ((east - west) * (at % nodes)) / (nodes - 1),
    lat: north + ((south - north) * Math.floor(at / nodes)) / (nodes - 1),
  }));
};

/** A block whose tops are above the ground as one above the ellipsoid: each cell on the highest ground about it. Cells whose ground is not known are left out. */
function raised({ x, y, cells, tops, labels }: ObstacleBlock, ground: Float32Array): ObstacleBlock {
  const levels = Float32Array.from(cells, (cell) => {
    const column = Math.floor((cell % blockSide) / cellsBetween);
    const row = Math.floor(cell / blockSide / cellsBetween);
    const at = row * nodes + column;
    const around = [at, at + 1, at + nodes, at + nodes + 1].map((node) => ground[node] as number);
    return Math.max(...around);
  });
  const known = [...cells.keys()].filter((at) => !Number.isNaN(levels[at]));
  return {
    x,
    y,
    cells: Uint16Array.from(known, (at) => cells[at] as number),
    tops: Float32Array.from(known, (at) => (tops[at] as number) + (levels[at] as number)),
    labels: Uint16Array.from(known, (at) => labels[at] as number),
  };
}

async function onGround(read: Read, heightsAt: HeightsAt): Promise<LayerRead> {
  const { blocks, names } = read;
  const places = blocks.length * nodes ** 2 <= placesMost ? blocks.flatMap(nodesOf) : null;
  const heights = places && (await heightsAt(places));
  if (!heights) return { read: [], wanting: 'terrain' };
  const all = blocks.map((block, at) =>
    raised(block, heights.subarray(at * nodes ** 2, (at + 1) * nodes ** 2)),
  );
  const whole = all.every(({ cells }, at) => cells.length === blocks[at]?.cells.length);
  return { read: [{ blocks: all, names }], wanting: whole ? null : 'terrain' };
}

const onSea = ({ blocks, names }: Read): Read => ({
  names,
  blocks: blocks.map((block) => {
    const level = undulation(blockMiddle(block));
    return { ...block, tops: block.tops.map((top) => top + level) };
  }),
});

/** What stands by a layer, all of it above the ellipsoid. */
export async function onEllipsoid({ read, wanting }: LayerRead, heightsAt: HeightsAt): Promise<LayerRead> {
  const all: Read[] = [];
  let missing = wanting;
  for (const one of read) {
    if (one.over === undefined) all.push(one);
    else if (one.over === 'sea') all.push(onSea(one));
    else {
      const stood = await onGround(one, heightsAt);
      all.push(...stood.read);
      missing ??= stood.wanting;
    }
  }
  return { read: all, wanting: missing };
}
