/** The product as an organisation has it, with what can go wrong around it: its server, its database, its network. */
import { startServerProcess, type ServerProcess } from '../apps/server/src/testing/server-process.ts';
import { freePort } from '../apps/server/src/platform/postgres/index.ts';
import { startDatabase } from './database.ts';
import { openNetwork, signalDatabase, type Network } from './faults.ts';
import type { Proof } from './proof.ts';

export interface Instance {
  /** Address for browsers, through the network that can go. */
  url: string;
  dataDir: string;
  network: Network;
  /** The one that runs now: another after each restart, at the same ports. */
  server(): ServerProcess;
  /** Ends it as a failure of power does. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Stops the database where it is, or lets it go on. */
  database(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

/** @param env further `EYRIE_…` settings, such as the administrator's password */
export const openInstance = async (proof: Proof, env: Record<string, string> = {}): Promise<Instance> => {
  const database = await startDatabase(proof);
  const [port, mqtt, rtmp] = [await freePort(), await freePort(), await freePort()];
  const network = await openNetwork(proof, port);
  const url = `http://127.0.0.1:${network.port}`;
  const dataDir = proof.folder();
  const start = (): Promise<ServerProcess> =>
    startServerProcess({
      EYRIE_DATA_DIR: dataDir,
      EYRIE_DATABASE_URL: database.url,
      EYRIE_PORT: String(port),
      EYRIE_MQTT_PORT: String(mqtt),
      EYRIE_RTMP_PORT: String(rtmp),
      EYRIE_PUBLIC_URL: url,
      EYRIE_LOG_LEVEL: 'warn',
      ...env,
    });
  let server = await start();
  proof.onEnd(() => server.end('SIGKILL'));
  return {
    url,
    dataDir,
    network,
    server: () => server,
    async kill() {
      await server.end('SIGKILL');
    },
    async restart() {
      server = await start();
    },
    database(signal) {
      const pid = database.pid();
      if (pid === undefined) throw new Error('the database does not run');
      signalDatabase(pid, signal);
    },
  };
};
