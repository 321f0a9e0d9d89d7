import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { HealthProbe } from '../../modules/operation/index.ts';
import { supervisePart, type SupervisedPart } from '../../platform/child/index.ts';
import type { HttpServerOptions } from '../../platform/http/server.ts';
import type { Log } from '../../platform/log.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Addresses } from '../addresses.ts';
import type { Foundation } from '../foundation.ts';
import { createBulkPaths } from './bulk-calls.ts';
import { createBulkHealth } from './bulk-health.ts';
import { createRelay, type RelayTarget } from './bulk-relay.ts';
import type { BulkConfig } from './start-bulk.ts';

/** After a first start that failed, ms: a machine at its limit may need its time for other things. */
const startAgain = 30_000;

export interface Bulk {
  relay: NonNullable<HttpServerOptions['relay']>;
  /** What health says of it. */
  measure: HealthProbe['measure'];
  /** Begins once the port is open; until it runs, and whenever it does not, this process answers its calls. */
  start(): void;
  stop(): Promise<void>;
}

interface BulkParts {
  settings: Settings;
  log: Log;
  foundation: Foundation;
  addresses: Pick<Addresses, 'public'>;
}

/** Keeps the calls that may take long of a loop in a process of their own, away from the one that carries orders. */
export const createBulk = ({ settings, log, foundation, addresses }: BulkParts): Bulk => {
  const secret = randomBytes(32).toString('base64url');
  const stopping = new AbortController();
  let part: SupervisedPart<{ port: number }, never> | null = null;
  let starting: Promise<void> = Promise.resolve();
  const target = (): RelayTarget | null => (part?.running ? { port: part.ready.port, secret } : null);
  const health = createBulkHealth(foundation.runtime.clock, target);
  const config = (): BulkConfig => ({
    settings,
    secret,
    publicUrl: addresses.public(),
    instanceId: foundation.instanceId,
    databaseUrl: foundation.database.url,
    broker: foundation.embeddedBroker?.connection ?? { url: settings.mqttUrl ?? '' },
    brokerPort: foundation.embeddedBroker?.port,
  });
  const launch = async (): Promise<void> => {
    const script = new URL('./bulk-process.ts', import.meta.url);
    const { signal } = stopping;
    while (!signal.aborted && !part)
      try {
        part = await supervisePart({ name: 'bulk', script, config, log, signal, behind: true });
        health.up();
        part.events.on('up', health.up).on('down', health.down);
        log.info('the bulk process answers its calls');
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error }, 'the bulk process does not start; its calls are answered here');
        await delay(startAgain, undefined, { signal }).catch(() => undefined);
      }
  };
  return {
    relay: createRelay(createBulkPaths(), target),
    measure: health.measure,
    start() {
      starting = launch();
    },
    async stop() {
      stopping.abort();
      await starting;
      await part?.stop();
    },
  };
};
