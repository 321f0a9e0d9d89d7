import type { HealthFigures, HealthPart, HealthPartName, HealthState } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { countDocks } from './health.store.ts';

/** Figures in the order in which they were named. */
const figuresOf = (figures: HealthFigures): HealthPart['figures'] =>
  Object.entries(figures).map(([name, value]) => ({
    name: name as HealthPart['figures'][number]['name'],
    value: value ?? null,
  }));

export function createHealth(runtime: Runtime) {
  /** A part that is counted while it is asked for. */
  const counted = (
    part: HealthPartName,
    state: HealthState,
    figures: HealthFigures,
    reason: string | null = null,
  ): HealthPart => ({
    part,
    instanceId: null,
    state,
    figures: figuresOf(figures),
    reason,
    measuredAt: runtime.serverTime(),
    age: 0,
  });

  return {
    async of(caller: Caller): Promise<{ at: number; list: HealthPart[] }> {
      const docks = await countDocks(runtime.db, caller);
      const list = [counted('docks', docks.online < docks.total ? 'strained' : 'fine', { ...docks })];
      return { at: runtime.serverTime(), list };
    },
  };
}
