import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distance } from '@eyrie/geometry';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { areaSeen, jointAt } from '../drone/index.ts';
import { demoWorld, faultKinds, faultsAround, faultsSeen, Repairs, sites } from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'eyrie-repairs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const village = { lng: 114.7227, lat: 41.1648 };

it('has faults of every kind in the world of the demo, each by one name from wherever it is seen', () => {
  const all = faultsAround(village, 2_000);
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(faultKinds));
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const again = new Map(faultsAround(sites.substation, 2_000).map((fault) => [fault.id, fault]));
  const both = all.filter(({ id }) => again.has(id));
  expect(both.length).toBeGreaterThan(100);
  for (const fault of both) expect(again.get(fault.id)).toEqual(fault);
});

it('names the nearest first and none beyond the distance', () => {
  const aways = faultsAround(sites.south, 500).map((fault) => distance(sites.south, fault));
  expect(aways.length).toBeGreaterThan(20);
  expect(aways).toEqual(aways.toSorted((a, b) => a - b));
  expect(aways.at(-1)).toBeLessThanOrEqual(500);
});

it('has its holes in roofs, and its fallen masts where masts stand', () => {
  const of = (kind: string) => faultsAround(village, 3_000).filter((one) => one.kind === kind);
  expect(of('missingTile').length).toBeGreaterThan(3);
  for (const hole of of('missingTile')) expect(demoWorld.coverAt(hole)).toBe('building');
  expect(of('fallenMast')).toHaveLength(demoWorld.masts().length);
});

it('has joints everywhere, also where there is no world', () => {
  const elsewhere = { lng: -70.1, lat: -33.4 };
  const joint = jointAt(elsewhere);
  expect(faultsAround(elsewhere, 200).find(({ id }) => id === joint.id)).toMatchObject({
    kind: 'hotJoint',
    temperature: joint.temperature,
  });
});

it('a repaired joint is as cold as the ground for a thermal camera, and others stay hot', () => {
  const [joint, other] = faultsAround(sites.south, 400).filter(({ kind }) => kind === 'hotJoint');
  if (!joint || !other) throw new Error('no joints');
  const above = ({ lng, lat }: typeof joint, repaired: readonly string[]) =>
    areaSeen(
      { lng, lat, head: 0, gimbalPitch: -90, elevation: 30, opening: 0.8, repaired },
      { x: 0.4, y: 0.4, width: 0.2, height: 0.2 },
    ).hottest.temperature;
  expect(above(joint, [])).toBeCloseTo(joint.temperature ?? 0, 3);
  expect(above(joint, [joint.id])).toBeLessThan(26);
  expect(above(other, [joint.id])).toBeCloseTo(other.temperature ?? 0, 3);
});

it('is whole from its repair on until it is broken again, also for a simulator that was started anew', () => {
  const path = join(folder, 'repairs.json');
  const repairs = new Repairs(path);
  const [fault] = faultsSeen(village, repairs.all());
  expect(fault?.broken).toBe(true);
  const id = fault?.id ?? '';
  expect(repairs.repair(id, 1_000)).toBe(true);
  expect(repairs.repair(id, 2_000)).toBe(false);
  const later = new Repairs(path);
  expect([later.since(id), faultsSeen(village, later.all())[0]?.broken]).toEqual([1_000, false]);
  expect(later.breakAgain(id)).toBe(true);
  expect(later.breakAgain(id)).toBe(false);
  expect(new Repairs(path).all()).toEqual([]);
});

it.each(['', '{"a', '[3]', '{"a":"x","b":null}'])('takes %j in its file for nothing repaired', (text) => {
  const path = join(folder, 'repairs.json');
  writeFileSync(path, text);
  expect(new Repairs(path).all().filter((id) => Number.isNaN(Number(id)))).toEqual([]);
});
