import sharp from 'sharp';
import type { PlanePoint } from '@eyrie/geometry';
import { createFrame, type Frame } from './frame.ts';
import { emptyMesh, writeGlb, writeNamedGlb, type Mesh } from './glb.ts';
import { viewOf, type Picture } from './paint-ground.ts';
import type { Painter } from './paint.ts';
import { middleOf, quarters, surround, turbines, village, within, type Area } from './plan.ts';
import { addMastOf, addRoof, addTurbine, addWalls, roofFaces } from './structures.ts';
import { writeTileset, type Tile } from './tileset.ts';
import type { Files } from './tiles.ts';
import type { World } from './world.ts';

interface Thing {
  name: string;
  meshes: Mesh[];
}
const drawn = (name: string, draw: (mesh: Mesh) => void): Thing => {
  const mesh = emptyMesh();
  draw(mesh);
  return { name, meshes: [mesh] };
};
const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Buildings, masts with their wires and turbines as 3D Tiles, group by group. */
export function buildingTiles(world: World): Files {
  const files: Files = {};
  const groups: { points: readonly PlanePoint[]; draw: (frame: Frame) => Thing[] }[] = [];
  for (const area of [village, ...quarters({ west: -2400, south: -2000, east: 2400, north: 2000 })]) {
    const own = world
      .buildings()
      .filter((one) => within(area, one) && (area === village || !within(village, one)));
    if (own.length === 0) continue;
    groups.push({
      points: own,
      draw: (frame) => [
        drawn('', (mesh) => {
          for (const one of own) {
            addWalls(mesh, frame, one);
            addRoof(mesh, frame, one);
          }
        }),
      ],
    });
  }
  for (const [number, line] of world.masts().entries())
    groups.push({
      points: line,
      draw: (frame) =>
        line.map((_, at) =>
          drawn(`P${number + 1}-${twoDigits(at + 1)}`, (mesh) => addMastOf(mesh, frame, line, at)),
        ),
    });
  groups.push({
    points: turbines,
    draw: (frame) =>
      turbines.map((foot, at) =>
        drawn(`WT-${twoDigits(at + 1)}`, (mesh) => addTurbine(mesh, frame, world, foot)),
      ),
  });
  const children = groups.map(({ points, draw }, index): Tile => {
    const area = surround(points, 40);
    const middle = middleOf(area);
    const frame = createFrame(middle, world.ground(middle.east, middle.north));
    const file = `${index}.glb`;
    files[file] = writeNamedGlb(draw(frame));
    const heights = points.map(({ east, north }) => world.ground(east, north));
    const [low, high] = [Math.min(...heights) - 5, Math.max(...heights) + 110];
    return { area, low, high, error: 0, file, transform: frame.transform };
  });
  const area = surround(
    children.flatMap((child) => [
      { east: child.area.west, north: child.area.south },
      { east: child.area.east, north: child.area.north },
    ]),
    0,
  );
  const [low, high] = [
    Math.min(...children.map((one) => one.low)),
    Math.max(...children.map((one) => one.high)),
  ];
  files['tileset.json'] = writeTileset('1.1', { area, low, high, error: 120, refine: 'ADD', children });
  return files;
}

/** The model lies above the land that it covers, so that neither shows through the other. */
const lift = 0.35;

/** A textured piece of the land with its buildings, and the walls that no picture from above shows. */
const piece = async (
  { world, painter, frame }: { world: World; painter: Painter; frame: Frame },
  area: Area,
  { columns, cells }: { columns: number; cells: number },
): Promise<Uint8Array> => {
  const mesh = emptyMesh();
  const place = ({ east, north }: PlanePoint): [number, number] => [
    (east - area.west) / (area.east - area.west),
    (area.north - north) / (area.north - area.south),
  ];
  for (let row = 0; row <= cells; row += 1)
    for (let column = 0; column <= cells; column += 1) {
      const at = {
        east: area.west + ((area.east - area.west) * column) / cells,
        north: area.south + ((area.north - area.south) * row) / cells,
      };
      mesh.corners.push(...frame.local(at, world.ground(at.east, at.north) + lift));
      mesh.places.push(...place(at));
      if (row === cells || column === cells) continue;
      const corner = row * (cells + 1) + column;
      const above = corner + cells + 1;
      mesh.triangles.push(corner, corner + 1, above + 1, corner, above + 1, above);
    }
  const walls = emptyMesh();
  for (const one of world.buildings().filter((building) => within(area, building))) {
    addWalls(walls, frame, one);
    for (const { corners } of roofFaces(one)) {
      const first = mesh.corners.length / 3;
      for (const corner of corners) {
        mesh.corners.push(...frame.local(corner, corner.height + lift));
        mesh.places.push(...place(corner));
      }
      for (let index = 2; index < corners.length; index += 1)
        mesh.triangles.push(first, first + index - 1, first + index);
    }
  }
  const jpeg = await jpegOf(painter.paint(viewOf(area, columns)));
  return writeGlb([walls, mesh], jpeg);
};

const jpegOf = ({ data, width, height }: Picture): Promise<Buffer> =>
  sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 4 } })
    .flatten({ background: '#808878' })
    .jpeg({ quality: 82 })
    .toBuffer();

/** A house at the border reaches over it. */
const wider = ({ west, south, east, north }: Area): Area => ({
  west: west - 16,
  south: south - 16,
  east: east + 16,
  north: north + 16,
});

/**
 * The village as if it had been photographed from all sides: coarse from afar, in four pieces from near.
 * @param pixels width of the picture on each near piece
 */
export async function obliqueTiles(world: World, painter: Painter, pixels = 1024): Promise<Files> {
  const area: Area = {
    west: village.west - 30,
    south: village.south - 30,
    east: village.east + 50,
    north: village.north + 60,
  };
  const heights = [area.south, 0, area.north].flatMap((north) =>
    [area.west, area.east].map((east) => world.ground(east, north)),
  );
  const [low, high] = [Math.min(...heights) - 15, Math.max(...heights) + 30];
  const middle = middleOf(area);
  // One frame for all pieces: the transform of a tile moves its children too.
  const frame = createFrame(middle, world.ground(middle.east, middle.north));
  const by = { world, painter, frame };
  const files: Files = { 'far.glb': await piece(by, area, { columns: pixels / 2, cells: 24 }) };
  const children: Tile[] = [];
  for (const [index, quarter] of quarters(area).entries()) {
    const file = `near-${index}.glb`;
    files[file] = await piece(by, quarter, { columns: pixels, cells: 32 });
    children.push({ area: wider(quarter), low, high, error: 0, file });
  }
  const { transform } = frame;
  const root: Tile = {
    area: wider(area),
    low,
    high,
    error: 6,
    refine: 'REPLACE',
    file: 'far.glb',
    transform,
    children,
  };
  files['tileset.json'] = writeTileset('1.1', root);
  return files;
}
