/** The process that serves pictures by WebRTC: a library in C++ reads what comes from the network, and may end it alone. */
import { servePart } from '../child/index.ts';
import { createLog } from '../log.ts';
import { startWhepServer, type WhepNotice, type WhepServerConfig } from './whep-server.ts';

export interface WhepProcessConfig extends WhepServerConfig {
  logLevel: string;
}

export interface WhepReady {
  port: number;
  controlPort: number;
}

servePart<WhepProcessConfig, WhepReady, WhepNotice>(async (config, emit) => {
  const log = createLog({ level: config.logLevel }).child({ part: 'whep' });
  const { default: library } = await import('node-datachannel');
  const server = await startWhepServer(config, library, log, emit);
  return { ready: { port: server.port, controlPort: server.controlPort }, stop: () => server.stop() };
});
