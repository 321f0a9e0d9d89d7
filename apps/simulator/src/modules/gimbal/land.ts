import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Place } from '@eyrie/geometry';
import { demoGround, demoPlane } from '../world/index.ts';
import { groundSeen, opening } from '../drone/index.ts';
import type { Sight } from './view.ts';

/** Pixels of a block that has one colour: the ground is not sharper than that. */
const block = 2;
const haze = [203, 214, 214] as const;

/** Where a sight stands in the demo's world; null: elsewhere. */
const within = (place: Place): { east: number; north: number } | null => {
  const at = demoPlane.toPlane(place);
  return demoGround.holds(at) ? at : null;
};

/**
 * The land of the demo's world as an aircraft sees it: the same that its maps show. Painted piece by piece, so that no
 * picture waits for it.
 * @returns false where the camera is elsewhere, and nothing was drawn
 */
export function drawLand(brush: SKRSContext2D, width: number, height: number, sight: Sight): boolean {
  const at = within(sight);
  if (!at) return false;
  const picture = brush.createImageData(width, height);
  const { data } = picture;
  const focus = width / (sight.opening ?? opening);
  for (let y = 0; y < height; y += block)
    for (let x = 0; x < width; x += block) {
      const first = (y * width + x) * 4;
      const seen = groundSeen(sight, (x - width / 2) / focus, (height / 2 - y) / focus);
      if (seen) demoGround.colour(at.east + seen.east, at.north + seen.north, data, first);
      else [data[first], data[first + 1], data[first + 2]] = haze;
      data[first + 3] = 255;
      for (let down = 0; down < block && y + down < height; down += 1)
        for (let right = 0; right < block && x + right < width; right += 1)
          data.copyWithin(((y + down) * width + x + right) * 4, first, first + 4);
    }
  brush.putImageData(picture, 0, 0);
  return true;
}

/** Paints some of the land that was looked at and was not there yet. @returns whether there is more */
export const paintLand = (pieces: number): boolean => demoGround.paint(pieces);
