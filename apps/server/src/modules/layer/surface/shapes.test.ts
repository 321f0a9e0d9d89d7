import { obstacleField, tileAt, unitOf, type Bounds, type Place } from '@eyrie/geometry';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readVectors } from '../vector.ts';
import { answerSurface } from './surface-answer.ts';

const box: Bounds = { west: 114.726, east: 114.728, south: 41.163, north: 41.164 };
const ring = (west: number, south: number, east: number, north: number): number[][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const block = ring(114.7265, 41.1632, 114.727, 41.1635);
const inside: Place = { lng: 114.72675, lat: 41.16335 };
const feature = (coordinates: unknown, properties: object, type = 'Polygon') => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
});
const collection = (...features: object[]): string => JSON.stringify({ type: 'FeatureCollection', features });

/** What stands by a file as it is uploaded. */
async function standing(file: string, boxes: readonly Bounds[] = [box]) {
  const { text } = readVectors(Buffer.from(file));
  const about = JSON.stringify({ kind: 'shapes', boxes });
  const answer = await answerSurface({ bytes: Buffer.from(text), about });
  if (!answer.ok || answer.kind !== 'shapes') throw new Error(JSON.stringify(answer));
  const { blocks, names, unknown } = answer;
  const labels = names.map((name) => ({ name, layer: '' }));
  return {
    unknown,
    ground: obstacleField(blocks.ground, labels),
    sea: obstacleField(blocks.sea, labels),
    cells: [...blocks.ground, ...blocks.sea].reduce((sum, { cells }) => sum + cells.length, 0),
  };
}
const kml = (...placemarks: string[]): string =>
  `<kml><Document>${placemarks.map((one) => `<Placemark><name>L1</name>${one}</Placemark>`).join('')}</Document></kml>`;

