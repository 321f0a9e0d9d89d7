import { strToU8 } from 'fflate';
import type { PlanePoint } from '@eyrie/geometry';
import { createFrame, type Frame } from './frame.ts';
import { cellNoise } from '../../platform/noise.ts';
import { viewOf } from './paint-ground.ts';
import type { Painter } from './paint.ts';
import { quarters, sitePoint, within, type Area } from './plan.ts';
import { wireEnds, wirePoint } from './structures.ts';
import { writeTileset, type Tile } from './tileset.ts';
import type { Files } from './tiles.ts';
import { inBuilding, type World } from './world.ts';

/** Around the southern dock and along its line of masts. */
const scanned: Area = { west: -220, south: -1260, east: 260, north: -760 };

interface Cloud {
  places: { at: PlanePoint; height: number }[];
  colours: number[];
}

const wirePoints = (world: World): Cloud['places'] =>
  world.masts().flatMap((line) =>
    line.slice(1).flatMap((mast, index) => {
      const before = line[index];
      if (!before) return [];
      return wireEnds(before).flatMap((from, side) => {
        const to = wireEnds(mast)[side];
        if (!to) return [];
        return Array.from({ length: 400 }, (_, step) => wirePoint(from, to, step / 400)).map((spot) => ({
          at: spot,
          height: spot.height,
        }));
      });
    }),
  );

/** Points on ground and roofs, a bit apart from a grid as a scanner leaves them, and on masts and wires. */
const scan = (world: World, painter: Painter, step: number): Cloud => {
  const view = viewOf(scanned, Math.round((scanned.east - scanned.west) / step));
  const picture = painter.paint(view);
  const halls = world.buildings().filter((one) => within(scanned, one, 40));
  const cloud: Cloud = { places: [], colours: [] };
  for (const [row, north] of view.north.entries())
    for (const [column, east] of view.east.entries()) {
      const at = {
        east: east + step * (cellNoise(row, column, 41) - 0.5),
        north: north + step * (cellNoise(row, column, 42) - 0.5),
      };
      const roof = halls.find((one) => {
        const { along, across } = inBuilding(one, at);
        return Math.abs(along) < one.long / 2 && Math.abs(across) < one.wide / 2;
      });
      const noise = 0.08 * (cellNoise(row, column, 43) - 0.5);
      cloud.places.push({ at, height: (roof?.eaves ?? world.ground(at.east, at.north)) + noise });
      const pixel = (row * view.east.length + column) * 4;
      cloud.colours.push(...picture.data.slice(pixel, pixel + 3));
    }
  const add = (place: Cloud['places'][number], colour: readonly [number, number, number]) => {
    if (!within(scanned, place.at)) return;
    cloud.places.push(place);
    cloud.colours.push(...colour);
  };
  for (const mast of world.masts().flat())
    for (let up = 0; up < 220; up += 1)
      add({ at: mast, height: mast.base + (up / 220) * (mast.top - mast.base) }, [158, 164, 168]);
  for (const place of wirePoints(world)) add(place, [92, 96, 100]);
  return cloud;
};
const steps = 65_535;

/** A pnts file with positions of two bytes each, around the middle of its frame. */
export const writePoints = (frame: Frame, { places, colours }: Cloud): Uint8Array => {
  const local = places.map(({ at, height }) => frame.local(at, height));
  const low = [0, 1, 2].map((axis) =>
    local.reduce((least, one) => Math.min(least, one[axis] ?? 0), Infinity),
  );
  const high = [0, 1, 2].map((axis) =>
    local.reduce((most, one) => Math.max(most, one[axis] ?? 0), -Infinity),
  );
  const scale = low.map((value, axis) => Math.max(0.001, (high[axis] ?? value) - value));
  const count = places.length;
  const header = JSON.stringify({
    POINTS_LENGTH: count,
    QUANTIZED_VOLUME_OFFSET: low,
    QUANTIZED_VOLUME_SCALE: scale,
    POSITION_QUANTIZED: { byteOffset: 0 },
    RGB: { byteOffset: count * 6 },
  });
  const text = strToU8(header.padEnd(Math.ceil((28 + header.length) / 8) * 8 - 28));
  const binary = Math.ceil((count * 9) / 8) * 8;
  const bytes = new Uint8Array(28 + text.length + binary);
  const view = new DataView(bytes.buffer);
  bytes.set(strToU8('pnts'));
  for (const [index, value] of [1, bytes.length, text.length, binary, 0, 0].entries())
    view.setUint32(4 + index * 4, value, true);
  bytes.set(text, 28);
  const first = 28 + text.length;
  for (const [index, one] of local.entries())
    for (const axis of [0, 1, 2])
      view.setUint16(
        first + index * 6 + axis * 2,
        Math.round((steps * ((one[axis] ?? 0) - (low[axis] ?? 0))) / (scale[axis] ?? 1)),
        true,
      );
  bytes.set(colours, first + count * 6);
  return bytes;
};

/**
 * One point of five from afar, the others in four pieces from near.
 * @param step metres between two points of the ground
 */
export function pointTiles(world: World, painter: Painter, step = 0.9): Files {
  const cloud = scan(world, painter, step);
  const pick = (wanted: (index: number, at: PlanePoint) => boolean): Cloud => {
    const part: Cloud = { places: [], colours: [] };
    for (const [index, place] of cloud.places.entries()) {
      if (!wanted(index, place.at)) continue;
      part.places.push(place);
      part.colours.push(...cloud.colours.slice(index * 3, index * 3 + 3));
    }
    return part;
  };
  const heights = cloud.places.map(({ height }) => height);
  const low = heights.reduce((least, one) => Math.min(least, one), Infinity) - 1;
  const high = heights.reduce((most, one) => Math.max(most, one), -Infinity) + 1;
  const middle = sitePoint('south');
  const frame = createFrame(middle, world.ground(middle.east, middle.north));
  const files: Files = {};
  const coarse = (index: number): boolean => index % 5 === 0;
  files['far.pnts'] = writePoints(frame, pick(coarse));
  const children = quarters(scanned).map((area, index): Tile => {
    const file = `near-${index}.pnts`;
    files[file] = writePoints(
      frame,
      pick((point, at) => !coarse(point) && inQuarter(area, at)),
    );
    return { area, low, high, error: 0, file };
  });
  files['tileset.json'] = writeTileset('1.0', {
    area: {
      west: scanned.west - 1,
      south: scanned.south - 1,
      east: scanned.east + 1,
      north: scanned.north + 1,
    },
    low,
    high,
    error: 8,
    refine: 'ADD',
    file: 'far.pnts',
    transform: frame.transform,
    children,
  });
  return files;
}
const inQuarter = ({ west, south, east, north }: Area, at: PlanePoint): boolean => {
  const left = west === scanned.west ? -Infinity : west;
  const bottom = south === scanned.south ? -Infinity : south;
  const right = east === scanned.east ? Infinity : east;
  const top = north === scanned.north ? Infinity : north;
  return at.east >= left && at.east < right && at.north >= bottom && at.north < top;
};
