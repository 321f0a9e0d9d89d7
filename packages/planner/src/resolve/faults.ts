import type { Place } from '@eyrie/geometry';
import type { PlanFault } from '../resolved.ts';

/** More than this of one plan help nobody, and a plan of 65,535 bad points must not make as many sentences. */
const most = 200;

/** Collects what keeps a plan from being a route. */
export class Faults {
  readonly list: PlanFault[] = [];

  add(code: string, field: string, values: PlanFault['values'] = {}, at: Place | null = null): void {
    if (this.list.length < most) this.list.push({ code, field, values, at });
  }

  /** A number in its range, both ends included; says so otherwise. NaN and infinities are never within. */
  range(field: string, value: number, min: number, max: number, at: Place | null = null): boolean {
    if (value >= min && value <= max) return true;
    const finite = Number.isFinite(value);
    this.add(
      finite ? 'outOfRange' : 'notFinite',
      field,
      { found: finite ? value : String(value), min, max },
      at,
    );
    return false;
  }
}
