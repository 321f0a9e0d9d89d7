import { stopsImported } from './rests-on.ts';
import type { WarningCode, WpmlWarning } from './route.ts';

/** A warning about the route as a whole, or about `count` places of which the first are listed. */
export function warning(
  code: WarningCode,
  blocking: boolean,
  values: Readonly<Record<string, string | number>> = {},
  count = 1,
  waypoints: readonly number[] = [],
): WpmlWarning {
  return { code, blocking, count, waypoints, values };
}

/** Collects findings of one kind over many waypoints into one warning each, so that 65 535 bad speeds are one line. */
export class Findings {
  readonly #found = new Map<
    WarningCode,
    { blocking: boolean; count: number; waypoints: number[]; values: object }
  >();

  readonly #imported: boolean;

  /** @param imported of a file that came from elsewhere: only what is broken or surely refused by the aircraft blocks */
  constructor(imported: boolean) {
    this.#imported = imported;
  }

  /** Waypoints of the lines before the one that is looked at. */
  before = 0;

  /** @param index the waypoint of the line concerned, null for the route as a whole */
  add(
    code: WarningCode,
    blocking: boolean,
    index: number | null,
    values: Readonly<Record<string, string | number>> = {},
  ): void {
    const found = this.#found.get(code) ?? { blocking: false, count: 0, waypoints: [], values };
    found.blocking ||= blocking && (!this.#imported || stopsImported(code, values));
    found.count += 1;
    const place = index === null ? null : this.before + index;
    if (place !== null && found.waypoints.length < 10 && found.waypoints.at(-1) !== place)
      found.waypoints.push(place);
    this.#found.set(code, found);
  }

  list(): WpmlWarning[] {
    return [...this.#found].map(([code, { blocking, count, waypoints, values }]) =>
      warning(code, blocking, { ...values }, count, waypoints),
    );
  }
}
