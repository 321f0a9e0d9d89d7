import { randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { limits } from '@eyrie/domain';
import { supervisePart } from '../child/index.ts';
import type { Log } from '../log.ts';
import type { BrokerProcessConfig, BrokerReady } from './broker-process.ts';
import type { DenialNotice } from './denials.ts';
import type { ClientNotice } from './topics.ts';

export interface EmbeddedBroker {
  /** The port for devices. */
  readonly port: number;
  /** What `connectBroker` needs in a process of this server; a new password at every start. */
  readonly connection: { url: string; username: string; password: string };
  readonly running: boolean;
  pid(): number | undefined;
  readonly events: EventEmitter<{ up: [BrokerReady]; down: [string]; event: [ClientNotice | DenialNotice] }>;
  stop(): Promise<void>;
}

export interface EmbeddedBrokerOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  tls?: { cert: string; key: string };
  databaseUrl: string;
  log: Log;
}

/**
 * Starts the embedded broker in a process of its own and keeps it running on the same ports.
 * @throws Error when it cannot start, for example because the port is in use.
 */
export async function startEmbeddedBroker(options: EmbeddedBrokerOptions): Promise<EmbeddedBroker> {
  const internal = { username: 'eyrie server', password: randomBytes(32).toString('base64url') };
  const part = await supervisePart<BrokerProcessConfig, BrokerReady, ClientNotice | DenialNotice>({
    name: 'broker',
    script: new URL('./broker-process.ts', import.meta.url),
    log: options.log,
    youngMB: limits.broker.youngMB,
    config: (last) => ({
      host: options.host,
      port: last?.port ?? options.port,
      internalPort: last?.internalPort ?? 0,
      tls: options.tls,
      internal,
      databaseUrl: options.databaseUrl,
      logLevel: options.log.level,
    }),
  });
  return {
    get port() {
      return part.ready.port;
    },
    get connection() {
      return { url: `mqtt://127.0.0.1:${part.ready.internalPort}`, ...internal };
    },
    get running() {
      return part.running;
    },
    pid: () => part.pid(),
    events: part.events,
    stop: () => part.stop(),
  };
}
