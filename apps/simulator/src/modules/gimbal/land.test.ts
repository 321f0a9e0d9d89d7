import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { demoGround, demoPlane, mapPixel, sites } from '../world/index.ts';
import { groundSeen } from '../drone/index.ts';
import { drawLand, paintLand } from './land.ts';

const down = { head: 0, gimbalPitch: -90, elevation: 50 };

it('sees straight below in the middle, ahead above it, and nothing above the horizon', () => {
  expect(groundSeen(down, 0, 0)).toMatchObject({ east: expect.closeTo(0), north: expect.closeTo(0) });
  expect(groundSeen(down, 0.5, 0.5)).toMatchObject({ east: expect.closeTo(25), north: expect.closeTo(25) });
  const turned = { ...down, head: 90 };
  expect(groundSeen(turned, 0, 0.5)).toMatchObject({ east: expect.closeTo(25), north: expect.closeTo(0) });
  const ahead = { ...down, gimbalPitch: -45 };
  expect(groundSeen(ahead, 0, 0)).toMatchObject({ east: expect.closeTo(0), north: expect.closeTo(50) });
  expect(groundSeen({ ...down, gimbalPitch: 0 }, 0, 0.1)).toBeNull();
});

it('shows the land that the maps of the demo show, and leaves places elsewhere to others', () => {
  const brush = createCanvas(64, 36).getContext('2d');
  const sight = { ...sites.south, ...down };
  expect(drawLand(brush, 64, 36, sight)).toBe(true);
  while (paintLand(4));
  drawLand(brush, 64, 36, sight);
  const [red, green, blue] = brush.getImageData(32, 18, 1, 1).data;
  const at = demoPlane.toPlane(sites.south);
  const map = mapPixel(at);
  const near = (found: number | undefined, wanted: number | undefined): void =>
    expect(Math.abs((found ?? 0) - (wanted ?? 255))).toBeLessThanOrEqual(24);
  near(red, map[0]);
  near(green, map[1]);
  near(blue, map[2]);
  expect(drawLand(brush, 64, 36, { lng: 113.95, lat: 22.54, ...down })).toBe(false);
  expect(demoGround.paint(1)).toBe(false);
});
