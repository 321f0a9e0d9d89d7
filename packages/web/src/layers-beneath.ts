import type { MapHost, Terrain, TileLayer } from '@eyrie/map';
import { useEffect, useRef } from 'react';
import { terrainOf, tilesOf } from './layer-source.ts';
import { isBasemap, isTerrain, type TreeRow } from './layer-tree.ts';
import { mapStart } from './map.ts';

/** What a map has once: the topmost base map and the topmost ground that are shown. Compared as text. */
export const useLayersBeneath = (host: MapHost | null, rows: readonly TreeRow[]): void => {
  const shown = rows.filter(({ visible }) => visible);
  const base = shown.find(({ layer }) => isBasemap(layer));
  const ground = shown.find(({ layer }) => isTerrain(layer));
  const tiles = base ? JSON.stringify({ ...tilesOf(base.layer), opacity: base.opacity }) : null;
  const terrain = ground ? JSON.stringify(terrainOf(ground.layer)) : null;
  const laid = useRef({ tiles: false, terrain: false });
  useEffect(() => {
    if (tiles !== null) host?.setBasemap(JSON.parse(tiles) as TileLayer);
    else if (laid.current.tiles) host?.setBasemap(mapStart().basemap);
    laid.current.tiles = tiles !== null;
  }, [host, tiles]);
  useEffect(() => {
    if (terrain !== null) host?.setTerrain(JSON.parse(terrain) as Terrain);
    else if (laid.current.terrain) host?.setTerrain(null);
    laid.current.terrain = terrain !== null;
  }, [host, terrain]);
};
