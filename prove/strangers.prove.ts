/**
 * Strangers without a sign-in ask for one file a thousand times each over 100 connections and never read: readiness
 * stays, orders are hardly slower, and neither files nor memory grow.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { calls } from '@eyrie/domain';
import { until } from '../apps/server/src/testing/caller.ts';
import { createOperator } from '../apps/server/src/testing/operator.ts';
import { startProduct } from './product.ts';
import { quantile, runProof } from './proof.ts';

const connections = 100;
const requests = 1_000;
const commandsATime = 100;
const rounds = 5;

const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
const p99 = (times: readonly number[]): number => quantile(times, 0.99);

await runProof(async (proof) => {
  const { promise, skip, onEnd } = proof;
  if (process.platform !== 'linux') {
    skip('files and memory of strangers', 'only Linux tells the open files of a process');
    return;
  }
  const { server, call, token, groupOID, readyz } = await startProduct(proof);
  const { port } = new URL(server.url);
  const pause = (oid: string) => call(calls.command.flightPause, { oid, key: randomUUID() });
  const notJudged: string[] = [];
  /** Orders to a dock that is away: written, judged and refused, which is all that the HTTP side does of an order. */
  const orders = async (oid: string): Promise<number[]> => {
    const times: number[] = [];
    for (let at = 0; at < commandsATime; at += 1) {
      const asked = performance.now();
      const { data, message } = await pause(oid);
      times.push(performance.now() - asked);
      if (data?.reason !== 'dockOffline') notJudged.push(message);
    }
    return times;
  };
  const { url, mqtt } = server;
  const operator = createOperator({ url, mqtt, token, groupOID });
  onEnd(() => operator.close());
  const { oid, dock } = await operator.addDock();
  // Nothing is judged of an order before a device has spoken under the record.
  await until(
    'a dock that has spoken',
    async () => {
      await dock.osdParts();
      return (await pause(oid)).data?.reason;
    },
    (reason) => reason !== 'notProved',
  );
  await dock.close();
  await until(
    'a dock that is away',
    async () => (await pause(oid)).data?.reason,
    (reason) => reason === 'dockOffline',
    60_000,
  );

  const page = await (await fetch(server.url)).text();
  const file = /assets\/[\w.-]+\.js/.exec(page)?.[0] ?? 'favicon.svg';
  await fetch(`${server.url}/${file}`);
  const ask = `GET /${file} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(requests);
  const before = { files: openFiles(server.pid), memory: memoryOf(server.pid) };

  const worst = { files: 0, memory: 0, missing: '' };
  const watch = setInterval(() => {
    worst.files = Math.max(worst.files, openFiles(server.pid));
    worst.memory = Math.max(worst.memory, memoryOf(server.pid));
  }, 100);
  onEnd(() => clearInterval(watch));
  const alone: number[] = [];
  const beside: number[] = [];
  // In turns, so that what else this machine does meets both alike.
  for (let round = 0; round < rounds; round += 1) {
    alone.push(...(await orders(oid)));
    const sockets: Socket[] = [];
    for (let at = 0; at < connections; at += 1) {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(ask));
      socket.pause();
      socket.on('error', () => undefined);
      sockets.push(socket);
    }
    beside.push(...(await orders(oid)));
    worst.missing ||= (await readyz()).missing.join(', ');
    for (const socket of sockets) socket.destroy();
  }

  promise(worst.missing === '', 'readiness stays', worst.missing || 'nothing missing');
  const files = worst.files - before.files;
  promise(files <= 200, 'at most 200 more files', `${files} more`);
  const memory = worst.memory - before.memory;
  promise(
    memory <= 100,
    'at most 100 MB more',
    `${before.memory.toFixed(0)} MB before, ${memory.toFixed(0)} MB more`,
  );
  promise(
    notJudged.length === 0,
    'every order is judged',
    `${notJudged.length} of ${alone.length + beside.length} not ${[...new Set(notJudged)].join('; ')}`,
  );
  const slower = p99(beside) / p99(alone);
  promise(
    slower <= 2,
    'orders at most twice as slow (p99)',
    `${p99(alone).toFixed(1)} ms alone, ${p99(beside).toFixed(1)} ms beside: ${slower.toFixed(2)}×`,
  );
});
