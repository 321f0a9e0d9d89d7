import { layerCalls, type LayerRecord } from '@eyrie/domain';
import type { MapHost } from '@eyrie/map';
import { treeRows, type TreeRow } from '@eyrie/web/layer-tree';
import { useLayersBeneath } from '@eyrie/web/layers-beneath';
import { useEffect, useMemo } from 'react';
import { useAsked } from '../../platform/asked.ts';
import { picturesOf, type Picture } from './ground-pictures.ts';

const noLayers: readonly LayerRecord[] = [];

/** Lays pictures over the base map, beneath everything that moves. */
const usePictures = (host: MapHost | null, rows: readonly TreeRow[]): void => {
  // Layers are asked for again and again; the same ones are not fetched anew.
  const written = JSON.stringify(picturesOf(rows));
  useEffect(() => {
    if (!host) return undefined;
    const put = (JSON.parse(written) as Picture[]).map(({ id, tiles, opacity }) => {
      const part = host.addTiles(id, tiles);
      part.setOpacity(opacity);
      return { id, part };
    });
    host.order(put.map(({ id }) => id));
    return () => {
      for (const { part } of put) part.dispose();
    };
  }, [host, written]);
};

/** The base map, the ground and the pictures that the organisation shows; nobody chooses layers before a wall. */
export const useGround = (host: MapHost | null): void => {
  const { answer } = useAsked(
    layerCalls.query,
    () => ({ pageNum: 1, pageSize: 200, sort: 'position' as const }),
    ({ name, time }) => (name === 'organisationChange' ? `${time}` : null),
  );
  const layers = answer?.list ?? noLayers;
  const rows = useMemo(() => treeRows(layers, { shown: {}, opacity: {}, order: [] }), [layers]);
  useLayersBeneath(host, rows);
  usePictures(host, rows);
};
