import type { LayerRecord } from '@eyrie/domain';
import type { MapHost } from '@eyrie/map';
import { useMemo } from 'react';
import { treeRows } from '@eyrie/web/layer-tree';
import { useLayerChoices } from './use-choices.ts';
import { useLayers, useLayersOnMap } from './use-layers.ts';

const none: readonly LayerRecord[] = [];

/** Keeps the layers on a map that the member shows, without a control for them. */
export function ShownLayers({ host }: { host: MapHost | null }): null {
  const { data } = useLayers();
  const { choices, ready } = useLayerChoices();
  const layers = (ready && data?.list) || none;
  const rows = useMemo(() => treeRows(layers, choices), [layers, choices]);
  useLayersOnMap(host, rows);
  return null;
}
