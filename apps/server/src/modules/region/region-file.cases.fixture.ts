import { regionCalls, type DrawnGeometry, type RegionRecord } from '@eyrie/domain';
import { buildZip } from '@eyrie/testing';
import { describe, expect, it } from 'vitest';
import { call, refused, upload, square } from './region-world.fixture.ts';

/** One polygon as a `.shp` has it. */
const shapefile = (ring: number[][]): Buffer => {
  const content = 44 + 4 + ring.length * 16;
  const bytes = Buffer.alloc(100 + 8 + content);
  bytes.writeInt32BE(9994, 0);
  bytes.writeInt32BE(bytes.length / 2, 24);
  bytes.writeInt32LE(1000, 28);
  bytes.writeInt32LE(5, 32);
  bytes.writeInt32BE(1, 100);
  bytes.writeInt32BE(content / 2, 104);
  bytes.writeInt32LE(5, 108);
  bytes.writeInt32LE(1, 144);
  bytes.writeInt32LE(ring.length, 148);
  ring.flat().forEach((value, at) => bytes.writeDoubleLE(value, 156 + at * 8));
  return bytes;
};

describe('a file of regions', () => {
  const collection = (...geometries: object[]): string =>
    JSON.stringify({
      type: 'FeatureCollection',
      features: geometries.map((geometry, at) => ({
        type: 'Feature',
        properties: { name: `面${at}`, fill: '#FF0000' },
        geometry,
      })),
    });
  interface Read {
    rows: {
      row: number;
      name: string;
      shape: string | null;
      colour: string | null;
      issues: { rule: string; message: string }[];
    }[];
    added: number;
  }
  const bad = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ],
    ],
  };

  it('is judged row by row, and stores what was chosen', async () => {
    const text = collection(square(1, 1, 1), bad, { type: 'Point', coordinates: [22, 113] });
    const read = await upload<Read>(text);
    expect(read.rows.map(({ name, shape, issues }) => [name, shape, issues[0]?.rule])).toEqual([
      ['面0', 'polygon', undefined],
      ['面1', null, 'shape.selfCrossing'],
      ['面2', null, 'shape.swapped'],
    ]);
    expect(await call(regionCalls.queryCount, {})).toEqual({ count: 0 });
    expect(await refused(upload(text, { kind: 'noFly' }))).toMatchObject({ reason: 'regionRows' });
    expect(await upload<Read>(text, { rows: '1', kind: 'noFly', group: '导入' })).toMatchObject({ added: 1 });
    const { list } = await call<{ list: RegionRecord[] }>(regionCalls.query, {});
    expect(list).toMatchObject([{ name: '面0', kind: 'noFly', group: '导入', colour: '#FF0000' }]);
  });

  it('names what is wrong with hostile rows, and keeps what only looks like it', async () => {
    const ring = (...coordinates: unknown[]) => ({ type: 'Polygon', coordinates: [coordinates] });
    const many = Array.from({ length: 100_000 }, (_, step) => {
      const turn = (step * Math.PI) / 50_000;
      return [Math.cos(turn), Math.sin(turn)];
    });
    const text = collection(
      ring(...many),
      ring([0, 0], [1, 1], [0, 0]),
      ring([22, 113], [23, 113], [23, 114], [22, 113]),
      ring([0, 0], [null, 1], [1, 1], [0, 0]),
      ring([0, 80], [120, 80], [-120, 80], [0, 80]),
      ring([179, 1], [-179, 1], [-179, 2], [179, 2], [179, 1]),
      { type: 'LineString', coordinates: many },
    );
    const read = await upload<Read>(text);
    expect(read.rows.map(({ shape, issues }) => shape ?? issues[0]?.rule)).toEqual([
      'tooMany',
      'shape.tooFewPlaces',
      'shape.swapped',
      'shape.unknown',
      'shape.aroundPole',
      'polygon',
      'tooMany',
    ]);
    const kml = (places: string) =>
      `<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${places}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`;
    const [first] = (await upload<Read>(kml('0,0 NaN,1 1,1 0,0'))).rows;
    expect(first).toMatchObject({ shape: null, issues: [{ rule: 'shape.notFinite' }] });
    await upload(text, { rows: '6' });
    const { list } = await call<{ list: { geometry: DrawnGeometry }[] }>(regionCalls.shown, {
      bounds: { west: 179.5, south: 0, east: 180.5, north: 3 },
    });
    expect(list).toHaveLength(1);
    const geometry = ring(...many);
    expect(await refused(call(regionCalls.add, { name: 'x', geometry }))).toMatchObject({
      reason: 'invalid',
    });
  });

  it('may be KML or KMZ, with holes and several parts', async () => {
    const ring = (west: number, size: number) =>
      `<LinearRing><coordinates>${square(west, 1, size)
        .coordinates[0]?.map((one) => one.join(','))
        .join(' ')}</coordinates></LinearRing>`;
    const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><Placemark><name>塔</name>
      <Style><PolyStyle><color>7f0000ff</color></PolyStyle></Style>
      <MultiGeometry><Polygon><outerBoundaryIs>${ring(1, 1)}</outerBoundaryIs></Polygon>
      <LineString><coordinates>1,2,30 1.1,2,30</coordinates></LineString></MultiGeometry></Placemark></Folder></Document></kml>`;
    const expected = [
      { name: '塔 1', shape: 'polygon', colour: '#ff0000', issues: [] },
      { name: '塔 2', shape: 'line', issues: [] },
    ];
    expect((await upload<Read>(kml)).rows).toMatchObject(expected);
    const kmz = buildZip({ 'doc.kml': Buffer.from(kml) });
    expect((await upload<Read>(kmz)).rows).toMatchObject(expected);
  });

  it('may be a zipped Shapefile, in degrees or with its projection', async () => {
    const projection =
      'PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1]]';
    const degrees = shapefile([
      [1, 1],
      [1, 2],
      [2, 2],
      [2, 1],
      [1, 1],
    ]);
    expect((await upload<Read>(buildZip({ 'a/area.shp': degrees }))).rows).toMatchObject([
      { name: '#1', shape: 'polygon', issues: [] },
    ]);
    const metres = shapefile([
      [111_319, 111_325],
      [111_319, 222_684],
      [222_638, 222_684],
      [222_638, 111_325],
      [111_319, 111_325],
    ]);
    const [row] = (
      await upload<{ rows: { geometry: { coordinates: number[][][] } }[] }>(
        buildZip({ 'area.shp': metres, 'area.prj': Buffer.from(projection) }),
      )
    ).rows;
    expect(row?.geometry.coordinates[0]?.[0]?.[0]).toBeCloseTo(1, 4);
    // Without it metres are no degrees.
    expect((await upload<Read>(buildZip({ 'area.shp': metres }))).rows[0]?.issues[0]?.rule).toBe(
      'shape.outOfRange',
    );
  });

  it.each([
    ['nothing', ''],
    ['text', 'hello'],
    [
      'another system',
      JSON.stringify({ type: 'FeatureCollection', crs: { properties: { name: 'EPSG:2326' } }, features: [] }),
    ],
    ['entities', '<!DOCTYPE kml [<!ENTITY a "b">]><kml>&a;</kml>'],
    ['no shapes', '<kml><Document/></kml>'],
    ['broken JSON', '{"type":'],
  ])('that is none is refused: %s', async (_, text) => {
    expect(await refused(upload(text))).toMatchObject({ reason: 'regionFile' });
  });
});
