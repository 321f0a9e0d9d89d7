import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './caller.ts';
import { startScript, type Started } from './server-process.ts';

const main = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url));

type Kind = 'dock' | 'controller' | 'robot' | 'open-dock';

export interface SimulatorProcess extends Started {
  /** Base address of its control server, which those of the open contract have not. */
  control(): Promise<string>;
}

/**
 * A simulated device as a process of its own: apps meet over the wire.
 * @param secret what it signs in with
 * @param flags as its command line takes them, such as `broker` and `sn`
 * @param env what its process is given beside that, such as an authority that it trusts
 */
export const startSimulator = async (
  kind: Kind,
  secret: string,
  flags: Readonly<Record<string, string | number>>,
  env: Readonly<Record<string, string>> = {},
): Promise<SimulatorProcess> => {
  const folder = await mkdtemp(join(tmpdir(), `eyrie-${kind}-`));
  const secretFile = join(folder, 'secret');
  await writeFile(secretFile, secret, { mode: 0o600 });
  // Any free port: the simulator says which.
  const all = { ...flags, 'secret-file': secretFile, 'control-port': 0 };
  const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const started = startScript(main, [kind, ...args], env);
  const exit = started.exit.then(async (how) => {
    await rm(folder, { recursive: true, force: true });
    return how;
  });
  const portIn = (line: string): string | undefined => /"controlServer".*"port":(\d+)/.exec(line)?.[1];
  return {
    ...started,
    exit,
    async end(signal) {
      await started.end(signal);
      return exit;
    },
    async control() {
      const dead = exit.then(({ code }): never => {
        throw new Error(`the simulator is gone (${String(code)}):\n${started.lines.slice(-20).join('\n')}`);
      });
      const said = (): string | undefined => started.lines.map(portIn).find((found) => found !== undefined);
      const port = await Promise.race([
        until('the control port of the simulator', said, (found) => found !== undefined),
        dead,
      ]);
      return `http://127.0.0.1:${port}`;
    },
  };
};

export interface SimulatedDockProcess extends SimulatorProcess {
  /** Services the dock received, in order. */
  services(): Promise<{ method: string; tid: string; duplicate: boolean }[]>;
  fail(failure: { kind: string; [field: string]: unknown }): Promise<void>;
}

/** A simulated dock beside the first stop of the built route. */
export const startDockProcess = async (
  secret: string,
  { sn, ...flags }: { broker: string; sn: string; speed: number; [flag: string]: string | number },
  env: Readonly<Record<string, string>> = {},
): Promise<SimulatedDockProcess> => {
  const place = { model: '3-2-0', 'drone-sn': `A${sn}`, lng: 113.949, lat: 22.539 };
  const simulator = await startSimulator('dock', secret, { ...place, sn, ...flags }, env);
  const own = async (): Promise<string> => `${await simulator.control()}/docks/${sn}`;
  return {
    ...simulator,
    services: async () =>
      ((await (await fetch(`${await own()}/stats`)).json()) as { services: never[] }).services,
    fail: async (failure) => {
      const response = await fetch(`${await own()}/failures`, {
        method: 'POST',
        body: JSON.stringify(failure),
      });
      if (!response.ok) throw new Error(await response.text());
    },
  };
};
