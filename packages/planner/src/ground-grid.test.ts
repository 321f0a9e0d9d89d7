import { cellOf } from '@eyrie/geometry';
import { describe, expect, it } from 'vitest';
import { groundGridFor, groundOfGrid, nodePlace, type GridFrame } from './ground-grid.ts';
import { planWith, pointAt } from './plan.fixture.ts';

const frame: GridFrame = { west: 179.99, south: 10, stepLng: 0.01, stepLat: 0.01, columns: 3, rows: 2 };

describe('a grid of heights', () => {
  it('is bilinear between its nodes, also over the antimeridian', () => {
    const ground = groundOfGrid({ ...frame, heights: new Float32Array([0, 10, 20, 100, 110, 120]) });
    expect(ground.height({ lng: 179.99, lat: 10 })).toBe(0);
    expect(ground.height({ lng: -179.995, lat: 10.005 })).toBeCloseTo(65, 4);
    expect(ground.height({ lng: -179.99, lat: 10.01 })).toBeCloseTo(120, 4);
  });

  it('is unknown beyond its nodes and beside unknown ones, never zero', () => {
    const ground = groundOfGrid({ ...frame, heights: new Float32Array([0, 10, NaN, 100, 110, 120]) });
    expect(ground.height({ lng: -179.995, lat: 10.005 })).toBeNull();
    expect(ground.height({ lng: 0, lat: 10 })).toBeNull();
    expect(ground.height({ lng: 179.995, lat: 9 })).toBeNull();
    expect(ground.height({ lng: Number.NaN, lat: 10 })).toBeNull();
  });

  it('knows what stands on it, and undulations on nodes of their own', () => {
    const { x, y, cell } = cellOf({ lng: 179.992, lat: 10.002 });
    const block = { x, y, cells: Uint16Array.of(cell), tops: Float32Array.of(40), labels: Uint16Array.of(0) };
    const ground = groundOfGrid({
      ...frame,
      heights: new Float32Array(6),
      obstacles: { blocks: [block], labels: [{ name: 'Mast', layer: 'Masts' }] },
      undulations: { columns: 2, rows: 2, values: new Float32Array([1, 3, 1, 3]) },
    });
    expect(ground.obstacles?.at({ lng: 179.992, lat: 10.002 })).toEqual({
      top: 40,
      name: 'Mast',
      layer: 'Masts',
    });
    expect(ground.obstacles?.at({ lng: 179.992, lat: 10.0021 })).toBeNull();
    expect(ground.undulation({ lng: 180, lat: 10 })).toBeCloseTo(2, 5);
  });

  it('covers a plan with room, and has a bounded number of nodes', () => {
    const plan = planWith([pointAt('p1', 0, 0), pointAt('p2', 3_000, 1_000)]);
    const small = groundGridFor(plan)!;
    expect(small.columns * small.rows).toBeLessThanOrEqual(250_000);
    expect(nodePlace(small, 0, 0).lat).toBeLessThan(22.54);
    expect(nodePlace(small, small.columns - 1, small.rows - 1).lng).toBeGreaterThan(113.98);
    const far = groundGridFor(
      planWith([pointAt('p1', 0, 0), { ...pointAt('p2', 0, 0), lng: -60, lat: 80 }]),
    )!;
    expect(far.columns * far.rows).toBeLessThanOrEqual(251_000);
    const over = planWith(
      [
        { ...pointAt('p1', 0, 0), lng: 179.999 },
        { ...pointAt('p2', 0, 0), lng: -179.999 },
      ],
      {},
      { takeOff: null },
    );
    expect(groundGridFor(over)!.columns).toBeLessThan(100);
    expect(groundGridFor(planWith([], {}, { takeOff: null }))).toBeNull();
  });
});
