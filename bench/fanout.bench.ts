import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../apps/server/src/platform/postgres/index.ts';
import { cpuOf, startPart } from './process.ts';
import type { Part } from './process.ts';
import { median } from './row.ts';
import type { Measure } from './row.ts';
import type { Report } from './fanout/browsers.ts';

const settings = { warmTurns: 2, turns: 7, runs: 3 } as const;
const mosquittoPath = [
  '/usr/sbin/mosquitto',
  '/usr/local/sbin/mosquitto',
  '/opt/homebrew/sbin/mosquitto',
].find((path) => existsSync(path));

interface Result extends Report {
  /** Share of one core that the delivering process used. */
  cpu: number;
}

interface Deliverer {
  pid: number;
  /** Where browsers connect. */
  port: number;
  end(): Promise<void>;
}

const part = (name: string): Promise<Part> => startPart(new URL(`./fanout/${name}.ts`, import.meta.url));

const ownDeliverer =
  (file: 'deliver' | 'bare') =>
  async (devices: Part): Promise<Deliverer> => {
    const from = await devices.ask({ do: 'serve' });
    const process_ = await part(file);
    const port = (await process_.ask({ from })) as number;
    return { pid: process_.pid, port, end: () => process_.end() };
  };

const listening = async (port: number): Promise<void> => {
  const tried = await new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
  if (tried) return;
  await new Promise((resolve) => setTimeout(resolve, 20));
  await listening(port);
};

const mosquitto =
  (path: string) =>
  async (devices: Part): Promise<Deliverer> => {
    const [port, webPort] = [await freePort(), await freePort()];
    const folder = mkdtempSync(join(tmpdir(), 'eyrie-bench-'));
    // Started as root, mosquitto reads its settings as a user of its own.
    chmodSync(folder, 0o755);
    const file = join(folder, 'mosquitto.conf');
    writeFileSync(
      file,
      `listener ${port} 127.0.0.1\nlistener ${webPort} 127.0.0.1\nprotocol websockets\n` +
        'allow_anonymous true\npersistence false\nlog_type none\nset_tcp_nodelay true\n',
    );
    const child = spawn(path, ['-c', file], { stdio: 'ignore' });
    await listening(webPort);
    await devices.ask({ do: 'join', port });
    const end = (): Promise<void> =>
      new Promise((resolve) => {
        child.once('exit', () => {
          rmSync(folder, { recursive: true, force: true });
          resolve();
        });
        child.kill('SIGTERM');
      });
    return { pid: child.pid ?? 0, port: webPort, end };
  };

async function run(start: (devices: Part) => Promise<Deliverer>): Promise<Result> {
  const [devices, browsers] = [await part('devices'), await part('browsers')];
  const deliverer = await start(devices);
  try {
    await browsers.ask({ do: 'join', port: deliverer.port });
    await devices.ask({ do: 'publish', turns: settings.warmTurns, firstTurn: 1 });
    await browsers.ask({ do: 'reset' });
    const [cpu, from] = [cpuOf(deliverer.pid), performance.now()];
    const firstTurn = settings.warmTurns + 1;
    await devices.ask({ do: 'publish', turns: settings.turns, firstTurn });
    const used = (cpuOf(deliverer.pid) - cpu) / (performance.now() - from);
    // What was sent last may still be under way for as long as the reach allows.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const report = (await browsers.ask({ do: 'report', turn: firstTurn + settings.turns - 1 })) as Report;
    return { ...report, cpu: used };
  } finally {
    await Promise.all([deliverer.end(), devices.end(), browsers.end()]);
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Telemetry to browsers: 20,000 deliveries a second by the live endpoint and by the peer, in turns. */
export const measure: Measure = async () => {
  const ours: Result[] = [];
  const peer: Result[] = [];
  for (let turn = 0; turn < settings.runs; turn += 1) {
    ours.push(await run(ownDeliverer('deliver')));
    peer.push(await run(mosquittoPath ? mosquitto(mosquittoPath) : ownDeliverer('bare')));
  }
  const cpu = { ours: median(ours.map((one) => one.cpu)), peer: median(peer.map((one) => one.cpu)) };
  const age = { ours: median(ours.map((one) => one.p99)), peer: median(peer.map((one) => one.p99)) };
  const present = {
    ours: Math.min(...ours.map((one) => one.present)),
    peer: Math.min(...peer.map((one) => one.present)),
  };
  const name = mosquittoPath ? 'mosquitto' : 'ws + mqtt-packet';
  return [
    {
      row: `telemetry fan-out, 20,000 deliveries/s: CPU of the delivering side against ${name}`,
      ours: `${percent(cpu.ours)} of a core`,
      peer: `${percent(cpu.peer)} of a core`,
      ratio: cpu.ours / cpu.peer,
      reach: '≤ 1.5×',
      pass: cpu.ours / cpu.peer <= 1.5,
    },
    {
      row: 'telemetry fan-out: final states that arrived',
      ours: percent(present.ours),
      peer: percent(present.peer),
      ratio: null,
      reach: '100 %',
      pass: present.ours === 1,
    },
    {
      row: 'telemetry fan-out: age on arrival, p99',
      ours: `${age.ours} ms`,
      peer: `${age.peer} ms`,
      ratio: null,
      reach: '≤ 300 ms',
      pass: age.ours <= 300,
    },
  ];
};
