import { builtInTiles, ownTilesOf, tileOrigin, type MapSettings } from '@eyrie/domain';
import { themeFromColours, type Camera, type LabelFont, type MapTheme, type TileLayer } from '@eyrie/map';
import { fontFamily, tokens } from '@eyrie/ui/tokens';
import { useMemo } from 'react';
import { loadFonts } from './load-fonts.ts';
import { kept } from './storage.ts';
import { permittedTileOrigins } from './tile-origins.ts';
import { useTheme } from './theme.ts';

/** The map's colours, following the page's theme. */
export const useMapTheme = (): MapTheme => {
  const theme = useTheme((state) => state.theme);
  const own = useTheme((state) => state.own);
  return useMemo(() => themeFromColours(theme, { ...tokens[theme], ...own }), [theme, own]);
};

/** A font that does not come in this time is done without. Milliseconds. */
const fontWithin = 5_000;

/** Names on a map stand in the font of the page, also where the system has none for them. */
export const labelFont: LabelFont = {
  family: fontFamily,
  load: async (text) => {
    const arrived = loadFonts().then(() => document.fonts.load(`24px ${fontFamily}`, text));
    await Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, fontWithin))]);
  },
};

/** Before the organisation's settings are known: the whole of China. */
const unknown: MapSettings = {
  longitude: 105,
  latitude: 35,
  level: 4,
  levelMIN: 1,
  levelMAX: 22,
  url: builtInTiles,
  tileLevels: null,
};

/** The settings count zoom on 256 px tiles, the map on 512 px: one level apart. */
export const zoomOfLevel = (level: number): number => Math.max(0, level - 1);
export const levelOfZoom = (zoom: number): number => zoom + 1;

/** What lies under the map; null: the built-in land, also where the page may not fetch the tiles. */
export const basemapOf = (
  settings: Pick<MapSettings, 'url' | 'tileLevels' | 'levelMAX'>,
): TileLayer | null => {
  const { url, tileLevels, levelMAX } = settings;
  if (ownTilesOf(url) !== null)
    return {
      url: `${location.origin}${url}`,
      ...(tileLevels ? { minZoom: tileLevels.min, maxZoom: tileLevels.max } : {}),
    };
  const origin = tileOrigin(url);
  return origin !== null && permittedTileOrigins(origin) ? { url, maxZoom: levelMAX } : null;
};

/** Where a map starts, how far it zooms and what lies under it, by the organisation's settings. */
export const mapStart = (): {
  camera: Camera;
  minZoom: number;
  maxZoom: number;
  basemap: TileLayer | null;
} => {
  const settings = { ...unknown, ...kept('mapConfig') };
  return {
    camera: {
      lng: settings.longitude,
      lat: settings.latitude,
      zoom: zoomOfLevel(settings.level),
      bearing: 0,
      pitch: 0,
    },
    minZoom: zoomOfLevel(settings.levelMIN),
    maxZoom: zoomOfLevel(settings.levelMAX),
    basemap: basemapOf(settings),
  };
};
