import { randomUUID } from 'node:crypto';
import { takeOffToPoint } from '../../packages/dji/src/index.ts';
import type { OnSite } from '../support/on-site.ts';
import { expect } from '../support/story.ts';

/** Lets the aircraft of a dock take off to a point some sixty metres east of it, past the product. */
export async function takeOffBeside(
  dock: OnSite,
  { lng, lat, model }: { lng: number; lat: number; model: string },
): Promise<void> {
  const { method, data } = takeOffToPoint({
    flightId: randomUUID(),
    lng: lng + 0.0006,
    lat,
    ellipsoidHeight: 110,
    safeHeight: 60,
    returnAltitude: 100,
    lostAction: 'return',
    maxSpeed: 8,
    dockModel: model,
  });
  expect(await dock.order(method, data)).toBe(0);
}
