import { limits, type HealthPartName, type HealthState } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import { forgetMeasures, writeMeasure } from './health.store.ts';
import type { Measurement } from './measurement.ts';

/** Measures one part. A throw, or no answer in time, means that the part is down. */
export interface HealthProbe {
  part: HealthPartName;
  measure(): Promise<Measurement>;
}

const inTime = (probe: HealthProbe): Promise<Measurement> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), limits.operation.health.answerWithin);
  });
  return Promise.race([probe.measure(), late]).finally(() => clearTimeout(timer));
};

/**
 * Measures this server and its parts every few seconds and writes down what it found, so that every server shows
 * all of them. What cannot be written down grows old, and is shown as old.
 */
export function createMeasuring(
  runtime: Pick<Runtime, 'db' | 'log'>,
  { instanceId, probes }: { instanceId: string; probes: readonly HealthProbe[] },
): Timer {
  const { db, log } = runtime;
  const before = new Map<string, HealthState>();

  const measureOne = async (probe: HealthProbe): Promise<void> => {
    const found = await inTime(probe).catch((error: unknown): Measurement => ({
      state: 'down',
      figures: {},
      reason: error instanceof Error && error.message === 'no answer' ? 'noAnswer' : 'failed',
    }));
    const known = before.get(probe.part) ?? 'fine';
    before.set(probe.part, found.state);
    if (known !== found.state) {
      const facts = { part: probe.part, ...found };
      if (found.state === 'fine') log.info(facts, 'a part is fine again');
      else log.warn(facts, 'a part needs a look');
    }
    await writeMeasure(db, instanceId, probe.part, found);
  };
  const measureAll = async (): Promise<void> => {
    // Each is looked at, although another could not be written down.
    const written = await Promise.allSettled(probes.map(measureOne));
    for (const one of written) if (one.status === 'rejected') throw one.reason;
    await forgetMeasures(db, limits.operation.health.forgetAfter);
  };

  return {
    name: 'operation.measure',
    every: limits.operation.measureEvery,
    once: 'instance',
    // What is down is logged without a database too; the age of the last one stored shows that it is away.
    withoutDatabase: true,
    atStart: true,
    run: measureAll,
  };
}
