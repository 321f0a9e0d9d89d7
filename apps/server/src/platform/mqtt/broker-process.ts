/** The process of the embedded broker: it parses bytes from the network before anybody has signed in. */
import { createSurvivor, servePart } from '../child/index.ts';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { startBroker } from './broker.ts';
import type { BrokerConfig } from './broker.ts';
import type { DenialNotice } from './denials.ts';
import type { ClientNotice } from './topics.ts';

export interface BrokerProcessConfig extends BrokerConfig {
  logLevel: string;
}

export interface BrokerReady {
  port: number;
  internalPort: number;
}

servePart<BrokerProcessConfig, BrokerReady, ClientNotice | DenialNotice>(async (config, emit) => {
  const log = createLog({ level: config.logLevel }).child({ part: 'broker' });
  const survive = createSurvivor({ log, now: () => systemClock.mono(), end: () => process.exit(1) });
  process.on('uncaughtException', survive);
  process.on('unhandledRejection', survive);
  const broker = await startBroker(config, log, systemClock, emit);
  return { ready: { port: broker.port, internalPort: broker.internalPort }, stop: () => broker.stop() };
});
