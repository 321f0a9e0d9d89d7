import { latOfRow, unitOf, wrapLongitude, type Bounds, type Place } from '@eyrie/geometry';
import type { ViewSize } from './alignment/scale.ts';
import type { FitOptions, Padding } from './contract.ts';

/** CSS pixels of the world's side at zoom 0. */
const worldSide = 512;

/** A margin that would leave nothing to show makes no sense: such a map is small and is given as much as it has. */
export const roomFor = ({ width, height }: ViewSize, wanted: number | Padding): Padding => {
  const all =
    typeof wanted === 'number' ? { top: wanted, right: wanted, bottom: wanted, left: wanted } : wanted;
  const across = Math.min(1, (width * 0.7) / Math.max(1, all.left + all.right));
  const down = Math.min(1, (height * 0.7) / Math.max(1, all.top + all.bottom));
  return {
    top: all.top * down,
    bottom: all.bottom * down,
    left: all.left * across,
    right: all.right * across,
  };
};

/** Where to look, north up and straight down, so that a whole box is seen between the margins. */
export const cameraForBounds = (
  box: Bounds,
  size: ViewSize,
  how: FitOptions = {},
): Place & { zoom: number } => {
  const room = roomFor(size, how.padding ?? 48);
  const [corner, opposite] = [
    unitOf({ lng: box.west, lat: box.north }),
    unitOf({ lng: box.east, lat: box.south }),
  ];
  const across = box.east === box.west ? 0 : (opposite.x - corner.x + 1) % 1 || 1;
  const down = opposite.y - corner.y;
  const free = {
    width: Math.max(1, size.width - room.left - room.right),
    height: Math.max(1, size.height - room.top - room.bottom),
  };
  const zoom = Math.min(
    how.maxZoom ?? 16,
    Math.log2(free.width / (across * worldSide)),
    Math.log2(free.height / (down * worldSide)),
  );
  const pixels = worldSide * 2 ** zoom;
  return {
    lng: wrapLongitude((corner.x + across / 2 + (room.right - room.left) / 2 / pixels) * 360 - 180),
    lat: latOfRow(corner.y + down / 2 + (room.bottom - room.top) / 2 / pixels),
    zoom: Math.max(0, zoom),
  };
};