describe('shapes that stand on the ground', () => {
  it('are as high above it as their height says, inside and on the edge, and nowhere else', async () => {
    const { ground, unknown } = await standing(collection(feature([block], { name: 'B1', height: 30 })));
    expect(unknown).toBe(false);
    expect(ground.at(inside)).toMatchObject({ top: 30, name: 'B1' });
    expect(ground.topAt({ lng: 114.7265, lat: 41.1634 })).toBe(30);
    expect(ground.topAt({ lng: 114.7272, lat: 41.16335 })).toBeNull();
  });

  it.each([
    ['30 m', 30],
    ['12.5', 12.5],
    ['30 ft', null],
    [0, null],
    [-3, null],
    ['', null],
    [null, null],
    [1e9, null],
  ])('height %j is %s', async (height, top) => {
    const { ground, unknown } = await standing(collection(feature([block], { height })));
    expect([ground.topAt(inside), unknown]).toEqual([top, top === null]);
  });

  it('have no height by a third number alone, whose origin programs do not agree on', async () => {
    const raised = block.map(([lng, lat]) => [lng, lat, 55]);
    expect(await standing(collection(feature([raised], {})))).toMatchObject({ unknown: true, cells: 0 });
  });

  it('leave a hole open, and know that one elsewhere without a height is of no matter', async () => {
    const hole = ring(114.72665, 41.1633, 114.72685, 41.1634);
    const { ground } = await standing(collection(feature([block, hole], { height: 9 })));
    expect(ground.topAt(inside)).toBeNull();
    expect(ground.topAt({ lng: 114.7266, lat: 41.16325 })).toBe(9);
    const far = ring(115, 41, 115.001, 41.001);
    expect(await standing(collection(feature([far], {})))).toMatchObject({ unknown: false, cells: 0 });
  });

  it('are drawn where they are asked for only, however large they are', async () => {
    const land = ring(114, 41, 115, 42);
    const { ground, cells } = await standing(collection(feature([land], { height: 12 })));
    expect(ground.topAt(inside)).toBe(12);
    expect(cells).toBeLessThan(30_000);
  });

  it('are lines and points too, also several as one', async () => {
    const line = [
      [114.7262, 41.1632],
      [114.7278, 41.1638],
    ];
    const found = await standing(
      collection(
        feature(line, { height: 20 }, 'LineString'),
        feature([line.map(([lng, lat]) => [lng, (lat ?? 0) - 0.0001])], { height: 21 }, 'MultiLineString'),
        feature(
          [
            [114.7275, 41.1632],
            [114.7276, 41.1633],
          ],
          { height: 60 },
          'MultiPoint',
        ),
        feature([[block]], { height: 5 }, 'MultiPolygon'),
      ),
    );
    expect(found.ground.topAt({ lng: 114.727, lat: 41.1635 })).toBe(20);
    expect(found.ground.topAt({ lng: 114.727, lat: 41.1634 })).toBe(21);
    expect(found.ground.topAt({ lng: 114.7276, lat: 41.1633 })).toBe(60);
    expect(found.ground.topAt({ lng: 114.72655, lat: 41.16345 })).toBe(5);
    // Between the two points there is nothing.
    expect(found.ground.topAt({ lng: 114.72755, lat: 41.16325 })).toBeNull();
  });

  it('of KML are above what their mode says, each place by itself', async () => {
    const line = (mode: string, heights: readonly number[]) =>
      `<LineString>${mode}<coordinates>114.7262,41.1635,${heights[0]} 114.7278,41.1635,${heights[1]}</coordinates></LineString>`;
    const absolute = '<altitudeMode>absolute</altitudeMode>';
    const relative = '<extrude>1</extrude><altitudeMode>relativeToGround</altitudeMode>';
    const middle = { lng: 114.727, lat: 41.1635 };
    const over = await standing(kml(line(absolute, [1_400, 1_500])));
    expect(over.sea.topAt(middle)).toBeCloseTo(1_450, 0);
    expect(over.ground.topAt(middle)).toBeNull();
    const above = await standing(kml(line(relative, [10, 30])));
    expect(above.ground.topAt(middle)).toBeCloseTo(20, 0);
    for (const flat of [line('', [10, 30]), line(relative, [0, 0])])
      expect(await standing(kml(flat))).toMatchObject({ unknown: true, cells: 0 });
    const roof = `<Polygon>${relative}<outerBoundaryIs><LinearRing><coordinates>${block
      .map(([lng, lat], at) => `${lng},${lat},${20 + at}`)
      .join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
    // Where a roof slopes is not guessed: its highest corner holds for all of it.
    expect((await standing(kml(roof))).ground.topAt(inside)).toBe(24);
  });
});

describe('a tile of heights of the surface', () => {
  const z = 16;
  const tile = tileAt(inside, z);
  const size = 256;
  const pixelOf = (place: Place): number => {
    const { x, y } = unitOf(place);
    return Math.floor((y * 2 ** z - tile.y) * size) * size + Math.floor((x * 2 ** z - tile.x) * size);
  };
  const picture = async (paint: (pixels: Uint8Array) => void): Promise<Uint8Array> => {
    const pixels = new Uint8Array(size * size * 4);
    for (let at = 0; at < size * size; at += 1) pixels.set([128, 10, 0, 255], at * 4);
    paint(pixels);
    return sharp(pixels, { raw: { width: size, height: size, channels: 4 } })
      .png()
      .toBuffer();
  };
  const asked = async (bytes: Uint8Array) => {
    const about = JSON.stringify({ kind: 'heights', tile, encoding: 'terrarium', boxes: [box] });
    const answer = await answerSurface({ bytes, about });
    if (!answer.ok || answer.kind !== 'content') return answer;
    return { unknown: answer.unknown, field: obstacleField(answer.blocks, []) };
  };

  it('is as high as its highest pixel in each cell', async () => {
    const found = await asked(
      await picture((pixels) => pixels.set([128, 90, 128, 255], pixelOf(inside) * 4)),
    );
    if (!('field' in found)) throw new Error(JSON.stringify(found));
    expect(found.unknown).toBe(false);
    expect(found.field.topAt(inside)).toBe(90.5);
    expect(found.field.topAt({ ...inside, lat: 41.1637 })).toBe(10);
    expect(found.field.topAt({ ...inside, lat: 41.2 })).toBeNull();
  });

  it.each([
    ['see-through', [128, 10, 0, 0]],
    ['what stands for nothing', [0, 0, 0, 255]],
  ])('says that it does not know a pixel that is %s', async (_, pixel) => {
    const found = await asked(await picture((pixels) => pixels.set(pixel, pixelOf(inside) * 4)));
    expect(found).toMatchObject({ unknown: true });
    expect('field' in found && found.field.topAt(inside)).toBeNull();
  });

  it('that is no picture is not guessed', async () => {
    expect(await asked(Buffer.from('no picture'))).toEqual({ ok: false, why: 'picture' });
  });
});
