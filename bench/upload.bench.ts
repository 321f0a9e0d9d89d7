import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInCaller } from '../e2e/support/calls.ts';
import { startProduct } from '../e2e/support/product.ts';
import { startPart } from './process.ts';
import { median, type BenchRow, type Measure } from './row.ts';
import { pieceLength } from './upload/film.ts';
import type { Question, Sent } from './upload/sender.ts';

const settings = { size: 256 * pieceLength, turns: 2 } as const;
const reach = { rate: 1.7, memory: 100_000_000 } as const;
const { size, turns } = settings;
const gib = size / 2 ** 30;

interface Cost extends Sent {
  /** Bytes by which the server held more than before, at most. */
  memory: number;
}

/** Bytes that a process holds, or held at most since that was begun to be counted. Linux only. */
const held = (pid: number, what: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) *
  1_024;

/** Sends one file, and watches the memory of the server. */
async function send(pid: number, question: Question): Promise<Cost> {
  const sender = await startPart(new URL('./upload/sender.ts', import.meta.url));
  try {
    const before = held(pid, 'VmRSS');
    // The most that it held is counted from here.
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const sent = (await sender.ask(question)) as Sent;
    return { ...sent, memory: held(pid, 'VmHWM') - before };
  } finally {
    await sender.end();
  }
}

async function viaProduct(): Promise<Cost> {
  const product = await startProduct();
  try {
    const { session } = await signInCaller(product.url);
    const { pid } = JSON.parse(readFileSync(join(product.dataDir, 'ready.json'), 'utf8')) as { pid: number };
    return await send(pid, { way: 'ours', url: product.url, token: session.authToken, size });
  } finally {
    await product.stop();
  }
}

async function viaTus(way: 'tus' | 'tusParts'): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'eyrie-bench-'));
  const server = await startPart(new URL('./upload/bare.ts', import.meta.url));
  try {
    const url = (await server.ask({ folder, synced: way === 'tusParts' })) as string;
    return await send(server.pid, { way, url, token: '', size });
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

const most = (costs: readonly Cost[]): number => Math.max(...costs.map(({ memory }) => memory));
const rateOf = (costs: readonly Cost[]): number => size / 1e3 / median(costs.map(({ ms }) => ms));
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** A large file from a member to the server, against a server that does nothing else. */
export const measure: Measure = async (): Promise<BenchRow[]> => {
  const ours: Cost[] = [];
  const peer: Cost[] = [];
  const synced: Cost[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    ours.push(await viaProduct());
    peer.push(await viaTus('tus'));
    synced.push(await viaTus('tusParts'));
  }
  const hashed = median(ours.map(({ hashMs }) => hashMs)) / 1_000;
  const against = (peers: readonly Cost[]) => {
    const ratio = rateOf(ours) / rateOf(peers);
    return {
      ours: `${rateOf(ours).toFixed(0)} MB/s, after ${hashed.toFixed(1)} s for its hash`,
      peer: `${rateOf(peers).toFixed(0)} MB/s`,
      ratio,
      reach: `≥ ${reach.rate}×`,
      pass: ratio >= reach.rate,
    };
  };
  return [
    {
      row: `upload: ${gib} GiB in checked parts on the disk until the file stands, against one unchecked request to @tus/server that no disk has to hold`,
      ...against(peer),
    },
    {
      row: `upload: the same, against @tus/server in unchecked parts of the same size that are on the disk as well`,
      ...against(synced),
    },
    {
      row: `upload: memory of the server beyond what it held before, ${gib} GiB`,
      ours: megabytes(most(ours)),
      peer: megabytes(most(peer)),
      ratio: null,
      reach: `≤ ${megabytes(reach.memory)}`,
      pass: most(ours) <= reach.memory,
    },
  ];
};
