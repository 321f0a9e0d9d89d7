import { describe, expect, it } from 'vitest';
import { isDxf, readDxf, type DxfBounds } from './dxf.ts';
import { readVectors } from './vector.ts';
import { Refusal } from '../../platform/http/refusal.ts';

type Pair = readonly [number, string | number];
const lines = (pairs: readonly Pair[]): string =>
  pairs.map(([code, value]) => `${code}\n${value}\n`).join('');
const object = (type: string, ...pairs: Pair[]): Pair[] => [[0, type], ...pairs];
const section = (name: string, ...pairs: Pair[]): Pair[] => [
  [0, 'SECTION'],
  [2, name],
  ...pairs,
  [0, 'ENDSEC'],
];
const drawing = (entities: Pair[], blocks: Pair[] = [], header: Pair[] = []): string =>
  lines([
    ...section('HEADER', ...header),
    ...section('BLOCKS', ...blocks),
    ...section('ENTITIES', ...entities),
    [0, 'EOF'],
  ]);
const block = (name: string, ...entities: Pair[]): Pair[] => [
  [0, 'BLOCK'],
  [2, name],
  [10, 0],
  [20, 0],
  ...entities,
  [0, 'ENDBLK'],
];
const insert = (name: string, x: number, y: number, ...more: Pair[]): Pair[] =>
  object('INSERT', [2, name], [10, x], [20, y], ...more);
const at = (x: number, y: number): Pair[] => [
  [10, x],
  [20, y],
];

const bounds: DxfBounds = {
  features: 200,
  vertices: 5_000,
  inDegrees: false,
  toDegrees: ([x, y]) => [x, y],
  wrong: (what) => new Error(what),
};
const read = (text: string) => readDxf(text, bounds).map(({ name, geometry }) => ({ name, ...geometry }));
const wayOf = (text: string): number[][] => read(text)[0]?.coordinates as number[][];
const inUnits = (unit: number): Pair[] => [
  [9, '$INSUNITS'],
  [70, unit],
];
const near = (found: readonly number[] | undefined, x: number, y: number): void => {
  expect(found?.[0]).toBeCloseTo(x, 6);
  expect(found?.[1]).toBeCloseTo(y, 6);
};

