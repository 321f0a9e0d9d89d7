import { timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Counter, Gauge, Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import type { TimerState } from '../../platform/timers.ts';

export interface HealthDependencies {
  /** Names of what keeps commands from being taken; empty: ready. */
  notReady(): readonly string[];
  /** Until when no flight may begin; null: flights may. */
  maintenanceUntil(): number | null;
  metricsToken: string | undefined;
  counts(): Record<string, number>;
  timerStates(): TimerState[];
}

const same = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};

/** What the timers of this process did. They live in the registry, which asks them for their values. */
const registerTimers = (registry: Registry, states: () => TimerState[]): void => {
  const labelNames: 'timer'[] = ['timer'];
  const shared = { labelNames, registers: [registry] };
  // oxlint-disable-next-line no-new -- registering itself is all it is made for
  new Gauge({
    ...shared,
    name: 'eyrie_timer_last_run_timestamp_seconds',
    help: 'Beginning of the last run of a timer, in seconds since 1970',
    collect() {
      for (const { name, lastRunAt } of states())
        if (lastRunAt !== null) this.set({ timer: name }, lastRunAt / 1000);
    },
  });
  // oxlint-disable-next-line no-new -- registering itself is all it is made for
  new Gauge({
    ...shared,
    name: 'eyrie_timer_run_seconds',
    help: 'How long the last run of a timer took',
    collect() {
      for (const { name, took } of states()) if (took !== null) this.set({ timer: name }, took / 1000);
    },
  });
  // oxlint-disable-next-line no-new -- registering itself is all it is made for
  new Counter({
    ...shared,
    name: 'eyrie_timer_failures_total',
    help: 'Runs of a timer that failed',
    collect() {
      this.reset();
      for (const { name, failures } of states()) this.inc({ timer: name }, failures);
    },
  });
};

/** /healthz, /readyz and /metrics. Health is answered by the loop that does the work, so a stuck loop is not healthy. */
export const registerHealth = (app: FastifyInstance, deps: HealthDependencies): void => {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }));
  app.get('/readyz', (_request, reply) => {
    const missing = deps.notReady();
    const until = deps.maintenanceUntil();
    // During maintenance flights do not begin, so it is not ready; but a proxy that turned away for it would cut off
    // whoever watches an aircraft or calls it home. So the status goes by what is broken, the body says all of it.
    return reply
      .code(missing.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        ready: missing.length === 0 && until === null,
        missing: until === null ? missing : [...missing, 'maintenance'],
        ...(until === null ? {} : { maintenanceUntil: until }),
      });
  });

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // It lives in the registry, which asks it for its values.
  // oxlint-disable-next-line no-new -- registering itself is all it is made for
  new Gauge({
    name: 'eyrie_count',
    help: 'Counts of the server parts of this process',
    labelNames: ['what'],
    registers: [registry],
    collect() {
      for (const [what, value] of Object.entries(deps.counts())) this.set({ what }, value);
    },
  });
  registerTimers(registry, deps.timerStates);
  app.get('/metrics', async (request, reply) => {
    const header = request.headers.authorization ?? '';
    if (!deps.metricsToken || !same(header, `Bearer ${deps.metricsToken}`))
      return reply
        .code(401)
        .header('cache-control', 'no-store')
        .send({ code: 401, message: 'token needed', data: { reason: 'notSignedIn' } });
    return reply
      .header('content-type', registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
};
