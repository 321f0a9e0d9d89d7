import { layerCalls, type LayerRecord } from '@eyrie/domain';
import type { LoadState, MapHost } from '@eyrie/map';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../platform/http.ts';
import { useSession } from '../../platform/session.ts';
import { keep, kept } from '../../platform/storage.ts';
import { noChoices, type LayerChoices, type TreeRow } from './layer-tree.ts';
import { putLayer, type PutLayer } from './put-layer.ts';

/** How often it is asked how sources answered last, ms. */
const askEvery = 30_000;

/** All layers of the reader's organisation: there are never more than one page holds. */
export const useLayers = () =>
  useQuery({
    queryKey: ['layer', 'tree'],
    queryFn: ({ signal }) =>
      call(layerCalls.query, { pageNum: 1, pageSize: 200, sort: 'position' }, { signal, toast: false }),
    refetchInterval: askEvery,
  });

/** What the member chose for layers, kept in this browser, also over a sign-out. */
export const useLayerChoices = (): [LayerChoices, (change: Partial<LayerChoices>) => void] => {
  const member = useSession(({ user }) => user?.oid ?? '');
  const [now, setNow] = useState<LayerChoices>(() => ({ ...noChoices, ...kept('layers')?.[member] }));
  return [
    now,
    (change) => {
      const next = { ...now, ...change };
      keep('layers', { ...kept('layers'), [member]: next });
      setNow(next);
    },
  ];
};

/** What decides how a layer is fetched: with another, it is put on the map anew. */
const recipeOf = ({
  url,
  source,
  role,
  encoding,
  heightOffset,
  minZoom,
  maxZoom,
  bounds,
  version,
}: LayerRecord) =>
  JSON.stringify([url, source, role, encoding, heightOffset, minZoom, maxZoom, bounds, version]);

/**
 * Keeps layers on a map as their rows say. Each stands for itself: one that fails is marked, and the others go on.
 * @returns how each that is on the map stands, by its oid
 */
export const useLayersOnMap = (
  host: MapHost | null,
  rows: readonly TreeRow[],
): Readonly<Record<string, LoadState>> => {
  const put = useRef(new Map<string, { recipe: string; handle: PutLayer | null }>());
  const [states, setStates] = useState<Readonly<Record<string, LoadState>>>({});

  useEffect(() => {
    const held = put.current;
    return () => {
      for (const { handle } of held.values()) handle?.dispose();
      held.clear();
    };
  }, [host]);

  useEffect(() => {
    if (!host) return;
    const held = put.current;
    const wanted = new Set(rows.map(({ layer }) => layer.oid));
    for (const [oid, { handle }] of held) {
      if (wanted.has(oid)) continue;
      handle?.dispose();
      held.delete(oid);
    }
    for (const { layer, visible, opacity } of rows) {
      const recipe = recipeOf(layer);
      let one = held.get(layer.oid);
      // What is not shown is not fetched before it is.
      if (!one && !visible) continue;
      if (one?.recipe !== recipe) {
        one?.handle?.dispose();
        const onState = (state: LoadState): void => setStates((all) => ({ ...all, [layer.oid]: state }));
        one = { recipe, handle: putLayer(host, layer, onState) };
        held.set(layer.oid, one);
      }
      one.handle?.setVisible(visible);
      one.handle?.setOpacity(opacity);
    }
    host.order(rows.toReversed().flatMap(({ layer }) => held.get(layer.oid)?.handle?.ids ?? []));
  }, [host, rows]);
  return states;
};
