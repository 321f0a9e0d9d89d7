/** Runs what the units of `deploy/systemd` say, and keeps it running as systemd does. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { environmentOf, valueOf, type UnitFile } from './files.ts';

export interface Running {
  name: string;
  /** Process id of the server, undefined between two of its lives. */
  pid(): number | undefined;
  /** How often it ended and was started again. */
  restarts(): number;
  lines: string[];
  /** Ends it as a failure of power does; it is started again. */
  kill(): void;
  /** Asks it to stop, and starts it again: `systemctl restart`. @returns how long the stop took, ms */
  restart(): Promise<number>;
  /** @returns the exit code, and how long it took, ms */
  stop(): Promise<{ code: number | null; took: number }>;
}

/** What stands in a unit and is elsewhere in this proof. */
export interface Place {
  /** Text of an environment file. */
  read(path: string): string;
  /** Moves a path of the unit to where it is here. */
  path(text: string): string;
  /** Settings that only a proof needs. */
  more: Readonly<Record<string, string>>;
}

const seconds = 1_000;

/** Whatever of the unit is left after its main process is killed, as `KillMode=mixed` has it. */
const clear = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left.
  }
};

/** Starts an instance of a template unit and keeps it running until it is stopped. */
export const runUnit = (unit: UnitFile, name: string, place: Place): Running => {
  const given = environmentOf(unit, name, place.read);
  const always = valueOf(unit, 'Restart') === 'always';
  const final = Number(valueOf(unit, 'RestartPreventExitStatus'));
  const between = Number(valueOf(unit, 'RestartSec')) * seconds;
  const patience = Number(valueOf(unit, 'TimeoutStopSec')) * seconds;
  const lines: string[] = [];
  let child: ChildProcess | undefined;
  let stopping = false;
  /** Stopped for good: a restart that was under way does not bring it back. */
  let stopped = false;
  let restarts = 0;
  const start = (): void => {
    if (stopped) return;
    const [program = '', ...args] = valueOf(unit, 'ExecStart').split(' ').map(place.path);
    const env: Record<string, string> = {};
    for (const [key, value] of Object.entries({ ...given, ...place.more })) env[key] = place.path(value);
    mkdirSync(env['EYRIE_DATA_DIR'] ?? '', { recursive: true, mode: 0o700 });
    const started = spawn(program, args, {
      cwd: place.path(valueOf(unit, 'WorkingDirectory')),
      env: { PATH: process.env['PATH'] ?? '', ...env },
      // By the channel it notices when this proof is gone.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    child = started;
    for (const input of [started.stdout, started.stderr])
      if (input) createInterface({ input }).on('line', (line) => line !== '' && lines.push(line));
    started.once('exit', (code) => {
      clear(started.pid);
      if (stopping || !always || code === final) return;
      restarts += 1;
      setTimeout(() => stopping || start(), between);
    });
  };
  const end = async (): Promise<{ code: number | null; took: number }> => {
    stopping = true;
    const from = performance.now();
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return { code: null, took: 0 };
    const exit = once(ending, 'exit');
    const timer = setTimeout(() => clear(ending.pid), patience);
    ending.kill('SIGTERM');
    await exit;
    clearTimeout(timer);
    clear(ending.pid);
    return { code: ending.exitCode, took: performance.now() - from };
  };
  start();
  return {
    name,
    pid: () => (child?.exitCode === null && child.signalCode === null ? child.pid : undefined),
    restarts: () => restarts,
    lines,
    kill: () => clear(child?.pid),
    async restart() {
      const { took } = await end();
      stopping = false;
      await pause(1);
      start();
      return took;
    },
    async stop() {
      stopped = true;
      return end();
    },
  };
};
