import { MapLegend, type LegendRow } from '@eyrie/map';
import type { ReactNode } from 'react';
import { kindHatches } from '../../modules/region/index.ts';
import { useMapTheme } from '../../platform/map.ts';
import { useText } from '../../platform/text.tsx';

const hatched = ['noFly', 'noLanding', 'keepIn', 'alternateLanding'] as const;

/** What the symbols on the map of all devices mean. */
export function DeviceLegend(): ReactNode {
  const text = useText();
  const theme = useMapTheme();
  const rows: LegendRow[] = [
    { symbol: { look: 'live' }, word: text('mapTool.legendLive') },
    { symbol: { look: 'working' }, word: text('mapTool.legendWorking') },
    { symbol: { look: 'attention' }, word: text('mapTool.legendAttention') },
    { symbol: { look: 'alarm' }, word: text('mapTool.legendAlarm') },
    { symbol: { look: 'offline' }, word: text('mapTool.legendOffline') },
    { symbol: { look: 'offline', ghost: true }, word: text('mapTool.legendGhost') },
    { symbol: { look: 'live', sign: 'attention' }, word: text('mapTool.legendCaution') },
    { symbol: { look: 'live', sign: 'alarm' }, word: text('mapTool.legendWarning') },
    { symbol: { bundle: 'alarm' }, word: text('mapTool.legendBundle') },
    { symbol: { look: 'live', badge: 'H' }, word: text('mapTool.legendHome') },
    { symbol: { look: 'live', badge: 'A', hexagon: true }, word: text('mapTool.legendAlternate') },
  ];
  for (const kind of hatched) {
    const hatch = kindHatches[kind];
    if (hatch) rows.push({ symbol: { hatch }, word: text(`region.kind.${kind}`) });
  }
  return <MapLegend theme={theme} rows={rows} />;
}
