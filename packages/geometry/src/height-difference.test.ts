import { describe, expect, it } from 'vitest';
import { differenceNet, heightDifference } from './height-difference.ts';
import { localPlane } from './plane.ts';

const plane = localPlane({ lng: 113.95, lat: 22.54 });
const square = (half: number) =>
  [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ].map(([east = 0, north = 0]) => plane.toPlace({ east, north }));

/** Heights of a surface at the cells of a net, by metres east and north of the middle. */
const heights = (net: ReturnType<typeof differenceNet>, at: (east: number, north: number) => number) =>
  Float32Array.from(net.places, (place) => {
    const { east, north } = plane.toPlane(place);
    return at(east, north);
  });
const flat = (): number => 100;

describe('the volume between two surfaces', () => {
  it('of a heap in the shape of a cone is a third of its base times its height', () => {
    const net = differenceNet(square(60), 512, 0.1);
    const cone = (east: number, north: number): number =>
      100 + Math.max(0, 12 * (1 - Math.hypot(east, north) / 40));
    const found = heightDifference(net, heights(net, flat), heights(net, cone));
    const truth = (Math.PI * 40 ** 2 * 12) / 3;
    expect(Math.abs(found.fill / truth - 1)).toBeLessThan(0.002);
    expect(found.cut).toBe(0);
    expect(found.highest).toBeCloseTo(12, 0);
    expect(found.known).toBeCloseTo(120 ** 2, -2);
    const dug = heightDifference(net, heights(net, cone), heights(net, flat));
    expect([dug.fill, dug.cut]).toEqual([0, found.fill]);
  });

  it('separates what was taken from what came where both are equal', () => {
    const net = differenceNet(square(50), 400, 0.1);
    const { cut, fill } = heightDifference(
      net,
      heights(net, flat),
      heights(net, (east) => 100 + 0.1 * east),
    );
    // Two wedges, each 50 m wide, 100 m long and 5 m high at its end.
    expect(Math.abs(cut / 12_500 - 1)).toBeLessThan(0.002);
    expect(Math.abs(fill / 12_500 - 1)).toBeLessThan(0.002);
  });

  it('is that of the outline alone, and does not count what one of them does not know', () => {
    const triangle = [
      [0, 0],
      [80, 0],
      [0, 80],
    ].map(([east = 0, north = 0]) => plane.toPlace({ east, north }));
    const net = differenceNet(triangle, 400, 0.1);
    const raised = heights(net, () => 102);
    const whole = heightDifference(net, heights(net, flat), raised);
    expect(Math.abs(whole.fill / (2 * 3_200) - 1)).toBeLessThan(0.01);
    const hole = heights(net, (east) => (east < 20 ? Number.NaN : 100));
    const part = heightDifference(net, hole, raised);
    expect(Math.abs(part.known / 1_800 - 1)).toBeLessThan(0.01);
    expect(Math.abs(part.unknown / 1_400 - 1)).toBeLessThan(0.01);
    expect(part.fill).toBeCloseTo(part.known * 2, 3);
    const none = heightDifference(net, new Float32Array(net.places.length).fill(Number.NaN), raised);
    expect([none.lowest, none.highest, none.known]).toEqual([null, null, 0]);
  });

  it('is measured in cells no finer than the surfaces, rows from the north', () => {
    const net = differenceNet(square(10), 512, 0.5);
    expect([net.cell, net.columns, net.rows]).toEqual([0.5, 40, 40]);
    expect(net.places[0]?.lat).toBeGreaterThan(net.places.at(-1)?.lat ?? 90);
  });
});
