import { describe, expect, it } from 'vitest';
import { legsOf, regionVerdict, type RegionFlight } from './region.gate.ts';

const dock = { lng: 104.387378723, lat: 31.092047853, height: 458.206 };
const at = (east: number, height: number) => ({ lng: dock.lng + east, lat: dock.lat, height });
const flight = (
  heightMode: string,
  heights: [number, number],
): Pick<RegionFlight, 'dock' | 'route' | 'returnAltitude'> => ({
  dock,
  route: { waypoints: [at(0.01, heights[0]), at(0.02, heights[1])], heightMode, takeOffSecurityHeight: 20 },
  returnAltitude: 120,
});
const rounded = (of: ReturnType<typeof flight>) =>
  legsOf(of)?.map(({ name, heights: { sea, ground } }) => [
    name,
    sea && sea.map((one) => Math.round(one)),
    ground && ground.map((one) => Math.round(one)),
  ]);

describe('the legs of a flight', () => {
  it('go up over the dock, out, along the route, and back at the return height', () => {
    // The geoid lies 41.794 m below the ellipsoid here: the dock stands 500 m above the sea.
    expect(rounded(flight('relative', [80, 60]))).toEqual([
      ['⌂', [500, 580], [0, 80]],
      ['⌂→1', [520, 580], null],
      ['1→2', [560, 580], null],
      ['2→⌂', [560, 620], null],
      ['2→⌂', [500, 620], [0, 120]],
    ]);
  });

  it('have heights above the sea by each mode that can be converted, and above the ground by the others', () => {
    const second = (mode: string, heights: [number, number]) => rounded(flight(mode, heights))?.[2];
    expect(second('altitude', [580, 560])).toEqual(['1→2', [560, 580], null]);
    expect(second('ellipsoid', [538.206, 518.206])).toEqual(['1→2', [560, 580], null]);
    expect(second('ground', [80, 60])).toEqual(['1→2', null, [60, 80]]);
    expect(rounded(flight('ground', [80, 60]))?.[1]).toEqual(['⌂→1', null, null]);
  });

  it('have no heights above the sea while the dock did not tell its own', () => {
    const blind = { ...flight('relative', [80, 60]), dock: { ...dock, height: null } };
    expect(legsOf(blind)?.map(({ heights }) => heights.sea)).toEqual([null, null, null, null, null]);
    expect(legsOf({ ...blind, dock: null })).toBeNull();
  });

  it('meet an alternate landing place that is closed to landing', () => {
    const region = {
      oid: 'r',
      groupOID: 'g',
      name: '禁降',
      colour: '#FF0000',
      kind: 'noLanding' as const,
      shape: 'circle' as const,
      geometry: { type: 'Point' as const, coordinates: [105, 32] },
      radius: 50,
      width: null,
      floor: null,
      ceiling: null,
      heightReference: 'ground' as const,
      enabled: true,
      validFrom: null,
      validUntil: null,
    };
    const judged = (alternate: { lng: number; lat: number } | null) =>
      regionVerdict([region], { ...flight('relative', [80, 60]), alternate, from: 0, until: 1 }).region;
    expect(judged({ lng: 105, lat: 32 })).toMatchObject({ reason: 'landsInNoLanding', where: '禁降 · ⚑' });
    expect(judged({ lng: 105.1, lat: 32 })).toEqual({ verdict: 'passed' });
  });
});
