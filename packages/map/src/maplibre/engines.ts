import type { Map as Engine } from 'maplibre-gl';
import type { MapEngine } from '../contract.ts';

const engines = new WeakMap<MapEngine, Engine>();
const behind = new WeakMap<MapEngine, () => MapEngine | null>();

/** For parts of this package that need more of the flat map than its contract has. */
export const keepEngine = <Host extends MapEngine>(host: Host, engine: Engine): Host => {
  engines.set(host, engine);
  return host;
};

/** A host that stands in front of another one, which comes and goes. */
export const standBefore = <Host extends MapEngine>(host: Host, now: () => MapEngine | null): Host => {
  behind.set(host, now);
  return host;
};

/** Null: another engine draws this map now, or none. */
export const engineOf = (host: MapEngine): Engine | null => {
  const inner = behind.get(host);
  if (!inner) return engines.get(host) ?? null;
  const standing = inner();
  return standing ? engineOf(standing) : null;
};
