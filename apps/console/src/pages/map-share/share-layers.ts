import { mapShareCalls, onlyIn3D, type SharedScene } from '@eyrie/domain';
import type { MapHost } from '@eyrie/map';
import { useEffect } from 'react';
import { isBasemap, isTerrain } from '@eyrie/web/layer-tree';
import { terrainOf, tilesOf } from '@eyrie/web/layer-source';
import { putLayer } from '../../modules/layer/index.ts';
import { download } from '../../platform/http.ts';
import { mapStart } from '../../platform/map.ts';

type Shared = SharedScene['layers'][number];

const none: readonly Shared[] = [];

/** Whether some of them can be seen on a globe alone. */
export const has3D = (scene: SharedScene | null): boolean =>
  (scene?.layers ?? none).some(({ type, source }) => onlyIn3D(type) || source === 'meshUrl');

/** Keeps the layers of a share on its map, beneath everything else, as its organisation has them. */
export const useSharedLayers = (host: MapHost | null, scene: SharedScene | null, ticket: string): void => {
  // The scene is asked for again and again; what is the same is not put on the map anew.
  const written = JSON.stringify(scene?.layers ?? none);
  useEffect(() => {
    if (!host) return undefined;
    const layers = (JSON.parse(written) as Shared[]).map((layer) => ({
      ...layer,
      url: `${layer.url}?ticket=${encodeURIComponent(ticket)}`,
    }));
    const base = layers.findLast(isBasemap);
    if (base) host.setBasemap({ ...tilesOf(base), opacity: base.opacity });
    const ground = layers.findLast(isTerrain);
    if (ground) host.setTerrain(terrainOf(ground));
    const put = layers
      .filter((layer) => !isBasemap(layer) && !isTerrain(layer))
      .map((layer) => {
        const handle = putLayer(host, `layer.${layer.id}`, layer, {
          file: (signal) =>
            download(
              mapShareCalls.file,
              { ticket, layer: String(layer.id), name: '0' },
              { signal, toast: false },
            ),
          onState: () => undefined,
          onColours: () => undefined,
        });
        handle.setVisible(true);
        handle.setOpacity(layer.opacity);
        return handle;
      });
    const below = put.flatMap(({ ids }) => ids);
    const others = host.layers().map(({ id }) => id);
    host.order([...below, ...others.filter((id) => !below.includes(id))]);
    return () => {
      for (const handle of put) handle.dispose();
      if (base) host.setBasemap(mapStart().basemap);
      if (ground) host.setTerrain(null);
    };
  }, [host, written, ticket]);
};
