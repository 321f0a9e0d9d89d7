import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../platform/settings.ts';

export interface DemoOptions {
  settings: Settings;
  serverUrl: string;
  brokerUrl: string;
  log: Log;
}

const simulator = new URL('../../../simulator/src/main.ts', import.meta.url).pathname;

/** Where the demo's service account keeps its password; its presence makes a data directory a demo's. */
export const demoAccountFile = (dataDir: string): string => join(dataDir, 'simulator', 'account');

/** On for a new data directory with no outside database, and wherever a demo was begun. */
export const demoWanted = (settings: Settings, fresh: boolean): boolean =>
  settings.demo === 'on' ||
  (settings.demo === 'auto' &&
    settings.databaseUrl === undefined &&
    (fresh || existsSync(demoAccountFile(settings.dataDir))));

/** Runs the simulator beside the server as a stranger would: by HTTP, broker and RTMP only. Restarted when it ends. */
export const startDemo = (options: DemoOptions): { stop(): Promise<void> } => {
  const { settings, log } = options;
  const stopping = new AbortController();
  let child: ChildProcess | null = null;
  let pause = 1_000;
  const args = [
    simulator,
    'demo',
    '--server',
    options.serverUrl,
    '--broker',
    options.brokerUrl,
    '--account',
    'demo',
    '--password-file',
    demoAccountFile(settings.dataDir),
    '--data-dir',
    join(settings.dataDir, 'simulator'),
    '--speed',
    String(settings.demoSpeed),
    // Any free one: the simulator says which.
    '--control-port',
    '0',
  ];
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
      const started = performance.now();
      child.on('message', (said: { control?: unknown }) => {
        if (typeof said?.control === 'number')
          log.info({ address: `http://127.0.0.1:${said.control}/` }, 'failures of the demo are started here');
      });
      child.stderr?.on('data', (chunk: Buffer) =>
        log.warn({ simulator: chunk.toString().slice(0, 500) }, 'the simulator says'),
      );
      const code = await new Promise<number | null>((resolve) => child?.once('exit', resolve));
      if (stopping.signal.aborted) return;
      pause = performance.now() - started > 60_000 ? 1_000 : Math.min(pause * 2, 60_000);
      log.warn({ code, pause }, 'the simulator ended; it is started again');
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = loop();
  return {
    async stop() {
      stopping.abort();
      child?.kill('SIGTERM');
      const timer = setTimeout(() => child?.kill('SIGKILL'), 3_000);
      await running;
      clearTimeout(timer);
    },
  };
};
