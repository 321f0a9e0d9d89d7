import { describe, expect, it } from 'vitest';
import { belowOf, obstaclesAround, sensorReach } from './around.ts';
import { plane } from './plan.ts';
import { createWorld, inBuilding } from './world.ts';

const world = createWorld(12);
const [hall] = world.buildings();
if (!hall) throw new Error('a world without buildings');
/** A place so many metres from the middle of the hall, along its ridge. */
const beside = (along: number) =>
  plane.toPlace({
    east: hall.east + along * Math.cos(hall.turn),
    north: hall.north + along * Math.sin(hall.turn),
  });
const midway = (hall.base + hall.eaves) / 2;
/** Degrees clockwise from north, from there back to the hall. */
const towards = 270 - (hall.turn * 180) / Math.PI;

describe('what an aircraft finds around itself', () => {
  it('is the wall of a building, as far as it is away, in front of its nose', () => {
    const around = obstaclesAround(world, beside(hall.long / 2 + 12), midway, towards);
    expect(around).toHaveLength(360);
    expect(Math.abs((around[0] ?? 0) - 12_000)).toBeLessThan(100);
    // The wall goes away to both sides of it, and behind it stands nothing of this hall.
    expect(around[20]).toBeGreaterThan(12_100);
  });

  it('turns with the nose, clockwise', () => {
    const place = beside(hall.long / 2 + 12);
    const ahead = obstaclesAround(world, place, midway, towards);
    const turned = obstaclesAround(world, place, midway, towards + 90);
    expect(Math.abs((turned[270] ?? 0) - (ahead[0] ?? 1))).toBeLessThan(50);
  });

  it('is nothing above all roofs and masts', () => {
    expect(obstaclesAround(world, beside(hall.long / 2 + 12), hall.ridge + 200, 0)).toEqual([]);
  });

  it('is a roof or the ground below it', () => {
    expect(belowOf(world, plane.toPlace(hall), hall.eaves + 8)).toBe(8_000);
    expect(belowOf(world, plane.toPlace(hall), hall.eaves + 500)).toBe(sensorReach);
  });

  it('is measured to where the wall is, from every direction', () => {
    const place = beside(hall.long / 2 + 6);
    const at = plane.toPlane(place);
    const around = obstaclesAround(world, place, midway, 0);
    for (let degree = 0; degree < 360; degree += 15) {
      const metres = (around[degree] ?? sensorReach) / 1_000;
      if (metres >= 20) continue;
      const way = ((90 - degree) * Math.PI) / 180;
      const met = { east: at.east + metres * Math.cos(way), north: at.north + metres * Math.sin(way) };
      const onWall = world.buildings().some((one) => {
        const { along, across } = inBuilding(one, met);
        const [out, aside] = [Math.abs(along) - one.long / 2, Math.abs(across) - one.wide / 2];
        return Math.max(out, aside) < 0.02 && Math.max(out, aside) > -0.02;
      });
      const atMast = world
        .masts()
        .flat()
        .some((one) => Math.hypot(one.east - met.east, one.north - met.north) < 1.2);
      expect(onWall || atMast, `${degree}°`).toBe(true);
    }
  });
});
