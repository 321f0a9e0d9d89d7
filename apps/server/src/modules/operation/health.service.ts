import { type HealthFigures, type HealthPart, type HealthPartName } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { platformRight } from '../permission/index.ts';
import type { Measurement } from './measurement.ts';
import { countDocks, countOpenWork, listMeasures, type WorkCounts } from './health.store.ts';

const figuresOf = (figures: HealthFigures): HealthPart['figures'] =>
  Object.entries(figures).map(([name, value]) => ({
    name: name as HealthPart['figures'][number]['name'],
    value: value ?? null,
  }));

const workHealth = ({ late, ...counts }: WorkCounts): Measurement => {
  const reason =
    counts.stuck > 0 ? 'workStuck' : late > 0 ? 'workWaits' : counts.failed > 0 ? 'workFailed' : null;
  return { state: reason ? 'strained' : 'fine', reason, figures: { ...counts } };
};

export function createHealth(runtime: Runtime) {
  const { db, serverTime } = runtime;

  /** A part that is counted while it is asked for. */
  const counted = (part: HealthPartName, { state, figures, reason }: Measurement): HealthPart => ({
    part,
    instanceId: null,
    state,
    figures: figuresOf(figures),
    reason,
    measuredAt: serverTime(),
    age: 0,
  });

  return {
    /** The organisation's own docks and work; for operators of the instance also every server and its parts. */
    async of(caller: Caller): Promise<{ at: number; list: HealthPart[] }> {
      const operator = caller.resources.has(platformRight);
      const [docks, work, measures] = await Promise.all([
        countDocks(db, caller),
        countOpenWork(db, operator ? null : caller.groupRoot),
        operator ? listMeasures(db) : [],
      ]);
      const offline = docks.online < docks.total;
      const list = [
        counted('docks', {
          state: offline ? 'strained' : 'fine',
          reason: offline ? 'docksOffline' : null,
          figures: { ...docks },
        }),
        counted('work', workHealth(work)),
        ...measures.map((one) => ({ ...one, figures: figuresOf(one.figures) })),
      ];
      return { at: serverTime(), list };
    },
  };
}
