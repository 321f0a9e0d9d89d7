import { regionCalls, shapeOfGeometry } from '@eyrie/domain';
import { bounds, placesOf } from '@eyrie/geometry';
import { mayNow } from '../../platform/allowed.tsx';
import { call } from '../../platform/http.ts';
import type { MapPart } from '../../platform/map-part.ts';
import { serverTime } from '../../platform/server-time.ts';
import { now } from '../../platform/clock.ts';
import { addRegionLayers, drawingsOf } from './region-drawing.ts';
import { onRegionsChanged } from './region.queries.ts';

const layer = 'regions';

/** Regions that are offered for a name. */
const offered = 8;

/** Regions, as they are drawn and what they mean. What a click names is no dock: it chooses none. */
export const mapPart: MapPart = {
  layer,
  add: (host) => {
    const layers = addRegionLayers(host, layer);
    let gone = false;
    const draw = async (): Promise<void> => {
      if (!mayNow(regionCalls.shown)) return;
      const { list } = await call(regionCalls.shown, {}, { toast: false });
      if (!gone) layers.set(drawingsOf(list, serverTime(now()) ?? Date.now()));
    };
    // What failed to come stays as it was; the next change brings it.
    const redraw = (): void => void draw().catch(() => undefined);
    const stop = onRegionsChanged(redraw);
    redraw();
    return {
      redraw: () => undefined,
      dispose: () => {
        gone = true;
        stop();
        layers.dispose();
      },
    };
  },
  find: async (keyword, signal) => {
    if (!mayNow(regionCalls.query)) return [];
    const { list } = await call(regionCalls.query, { keyword, pageSize: offered }, { signal, toast: false });
    return list.map(({ oid, name }) => ({
      id: oid,
      name,
      kind: 'region.one',
      where: async () => {
        const { geometry, ...region } = await call(regionCalls.get, { oid }, { toast: false });
        return geometry ? bounds(placesOf(shapeOfGeometry(geometry, region))) : null;
      },
    }));
  },
};
