import { themeFromColours, type Camera, type MapTheme } from '@eyrie/map';
import { tokens } from '@eyrie/ui/tokens';
import { useMemo } from 'react';
import { kept } from './storage.ts';
import { useTheme } from './theme.ts';

/** The map's colours, following the page's theme. */
export const useMapTheme = (): MapTheme => {
  const theme = useTheme((state) => state.theme);
  return useMemo(() => themeFromColours(theme, tokens[theme]), [theme]);
};

/** Where a map starts and how far it zooms by the organisation's settings; before they are known, the whole of China. */
export const mapStart = (): { camera: Camera; minZoom: number; maxZoom: number } => {
  const settings = kept('mapConfig') ?? { longitude: 105, latitude: 35, level: 4, levelMIN: 1, levelMAX: 22 };
  // The settings count zoom on 256 px tiles, the map on 512 px: one level apart.
  const zoom = (level: number) => Math.max(0, level - 1);
  return {
    camera: {
      lng: settings.longitude,
      lat: settings.latitude,
      zoom: zoom(settings.level),
      bearing: 0,
      pitch: 0,
    },
    minZoom: zoom(settings.levelMIN),
    maxZoom: zoom(settings.levelMAX),
  };
};
