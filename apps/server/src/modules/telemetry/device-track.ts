import { limits } from '@eyrie/domain';
import { distance } from '@eyrie/geometry';
import { robotStatusOf, statusOf, type DockLink } from '../dock/index.ts';
import type { DeviceTrackRow } from '../trajectory/index.ts';

type Figures = Omit<DeviceTrackRow, 'device_oid' | 'at'>;

/** Where a robot or a controller says that it is; null: nowhere. */
const figuresOf = (link: DockLink, now: number): Figures | null => {
  if (link.dock.kind === 'robot') {
    const { lng, lat, height, heading, speed, percent } = robotStatusOf(link, now);
    return lng === null || lat === null ? null : { lng, lat, height, head: heading, speed_h: speed, percent };
  }
  const { gps, height, heading } = statusOf(link, now);
  const [lng, lat] = gps?.split(',').map(Number) ?? [];
  if (lng === undefined || lat === undefined) return null;
  return { lng, lat, height, head: heading, speed_h: null, percent: null };
};

/** The next row of the way of a device: it moved, or the last row is old. Null: none is worth keeping. */
export const createTrackRows = () => {
  const last = new WeakMap<DockLink, { at: number; lng: number; lat: number }>();
  const { restEvery, moved } = limits.trajectory;
  return (link: DockLink, now: number, receivedWall: number): DeviceTrackRow | null => {
    const figures = figuresOf(link, now);
    if (!figures) return null;
    const before = last.get(link);
    if (before && now - before.at < restEvery && distance(before, figures) < moved) return null;
    last.set(link, { at: now, lng: figures.lng, lat: figures.lat });
    return { device_oid: link.dock.oid, at: new Date(receivedWall), ...figures };
  };
};
