import type { ResponseOf, trajectoryCalls } from '@eyrie/domain';
import { coverOf } from '@eyrie/geometry';
import type { Line } from '@eyrie/map';

type Area = ResponseOf<typeof trajectoryCalls.areas>['list'][number];

/** How far the aircraft of each dock lets itself go, as dashed circles; a limit of nothing is no circle. */
export const reachLines = (areas: readonly Area[]): Line[] =>
  areas.flatMap(({ oid: id, kind, centre, radius }) => {
    if (kind !== 'reach' || centre === null || radius === null || radius <= 0) return [];
    const [ring = []] = coverOf({ type: 'circle', at: centre, radius }).flat();
    return [{ id, path: [...ring, ...ring.slice(0, 1)], tone: 'muted', width: 2, dashed: true }];
  });
