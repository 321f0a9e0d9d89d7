import type { MapHost, MapOptions } from './contract.ts';
import { createNullHost } from './null-host.ts';

/**
 * Starts a map in an element. The engine is loaded only now, so pages without a map do not carry it.
 * Where it cannot run (no WebGL, file not loaded) the answer is a host that draws nothing, `engine: 'none'`.
 */
export const createMapHost = async (element: HTMLElement, options: MapOptions): Promise<MapHost> => {
  try {
    const { createMapLibreHost } = await import('./maplibre/host.ts');
    return await createMapLibreHost(element, options);
  } catch {
    return createNullHost(options);
  }
};
