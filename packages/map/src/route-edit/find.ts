import type { RouteHandle } from './contract.ts';
import { radiusOf } from './style.ts';

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** CSS pixels around a handle that still count. */
const reach = { pointer: 4, touch: 14 } as const;

/**
 * The handle under a pixel: the nearest of those within reach, of equals the one that lies above; a handle in between
 * gives way to every other.
 * @param project CSS pixels of a place; asked only of places within `near`
 */
export const handleAt = (
  handles: readonly RouteHandle[],
  at: Pixel,
  project: (handle: RouteHandle) => Pixel,
  near: (handle: RouteHandle) => boolean,
  touch: boolean,
): RouteHandle | null => {
  let best: { handle: RouteHandle; off: number } | null = null;
  for (const handle of handles) {
    if (!near(handle)) continue;
    const { x, y } = project(handle);
    const off = Math.hypot(x - at.x, y - at.y);
    if (off > radiusOf(handle.kind, touch) + reach[touch ? 'touch' : 'pointer']) continue;
    const weight = handle.kind === 'middle' ? off + 1_000 : off;
    if (!best || weight <= best.off) best = { handle, off: weight };
  }
  return best?.handle ?? null;
};
