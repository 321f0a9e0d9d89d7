import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { allocator, nodeFlags } from '../../../../scripts/memory.mjs';
import { until } from './caller.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const cache = fileURLToPath(new URL('../../../../node_modules/.cache/node', import.meta.url));

/** A part of the product as a process of its own, with nothing of the environment but what it is given. */
export const startScript = (
  script: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Started => {
  const { PATH, NODE_COMPILE_CACHE = cache } = process.env;
  const child = spawn(process.execPath, [...nodeFlags, script, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...allocator, ...env },
    // By the channel it notices when whoever started it is gone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr])
    if (input) createInterface({ input }).on('line', (line) => line !== '' && lines.push(line));
  const exit = once(child, 'exit').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  return {
    child,
    lines,
    exit,
    async end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return exit;
    },
  };
};

export interface Started {
  child: ChildProcess;
  /** What it wrote, log and words. */
  lines: string[];
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

interface Addresses {
  url: string;
  /** Broker address for devices. */
  mqtt: string;
  /** Where devices bring their live pictures; null: this server takes none. */
  rtmp: string | null;
  pid: number;
}

export interface ServerProcess extends Started, Addresses {
  /** Waits until it takes commands. */
  ready(): Promise<void>;
}

/**
 * The server as people start it: a process of its own that can be killed. Resolves when it answers HTTP, which
 * may be before it takes commands.
 * @param env needs EYRIE_DATA_DIR, and EYRIE_PORT other than 0 for a server without the api part to be waited for.
 */
export const startServerProcess = async (env: Readonly<Record<string, string>>): Promise<ServerProcess> => {
  const started = startScript(main, [], {
    EYRIE_PORT: '0',
    EYRIE_MQTT_PORT: '0',
    EYRIE_RTMP_PORT: '0',
    EYRIE_WEBRTC_PORT: '0',
    EYRIE_DEMO: 'off',
    EYRIE_LOG_LEVEL: 'info',
    // A process more at every start would make tests dear; proofs start the product as people do.
    EYRIE_PROCESSES: 'api,gateway,scheduler,worker',
    ...env,
  });
  const pid = started.child.pid ?? 0;
  const dead = started.exit.then(({ code }) => {
    throw new Error(`the server ended with ${String(code)}:\n${started.lines.slice(-20).join('\n')}`);
  });
  dead.catch(() => undefined);
  /** Whoever waits for one that is dead hears of it at once. */
  const awaited = <T>(
    what: string,
    look: () => Promise<T> | T,
    fits: (value: T) => boolean,
    within: number,
  ): Promise<T> => Promise.race([until(what, look, fits, within), dead]);
  const file = join(env['EYRIE_DATA_DIR'] ?? '', 'ready.json');
  try {
    const addresses = await awaited(
      'ready.json',
      async () => JSON.parse(await readFile(file, 'utf8')) as Addresses,
      (ready) => ready.pid === pid,
      120_000,
    );
    return {
      ...started,
      ...addresses,
      async ready() {
        const said = (): boolean => started.lines.some((line) => line.startsWith('Eyrie is ready: '));
        await awaited('a server that takes commands', said, Boolean, 90_000);
      },
    };
  } catch (error) {
    await started.end('SIGKILL');
    throw error;
  }
};
