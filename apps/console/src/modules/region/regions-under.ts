import type { DrawnRegion } from '@eyrie/domain';
import type { MapHost } from '@eyrie/map';
import { useEffect } from 'react';
import { now } from '../../platform/clock.ts';
import { serverTime } from '../../platform/server-time.ts';
import { addRegionLayers, drawingsOf } from './region-drawing.ts';

/** Draws regions under the route of a page. */
export const useRegionsUnder = (host: MapHost | null, regions: readonly DrawnRegion[]): void =>
  useEffect(() => {
    if (!host) return undefined;
    const layers = addRegionLayers(host, 'planner-regions');
    layers.set(drawingsOf(regions, serverTime(now()) ?? 0));
    return () => layers.dispose();
  }, [host, regions]);
