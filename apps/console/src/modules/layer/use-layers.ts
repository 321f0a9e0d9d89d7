import { layerCalls, type LayerRecord } from '@eyrie/domain';
import type { LoadState, MapHost } from '@eyrie/map';
import { useLayersBeneath } from '@eyrie/web/layers-beneath';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, download } from '../../platform/http.ts';
import { onLiveMessage } from '../../platform/telemetry.ts';
import { useCloudChoices, usualCloud } from './cloud-choice.ts';
import { isBasemap, isTerrain, type TreeRow } from '@eyrie/web/layer-tree';
import { putLayer, type PutLayer } from './put-layer.ts';

/** How often it is asked how sources answered last, ms. */
const askEvery = 30_000;
/** The same while tiles of one of them are made. */
const askPreparingEvery = 2_000;

/** Several changes of one work come at once, ms. */
const settle = 300;
const processing = ['orthoBusiness', 'obliqueBusiness', 'pointCloudBusiness'] as const;

/** Asks again for layers as soon as it is said that the making of one stands otherwise. */
export const useFollowProcessing = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLiveMessage(({ name }) => {
      if (!processing.some((one) => one === name)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: ['layer'] });
      }, settle);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client]);
};

/** All layers of the reader's organisation: there are never more than one page holds. */
export const useLayers = () =>
  useQuery({
    queryKey: ['layer', 'tree'],
    queryFn: ({ signal }) =>
      call(layerCalls.query, { pageNum: 1, pageSize: 200, sort: 'position' }, { signal, toast: false }),
    refetchInterval: ({ state }) =>
      state.data?.list.some((layer) => layer.state === 'preparing') ? askPreparingEvery : askEvery,
  });

/** How often it is asked how maps from photos stand, ms, should nothing be heard. */
const askMosaics = 10_000;

/** Maps that are made of the photos of flights. */
export const useMosaics = () =>
  useQuery({
    queryKey: ['layer', 'mosaics'],
    queryFn: ({ signal }) => call(layerCalls.mosaics, {}, { signal, toast: false }),
    refetchInterval: askMosaics,
  });

/** What decides how a layer is fetched: with another, it is put on the map anew. */
const recipeOf = ({
  url,
  source,
  role,
  encoding,
  datum,
  heightOffset,
  minZoom,
  maxZoom,
  bounds,
  version,
  size,
}: LayerRecord) =>
  // A map that is being made has other tiles under the same address each time it grows.
  JSON.stringify([url, source, role, encoding, datum, heightOffset, minZoom, maxZoom, bounds, version, size]);

export interface LayersOnMap {
  /** How each that is on the map stands, by its oid. */
  states: Readonly<Record<string, LoadState>>;
  /** Colours that vectors brought along, by their oid. */
  colours: Readonly<Record<string, readonly string[]>>;
}

/** Keeps layers on a map as their rows say. Each stands for itself: one that fails is marked, and the others go on. */
export const useLayersOnMap = (host: MapHost | null, rows: readonly TreeRow[]): LayersOnMap => {
  const put = useRef(new Map<string, { recipe: string; handle: PutLayer }>());
  const [states, setStates] = useState<LayersOnMap['states']>({});
  const [colours, setColours] = useState<LayersOnMap['colours']>({});
  const clouds = useCloudChoices();
  useLayersBeneath(host, rows);

  useEffect(() => {
    const held = put.current;
    return () => {
      for (const { handle } of held.values()) handle.dispose();
      held.clear();
    };
  }, [host]);

  useEffect(() => {
    if (!host) return;
    const held = put.current;
    const wanted = new Set(rows.map(({ layer }) => layer.oid));
    for (const [oid, { handle }] of held) {
      if (wanted.has(oid)) continue;
      handle.dispose();
      held.delete(oid);
    }
    for (const { layer, visible, opacity } of rows) {
      if (isBasemap(layer) || isTerrain(layer)) continue;
      const { oid } = layer;
      const recipe = recipeOf(layer);
      let one = held.get(oid);
      // What is not shown is not fetched before it is, and what is prepared has nothing to be fetched.
      if (!one && (!visible || layer.state === 'preparing')) continue;
      if (one?.recipe !== recipe) {
        one?.handle.dispose();
        const handle = putLayer(host, `layer.${oid}`, layer, {
          file: (signal) => download(layerCalls.file, { id: oid, name: '0' }, { signal, toast: false }),
          onState: (state) => setStates((all) => ({ ...all, [oid]: state })),
          onColours: (found) => setColours((all) => ({ ...all, [oid]: found })),
        });
        one = { recipe, handle };
        held.set(oid, one);
      }
      one.handle.setVisible(visible);
      one.handle.setOpacity(opacity);
      one.handle.setCloud?.(clouds[oid] ?? usualCloud);
    }
    host.order(rows.toReversed().flatMap(({ layer }) => held.get(layer.oid)?.handle.ids ?? []));
  }, [host, rows, clouds]);
  return { states, colours };
};