describe('of a DXF', () => {
  it('lines, polylines and points are drawn as they are', () => {
    const text = drawing([
      ...object('LINE', ...at(1, 2), [11, 3], [21, 4]),
      ...object('POINT', ...at(5, 6)),
      ...object('LWPOLYLINE', [90, 3], [70, 1], ...at(0, 0), ...at(2, 0), ...at(2, 2)),
      ...object('POLYLINE', [66, 1], [70, 0]),
      ...object('VERTEX', ...at(7, 7)),
      ...object('VERTEX', ...at(8, 8)),
      ...object('SEQEND'),
    ]);
    expect(isDxf(text.trimStart())).toBe(true);
    expect(read(text).map(({ type, coordinates }) => ({ type, coordinates }))).toEqual([
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
      { type: 'Point', coordinates: [5, 6] },
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [2, 0],
          [2, 2],
          [0, 0],
        ],
      },
      {
        type: 'LineString',
        coordinates: [
          [7, 7],
          [8, 8],
        ],
      },
    ]);
  });

  it('circles, arcs, ellipses and bulges lie where they should', () => {
    const circle = wayOf(drawing(object('CIRCLE', ...at(10, 20), [40, 3])));
    for (const [x = 0, y = 0] of circle) expect(Math.hypot(x - 10, y - 20)).toBeCloseTo(3, 6);
    expect(circle.length).toBeGreaterThan(60);
    const arc = wayOf(drawing(object('ARC', ...at(0, 0), [40, 2], [50, 270], [51, 90])));
    near(arc[0], 0, -2);
    near(arc[Math.floor(arc.length / 2)], 2, 0);
    near(arc.at(-1), 0, 2);
    const ellipse = object('ELLIPSE', ...at(0, 0), [11, 0], [21, 4], [40, 0.5], [41, 0], [42, Math.PI]);
    near(wayOf(drawing(ellipse))[0], 0, 4);
    near(wayOf(drawing(ellipse)).at(-1), 0, -4);
    // A bulge of 1 is half a circle, on the right of the way.
    const bulge = wayOf(drawing(object('LWPOLYLINE', [90, 2], [70, 0], ...at(0, 0), [42, 1], ...at(2, 0))));
    near(bulge[(bulge.length - 1) / 2], 1, -1);
    for (const [x = 0, y = 0] of bulge) expect(Math.hypot(x - 1, y)).toBeCloseTo(1, 6);
  });

  it('a spline of one piece is the curve of its four points', () => {
    const knots: Pair[] = [0, 0, 0, 0, 1, 1, 1, 1].map((knot) => [40, knot]);
    const way = wayOf(
      drawing(object('SPLINE', [71, 3], ...knots, ...at(0, 0), ...at(0, 4), ...at(4, 4), ...at(4, 0))),
    );
    near(way[0], 0, 0);
    near(way[4], 2, 3);
    near(way.at(-1), 4, 0);
  });

  it('texts become points with their words', () => {
    const texts = drawing([
      ...object('TEXT', ...at(1, 1), [1, 'Mast %%d7']),
      ...object('MTEXT', ...at(2, 2), [1, String.raw`{\fArial|b0;Line\Ptwo}`]),
    ]);
    expect(read(texts)).toEqual([
      { name: 'Mast 7', type: 'Point', coordinates: [1, 1] },
      { name: 'Line two', type: 'Point', coordinates: [2, 2] },
    ]);
  });

  it('lines of text that are seen from below are mirrored, paragraphs are not', () => {
    const below: Pair = [230, -1];
    const texts = drawing([
      ...object('TEXT', ...at(1, 1), [1, 'Line'], below),
      ...object('MTEXT', ...at(2, 2), [1, 'Paragraph'], below),
    ]);
    expect(read(texts).map(({ coordinates }) => coordinates)).toEqual([
      [-1, 1],
      [2, 2],
    ]);
  });

  it('blocks are placed, turned, scaled and repeated, also in one another; what is seen from below is mirrored', () => {
    const blocks = [
      ...block('mast', ...object('LINE', ...at(0, 0), [11, 1], [21, 0])),
      ...block('row', ...insert('mast', 10, 0, [50, 90], [41, 2], [42, 2])),
    ];
    const way = wayOf(drawing(insert('row', 100, 200), blocks));
    near(way[0], 110, 200);
    near(way[1], 110, 202);
    const grid = read(drawing(insert('mast', 0, 0, [70, 3], [71, 2], [44, 5], [45, 7]), blocks));
    expect(grid).toHaveLength(6);
    const last = grid.at(-1)?.coordinates as number[][] | undefined;
    near(last?.[0], 10, 7);
    near(wayOf(drawing(object('CIRCLE', ...at(10, 0), [40, 1], [230, -1])))[0], -11, 0);
  });

  it('sheets of paper and what is switched off are left out', () => {
    const paper = object('POINT', ...at(1, 1), [67, 1]);
    expect(read(drawing([...paper, ...object('POINT', ...at(2, 2), [60, 1])]))).toEqual([]);
  });

  const many = (count: number): Pair[] =>
    Array.from({ length: count }, (_, one) => object('POINT', ...at(one, 0))).flat();
  it.each<[string, string, string]>([
    ['a block within itself', drawing(insert('a', 0, 0), block('a', ...insert('a', 1, 1))), 'INSERT a: > 8'],
    ['a block that is not there', drawing(insert('b', 0, 0)), 'INSERT b'],
    ['more objects than there may be', drawing(many(201)), '> 200'],
    [
      'a small drawing without end',
      drawing(insert('a', 0, 0, [70, 30_000], [71, 30_000]), block('a')),
      '> 200',
    ],
    [
      'more places than there may be',
      drawing(Array.from({ length: 90 }, () => object('CIRCLE', ...at(0, 0), [40, 1])).flat()),
      '> 5000',
    ],
    ['millimetres', drawing(many(1), [], inUnits(4)), '$INSUNITS 4 (mm): 6 (m), 2 (ft), 21 (US ft)'],
  ])('%s is refused by name', (_, text, what) => {
    expect(() => read(text)).toThrow(what);
  });
});

