import { halt, type Body } from './motion.ts';

/** Speeds that somebody asks for: m/s to the right, forward and up, degrees a second clockwise. */
export interface Wanted {
  right: number;
  ahead: number;
  up: number;
  turn: number;
}
export const standStill: Wanted = { right: 0, ahead: 0, up: 0, turn: 0 };

/** m/s²: what it gains, or loses, in a second. */
const gain = { flat: 3.2, rise: 3 } as const;
/** Nobody lands by a slip of the stick. Metres above the dock. */
const lowest = 2;

const toward = (from: number, to: number, most: number): number =>
  from + Math.max(-most, Math.min(most, to - from));

/** m/s: down, where it was ordered to land. */
const sinks = 3;

/** An aircraft that is flown by sticks: it has inertia, and stands still a while after nobody asks for anything. */
export class BySticks {
  private readonly body: Body;
  private east = 0;
  private north = 0;
  /** It goes straight down, whatever the sticks ask for. */
  landing = false;
  /** It stands where it landed, until a person fetches it. */
  grounded = false;

  constructor(body: Body) {
    this.body = body;
  }

  /** @param highest metres above the dock that it is set to keep below */
  advance(wanted: Wanted, seconds: number, highest: number): void {
    const { body } = this;
    if (this.landing) return this.sink(seconds);
    body.head += wanted.turn * seconds;
    const angle = (body.head * Math.PI) / 180;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    this.east = toward(this.east, wanted.ahead * sin + wanted.right * cos, gain.flat * seconds);
    this.north = toward(this.north, wanted.ahead * cos - wanted.right * sin, gain.flat * seconds);
    body.climb = toward(body.climb, wanted.up, gain.rise * seconds);
    body.east += this.east * seconds;
    body.north += this.north * seconds;
    const up = Math.max(Math.min(lowest, body.up), Math.min(highest, body.up + body.climb * seconds));
    if (up !== body.up + body.climb * seconds) body.climb = 0;
    body.up = up;
    body.speed = Math.hypot(this.east, this.north);
    body.pace = Math.hypot(body.speed, body.climb);
  }

  land(): void {
    this.stop();
    this.landing = true;
  }

  private sink(seconds: number): void {
    const { body } = this;
    body.up = Math.max(0, body.up - sinks * seconds);
    body.climb = body.up > 0 ? -sinks : 0;
    body.pace = Math.abs(body.climb);
    this.grounded = body.up === 0;
    this.landing = !this.grounded;
  }

  stop(): void {
    this.landing = false;
    this.east = 0;
    this.north = 0;
    halt(this.body);
  }
}
