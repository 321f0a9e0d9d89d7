import type * as GeoJSON from 'geojson';
import { feature } from 'topojson-client';
import coarseUrl from 'world-atlas/land-50m.json?url';
import fineUrl from 'world-atlas/land-10m.json?url';

/** Coarse for the world and its countries, fine where a coast decides on which side a dock stands. */
export type LandDetail = 'coarse' | 'fine';
const addresses: Readonly<Record<LandDetail, string>> = { coarse: coarseUrl, fine: fineUrl };

/** From this zoom on a coast drawn at 1 : 50 000 000 is visibly wrong. */
export const fineLandFrom = 6;

/**
 * The world's land as one GeoJSON feature. It comes from the same address as the page, so it needs no
 * internet. Land only: no border is drawn anywhere.
 */
export const loadLand = async (detail: LandDetail, signal: AbortSignal): Promise<GeoJSON.GeoJSON> => {
  const answer = await fetch(addresses[detail], { signal });
  if (!answer.ok) throw new Error(`The land of the base map did not load: ${answer.status}`);
  const topology = await answer.json();
  return feature(topology, topology.objects.land);
};
