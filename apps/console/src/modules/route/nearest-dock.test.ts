import { describe, expect, it } from 'vitest';
import type { PlanDock } from './editor/plan-docks.ts';
import { beyondReach, docksFor, importWays } from './nearest-dock.ts';

const dock = (oid: string, lng: number, drone: string | null): PlanDock => ({
  oid,
  name: oid,
  lng,
  lat: 41,
  height: 0,
  drone,
});
const docks = [dock('near', 114.01, '0-67-1'), dock('able', 114.05, '0-100-1'), dock('far', 130, '0-91-0')];
const order = (lng: number, drone: string | null, of = docks): string[] =>
  docksFor([{ lng, lat: 41 }], drone, of).map(({ dock: { oid } }) => oid);

describe('docks for an imported route', () => {
  it('are all to choose from, one with its aircraft before a nearer one without it', () => {
    expect(order(114, '0-100-1')).toEqual(['able', 'near', 'far']);
    expect(order(114, '0-91-0')).toEqual(['near', 'able', 'far']);
  });

  it('are none where none has a place, and a route without places lies nowhere', () => {
    expect(order(90, null, [])).toEqual([]);
    expect(docksFor([], null, docks)).toEqual([]);
  });
});

describe('the ways on with one of them', () => {
  const at = (metres: number, drone: string | null) => ({ dock: dock('a', 114, drone), metres });

  it('are to convert and to move, also where no dock reaches the route', () => {
    expect(importWays('0-91-0', at(beyondReach + 1, '0-67-1'))).toEqual({
      far: true,
      convert: true,
      move: true,
    });
    expect(importWays('0-91-0', at(5_000, '0-91-0'))).toEqual({ far: false, convert: false, move: true });
  });

  it('are none beside a dock with the same aircraft, or with one that no file can be made for', () => {
    expect(importWays('0-91-0', at(200, '0-91-0'))).toEqual({ far: false, convert: false, move: false });
    expect(importWays('0-91-0', at(200, null))).toEqual({ far: false, convert: false, move: false });
  });
});
