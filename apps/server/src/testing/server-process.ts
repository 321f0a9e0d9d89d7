import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allocator, nodeFlags } from '../../../../scripts/memory.mjs';
import { until } from './caller.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const simulator = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url));

const run = (script: string, args: readonly string[], env: Record<string, string>): Started => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...nodeFlags, script, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...allocator, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n').filter(Boolean)));
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

interface Started {
  child: ChildProcess;
  /** What it wrote, log and words. */
  lines: string[];
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface ServerProcess extends Started {
  url: string;
  /** Broker address for devices. */
  mqtt: string;
  pid: number;
}

/**
 * The server as people start it: a process of its own that can be killed. Resolves when it answers HTTP, which
 * may be before it takes commands.
 * @param env needs EYRIE_DATA_DIR, and EYRIE_PORT other than 0 for a server without the api part to be waited for.
 */
export const startServerProcess = async (env: Record<string, string>): Promise<ServerProcess> => {
  const started = run(main, [], {
    EYRIE_PORT: '0',
    EYRIE_MQTT_PORT: '0',
    EYRIE_RTMP_PORT: '0',
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
  const reported = until(
    'ready.json',
    async () =>
      JSON.parse(await readFile(join(env['EYRIE_DATA_DIR'] ?? '', 'ready.json'), 'utf8')) as {
        url: string;
        mqtt: string;
        pid: number;
      },
    (ready) => ready.pid === pid,
    40_000,
  );
  reported.catch(() => undefined);
  const { url, mqtt } = await Promise.race([reported, dead]);
  return { ...started, url, mqtt, pid };
};

export interface SimulatorProcess extends Started {
  /** Services the dock received, in order. */
  services(): Promise<{ method: string; tid: string; duplicate: boolean }[]>;
  fail(failure: { kind: string; [field: string]: unknown }): Promise<void>;
}

/** A simulated dock beside the first stop of the built route, as a process of its own. */
export const startSimulatorProcess = (options: {
  broker: string;
  sn: string;
  secretFile: string;
  speed: number;
  organization?: string;
  bindingCode?: string;
}): SimulatorProcess => {
  const flags = {
    broker: options.broker,
    sn: options.sn,
    'secret-file': options.secretFile,
    model: '3-2-0',
    'drone-sn': `A${options.sn}`,
    lng: 113.949,
    lat: 22.539,
    speed: options.speed,
    // Any free one: the simulator says which.
    'control-port': 0,
    ...(options.organization === undefined ? {} : { organization: options.organization }),
    ...(options.bindingCode === undefined ? {} : { 'binding-code': options.bindingCode }),
  };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const started = run(simulator, ['dock', ...args], {});
  const portIn = (line: string): string | undefined => /"controlServer".*"port":(\d+)/.exec(line)?.[1];
  const control = async (): Promise<string> => {
    const reported = () => started.lines.map(portIn).find((port) => port !== undefined);
    const port = await until(
      'the control port of the simulator',
      reported,
      (found) => found !== undefined,
      20_000,
    );
    return `http://127.0.0.1:${port}/docks/${options.sn}`;
  };
  return {
    ...started,
    services: async () =>
      ((await (await fetch(`${await control()}/stats`)).json()) as { services: never[] }).services,
    fail: async (failure) => {
      const response = await fetch(`${await control()}/failures`, {
        method: 'POST',
        body: JSON.stringify(failure),
      });
      if (!response.ok) throw new Error(await response.text());
    },
  };
};
