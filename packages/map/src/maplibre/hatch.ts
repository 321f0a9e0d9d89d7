import type { Map as Engine } from 'maplibre-gl';
import type { Hatch } from '../contract.ts';
import { hatchTile, pixelRatio } from './icons.ts';

/** Patterns of one map: colours are people's own, and each takes memory of the graphics unit. */
const most = 256;

const known = new WeakMap<Engine, Set<string>>();

/** Name of the pattern in a colour, made when it is first wanted; null where there are too many of them. */
export const patternOf = (engine: Engine, hatch: Hatch, colour: string): string | null => {
  const id = `hatch-${hatch}-${colour}`;
  const own = known.get(engine) ?? new Set<string>();
  known.set(engine, own);
  if (own.has(id)) return id;
  if (own.size >= most) return null;
  own.add(id);
  engine.addImage(id, hatchTile(hatch, colour), { pixelRatio });
  return id;
};
