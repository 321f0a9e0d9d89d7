import type { MapHost } from '../contract.ts';
import { engineOf } from '../maplibre/engines.ts';
import type { DrawOptions, DrawTool } from './contract.ts';

/**
 * Lets the pointer draw on a map; what draws is loaded for it. Null where the map has no engine for it: places are
 * typed then.
 */
export const openDrawTool = async (host: MapHost, options: DrawOptions): Promise<DrawTool | null> => {
  const engine = engineOf(host);
  if (!engine) return null;
  const { createTerraTool } = await import('./terra.ts');
  return createTerraTool(engine, options);
};
