import type { LegendEntry, MapHost } from '@eyrie/map';

const legends = new WeakMap<MapHost, readonly LegendEntry[]>();

/** Says what layers a map shows, for pictures of it. */
export const setLegend = (host: MapHost, entries: readonly LegendEntry[]): void => {
  legends.set(host, entries);
};

/** The layers that a map shows, the topmost first. */
export const legendOf = (host: MapHost): readonly LegendEntry[] => legends.get(host) ?? [];
