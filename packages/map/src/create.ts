import type { MapHost, MapOptions } from './contract.ts';
import { createNullHost } from './null-host.ts';
import { createHalves } from './switching/halves.ts';
import { createSwitchingHost, type Engines } from './switching/host.ts';

const loadFlat = () => import('./maplibre/host.ts');

/** Fetches the engine of the flat map before there is an element to draw in; what fails is fetched again when needed. */
export const loadFlatAhead = async (): Promise<void> => {
  await loadFlat().catch(() => undefined);
};

const engines: Engines = {
  flat: async (element, options) => (await loadFlat()).createMapLibreHost(element, options),
  globe: async () => (await import('./cesium/host.ts')).createCesiumHost,
  view: async () => (await import('./cesium/view.ts')).createCesiumView,
};

/**
 * Starts a map in an element, flat. The engine is loaded only now, so pages without a map do not carry it.
 * Where it cannot run (no WebGL, file not loaded) the answer is a host that draws nothing, `engine: 'none'`.
 */
export const createMapHost = async (element: HTMLElement, options: MapOptions): Promise<MapHost> => {
  const halves = createHalves(element);
  try {
    return await createSwitchingHost(halves, options, engines);
  } catch {
    halves.dispose();
    return createNullHost(options);
  }
};
