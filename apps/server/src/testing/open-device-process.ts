import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const simulator = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url));

export interface OpenDeviceProcess {
  stop(): Promise<void>;
}

/** Our second simulator as a process of its own: apps meet over the wire. */
export async function startOpenDeviceProcess(options: {
  kind: 'robot' | 'open-dock';
  broker: string;
  sn: string;
  secret: string;
  speed: number;
  /** Rules that it breaks on purpose. */
  breaks?: string;
}): Promise<OpenDeviceProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'eyrie-open-device-'));
  const secretFile = join(folder, 'secret');
  await writeFile(secretFile, options.secret, { mode: 0o600 });
  const flags = {
    broker: options.broker,
    sn: options.sn,
    'secret-file': secretFile,
    lng: 104.06,
    lat: 30.57,
    speed: options.speed,
    ...(options.breaks === undefined ? {} : { breaks: options.breaks }),
  };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [simulator, options.kind, ...args], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  return {
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
