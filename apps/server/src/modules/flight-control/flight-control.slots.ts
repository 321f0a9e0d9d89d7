import type { DockPresence } from '@eyrie/domain';
import type { OrbitProgress, PanoramaProgress } from '@eyrie/dji';
import { linkSlot, type DockLink } from '../dock/index.ts';

/** What a device reported last of a flight around a point, and when it came: epoch ms, and monotonic ms. */
export const orbitReport = linkSlot<(OrbitProgress & { at: number; heardAt: number }) | null>(null);

/** The point of the order to fly around one that was sent last; null: none since this gateway has the dock. */
export const orbitPoint = linkSlot<{ lng: number; lat: number } | null>(null);

/** What a camera reported last of a panorama, and when it came: epoch ms. */
export const panorama = linkSlot<(PanoramaProgress & { at: number }) | null>(null);

/** The flight around a point as consoles are shown it. */
export const orbitShown = (link: DockLink): DockPresence['orbit'] => {
  const orbit = orbitReport.of(link);
  if (!orbit) return null;
  const { state, reason, radius, speed, maxSpeed, at } = orbit;
  return { state, reason, radius, speed, maxSpeed, at, point: orbitPoint.of(link) };
};
