import { describe, expect, it } from 'vitest';
import {
  drawn,
  emptyShape,
  geometryOf,
  insertAfter,
  checkShape,
  movePlace,
  removePlace,
  shapeOfRecord,
  shapeOfText,
  type ShapeState,
} from './shape-state.ts';

const triangle: ShapeState = {
  ...emptyShape('polygon'),
  rings: [
    [
      { lng: 0, lat: 0 },
      { lng: 2, lat: 0 },
      { lng: 1, lat: 2 },
    ],
  ],
};

describe('what is drawn', () => {
  it('is the same after it was stored and read', () => {
    const geometry = geometryOf(triangle);
    expect(geometry).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [2, 0],
          [1, 2],
          [0, 0],
        ],
      ],
    });
    if (geometry)
      expect(shapeOfRecord({ shape: 'polygon', geometry, radius: null, width: null })).toEqual(triangle);
    expect(geometryOf(emptyShape('circle'))).toBeNull();
    expect(geometryOf({ ...triangle, shape: 'corridor', width: 5 })).toMatchObject({ type: 'LineString' });
  });

  it('is changed place by place; a gesture leaves its holes', () => {
    expect(movePlace(triangle, 1, { lng: 3, lat: 0 }).rings[0]?.[1]).toEqual({ lng: 3, lat: 0 });
    expect(insertAfter(triangle, 2, { lng: 9, lat: 9 }).rings[0]?.[3]).toEqual({ lng: 0.5, lat: 1 });
    expect(insertAfter(emptyShape('line'), -1, { lng: 9, lat: 9 }).rings).toEqual([[{ lng: 9, lat: 9 }]]);
    expect(removePlace(triangle, 0).rings[0]).toHaveLength(2);
    const holed = { ...triangle, rings: [...triangle.rings, [{ lng: 1, lat: 1 }]] };
    expect(drawn(holed, { type: 'polygon', places: [{ lng: 5, lat: 5 }] }).rings).toEqual([
      [{ lng: 5, lat: 5 }],
      [{ lng: 1, lat: 1 }],
    ]);
  });

  it('may be pasted as GeoJSON', () => {
    const polygon = geometryOf(triangle);
    for (const text of [
      polygon,
      { type: 'Feature', geometry: polygon },
      { type: 'FeatureCollection', features: [{ geometry: polygon }] },
    ])
      expect(shapeOfText(JSON.stringify(text))).toEqual(triangle);
    for (const text of ['', '{', '{"type":"MultiPoint"}', 'null']) expect(shapeOfText(text)).toBeNull();
  });

  it('says where it crosses itself, and what it measures when it does not', () => {
    expect(checkShape(emptyShape('polygon'))).toEqual({ fault: null, measures: null });
    expect(checkShape(triangle).measures?.area).toBeGreaterThan(1e9);
    const tie = {
      ...triangle,
      rings: [
        [
          { lng: 0, lat: 0 },
          { lng: 1, lat: 1 },
          { lng: 1, lat: 0 },
          { lng: 0, lat: 1 },
        ],
      ],
    };
    expect(checkShape(tie)).toMatchObject({
      fault: { fault: 'selfCrossing', at: { lng: 0.5, lat: 0.5 } },
      measures: null,
    });
  });
});
