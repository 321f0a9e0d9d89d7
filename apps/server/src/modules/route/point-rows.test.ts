import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { readTableWithFormulas } from '../../platform/table/index.ts';
import { letters, readPoints } from './point-rows.ts';
import { pointTable, pointTemplate } from './point-template.ts';
import { degreesOf, numberOf } from './point-values.ts';
import { planOfShapes } from './shape-plan.ts';

const head = ['lng', 'lat', 'height'];
const reasonOf = (work: () => unknown): string => {
  try {
    work();
    return 'done';
  } catch (error) {
    return error instanceof Refusal ? error.reason : String(error);
  }
};

describe('values of cells', () => {
  it.each([
    ['113.95', 113.95],
    ['113,95', 113.95],
    ['١١٣٫٩٥', 113.95],
    ['１１３．９５', 113.95],
    ['-0', 0],
    ['1,234.5', null],
    ['1e3', null],
    ['0x10', null],
    ['Infinity', null],
    ['', null],
  ])('%s is the number %s', (text, value) => expect(numberOf(text)).toBe(value));

  it.each([
    ['113°57′00″E', 113.95],
    ["22°32'24''N", 22.54],
    ['22 32 24 S', -22.54],
    ['东经', null],
    ['东113°57′', 113.95],
    ['113度57分0秒', 113.95],
    ['W 113.5', -113.5],
    ['113°60′E', null],
    ['-5°W', null],
  ])('%s is %s degrees', (text, value) => {
    const found = degreesOf(text);
    if (value === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(value, 9);
  });
});

describe('a table of points', () => {
  it('is read by the names of its columns in any language, in any order', () => {
    const table = [
      ['纬度', '经度 *', 'Height (m)', 'ignored', 'Hover (s)', '拍照'],
      ['22.54', '113,95', '60', 'x', '3', '是'],
      [],
      ['22.55', '113.96', '70'],
    ];
    const read = readPoints(table);
    expect(read).toMatchObject({ rows: [], faults: 0, swapped: false });
    expect(read.points).toEqual([
      {
        id: 'p1',
        lng: 113.95,
        lat: 22.54,
        height: 60,
        actions: [{ type: 'hover', seconds: 3 }, { type: 'takePhoto' }],
      },
      { id: 'p2', lng: 113.96, lat: 22.55, height: 70, actions: [] },
    ]);
  });

  it('names every fault with its row, column, value and reason', () => {
    const table = [
      [...head, 'speed', 'turnMode'],
      ['200', 'x', '', '99', 'zigzag'],
      ['1', '2', '=A1', '5', ''],
    ];
    const { rows, faults } = readPoints(table, { formulas: new Set(['A3']) });
    expect(faults).toBe(7);
    expect(rows.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [2, 'lng', 'outOfRange'],
      [2, 'lat', 'notNumber'],
      [2, 'height', 'required'],
      [2, 'speed', 'outOfRange'],
      [2, 'turnMode', 'unknownWord'],
      [3, 'lng', 'formula'],
      [3, 'height', 'formula'],
    ]);
  });

  it('with longitude and latitude exchanged is offered to be exchanged', () => {
    const table = [head, ['22.54', '113.95', '60'], ['22.55', '113.96', '60']];
    expect(readPoints(table)).toMatchObject({ faults: 2, swapped: true });
    const other = readPoints(table, { swap: true });
    expect(other).toMatchObject({ faults: 0, swapped: false });
    expect(other.points[0]).toMatchObject({ lng: 113.95, lat: 22.54 });
    expect(readPoints([head, ['22.54', '13.95', '60']])).toMatchObject({ faults: 0, swapped: false });
  });

  it('of another layout, without rows, or too long is refused by name', () => {
    expect(reasonOf(() => readPoints([['a', 'b']]))).toBe('tableTemplate');
    expect(reasonOf(() => readPoints([]))).toBe('tableTemplate');
    expect(reasonOf(() => readPoints([head]))).toBe('tableEmpty');
    const many = Array.from({ length: 65_536 }, () => ['1', '2', '3']);
    expect(reasonOf(() => readPoints([head, ...many]))).toBe('tableTooLong');
  });

  it.each(['zh-CN', 'en', 'ar'] as const)(
    'from the template in %s is read, and empty it has no rows',
    async (language) => {
      const { body } = await pointTemplate(language);
      const read = await readTableWithFormulas({ name: 'a.xlsx', bytes: body as Uint8Array }, pointTable);
      expect(read.rows[0]).toEqual(expect.arrayContaining(['lng', 'lat', 'height']));
      expect(read.rows).toHaveLength(2);
      expect(readPoints([...read.rows, ['113.95', '22.54', '60']]).points).toHaveLength(1);
      expect(reasonOf(() => readPoints(read.rows))).toBe('tableEmpty');
    },
  );

  it('counts columns as spreadsheets do', () => {
    expect([0, 25, 26, 701, 702].map(letters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });
});

describe('shapes of a map file', () => {
  const row = (geometry: unknown) => ({ name: 'x', geometry: geometry as never, radius: null, colour: null });
  const line = row({
    type: 'LineString',
    coordinates: [
      [113.95, 22.54, 60],
      [113.96, 22.55],
    ],
  });
  const ring = [
    [113.95, 22.54],
    [113.96, 22.54],
    [113.96, 22.55],
    [113.95, 22.54],
  ];
  const ask = { swap: false, heightMode: undefined };

  it('become points or an area', () => {
    expect(planOfShapes([line], { as: 'points', ...ask }).plan?.points).toEqual([
      { id: 'p1', lng: 113.95, lat: 22.54, height: 60, actions: [] },
      { id: 'p2', lng: 113.96, lat: 22.55, height: 80, actions: [] },
    ]);
    const area = planOfShapes([row({ type: 'Polygon', coordinates: [ring] })], { as: 'area', ...ask });
    expect(area.plan?.area.parts[0]?.outer).toHaveLength(3);
    expect(planOfShapes([line], { as: 'area', ...ask }).plan?.area.pattern).toBe('corridor');
  });

  it('of any length are judged: a line of 500,000 places is too long, in words', () => {
    const places = Array.from({ length: 500_000 }, (_, at) => [113 + at / 1e6, 22]);
    const long = row({ type: 'LineString', coordinates: places });
    expect(planOfShapes([long], { as: 'area', ...ask })).toMatchObject({
      plan: null,
      rows: [{ value: '500000', reason: 'tooMany' }],
    });
    const parts = Array.from({ length: 200_000 }, () => row({ type: 'Polygon', coordinates: [] }));
    expect(planOfShapes(parts, { as: 'area', ...ask }).plan).toBeNull();
    expect(planOfShapes([long], { as: 'points', ...ask }).plan).toBeNull();
  });

  it('that are none are named, and exchanged ones are offered', () => {
    const wrong = planOfShapes([row(null), line, row({ type: 'Point', coordinates: [500, 1] })], {
      as: 'points',
      ...ask,
    });
    expect(wrong).toMatchObject({
      plan: null,
      faults: 2,
      rows: [
        { row: 1, reason: 'notPoint' },
        { row: 3, column: 'lng', reason: 'outOfRange' },
      ],
    });
    const turned = row({
      type: 'LineString',
      coordinates: [
        [22.54, 113.95],
        [22.55, 113.96],
      ],
    });
    expect(planOfShapes([turned], { as: 'points', ...ask })).toMatchObject({ plan: null, swapped: true });
    expect(planOfShapes([turned], { as: 'points', ...ask, swap: true }).plan?.points[0]?.lng).toBe(113.95);
    expect(
      planOfShapes([row({ type: 'Polygon', coordinates: [ring.slice(0, 2)] })], { as: 'area', ...ask })
        .rows[0]?.reason,
    ).toBe('tooFew');
  });
});