describe('a DXF in feet', () => {
  const circle = object('CIRCLE', ...at(1_000, 2_000), [40, 100]);
  it.each([
    ['none that is said', 0, 1],
    ['metres', 6, 1],
    ['feet', 2, 0.3048],
    ['feet of the US survey', 21, 0.304_800_609_6],
  ])('%s: places and radii are those of the system, in metres', (_, unit, metres) => {
    const text = drawing(
      [...object('LINE', ...at(1_000, 2_000), [11, 3_000], [21, 4_000]), ...circle, ...insert('b', 500, 0)],
      block('b', ...object('POINT', ...at(10, 0))),
      inUnits(unit),
    );
    const [line, round, point] = read(text);
    near((line?.coordinates as number[][] | undefined)?.[1], 3_000 * metres, 4_000 * metres);
    const xs = ((round?.coordinates ?? []) as number[][]).map(([x = 0]) => x);
    expect(Math.max(...xs) - 1_000 * metres).toBeCloseTo(100 * metres, 6);
    near(point?.coordinates as number[], 510 * metres, 0);
  });

  it('is no drawing in degrees', () => {
    const text = drawing(object('POINT', ...at(120, 30)), [], inUnits(2));
    expect(() => readDxf(text, { ...bounds, inDegrees: true })).toThrow('$INSUNITS 2 (ft): °');
    expect(() => readVectors(Buffer.from(text), '4326')).toThrow(Refusal);
  });
});

describe('the system of a DXF', () => {
  const survey = Buffer.from(drawing(object('POINT', ...at(40_500_000, 3_320_113.3))));
  const reasonOf = (bytes: Uint8Array, epsg?: string): string => {
    try {
      readVectors(bytes, epsg);
      return 'taken';
    } catch (error) {
      return error instanceof Refusal ? error.reason : String(error);
    }
  };

  it('is the one that is said with it', () => {
    const { text, bounds: box } = readVectors(survey, '4528');
    const { features } = JSON.parse(text) as { features: { geometry: { coordinates: number[] } }[] };
    const [lng = 0, lat = 0] = features[0]?.geometry.coordinates ?? [];
    expect(lng).toBeCloseTo(120, 6);
    expect(lat).toBeCloseTo(30, 3);
    expect(box.west).toBeLessThan(120);
  });

  it('in feet is that of metres, a foot as long as it is', () => {
    const feet = Buffer.from(
      drawing(object('POINT', ...at(40_500_000 / 0.3048, 3_320_113.3 / 0.3048)), [], inUnits(2)),
    );
    const [ofFeet, ofMetres] = [feet, survey].map((one) => readVectors(one, '4528').bounds);
    expect(ofFeet?.west).toBeCloseTo(ofMetres?.west ?? 0, 6);
    expect(ofFeet?.south).toBeCloseTo(ofMetres?.south ?? 0, 6);
  });

  it('is never guessed, and must be one that is known and holds the places', () => {
    expect(reasonOf(survey)).toBe('layerDxfSystem');
    expect(reasonOf(survey, '9999')).toBe('layerDxfSystem');
    expect(reasonOf(survey, '31467')).toBe('layerShift');
    expect(reasonOf(survey, '4326')).toBe('layerPlace');
    expect(reasonOf(Buffer.from('0\nSECTION\n2\nENTITIES\n0\n'), '4528')).toBe('layerVector');
  });
});
