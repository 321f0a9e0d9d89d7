import type { Body } from './motion.ts';

/** A flight around a point: metres east and north of the dock. Speed in m/s, negative: clockwise. */
export class Orbit {
  readonly radius: number;
  speed: number;
  private readonly centre: { east: number; north: number };

  constructor(body: Body, centre: { east: number; north: number }, speed: number) {
    this.centre = centre;
    this.radius = Math.hypot(body.east - centre.east, body.north - centre.north);
    this.speed = speed;
  }

  /** It looks at the point while it goes round. */
  advance(body: Body, seconds: number): void {
    const { centre, radius, speed } = this;
    const before = Math.atan2(body.east - centre.east, body.north - centre.north);
    // Bearings count clockwise.
    const angle = before - (speed * seconds) / radius;
    body.east = centre.east + radius * Math.sin(angle);
    body.north = centre.north + radius * Math.cos(angle);
    body.speed = Math.abs(speed);
    body.pace = body.speed;
    body.climb = 0;
    body.head = ((angle * 180) / Math.PI + 180) % 360;
  }
}
