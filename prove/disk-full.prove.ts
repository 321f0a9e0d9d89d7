/**
 * A whole server with its database on a small disk that somebody fills and keeps full. Return home reaches the dock each
 * time, uploads are told what room they need, health says so; once there is room again everything is back by itself,
 * with nothing left half written. Only as root on Linux, about two minutes.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, limits, operationCalls } from '@eyrie/domain';
import { buildKmz, kmzModels } from '@eyrie/testing';
import { until, uploadRouteTo } from '../apps/server/src/testing/caller.ts';
import { createOperator } from '../apps/server/src/testing/operator.ts';
import { startProduct, type Product } from './product.ts';
import { runProof, type Proof } from './proof.ts';

const presses = Number(process.argv[2] ?? 100);
const diskMB = 400;
const reachWithin = 1_000;
const backWithin = 60_000;

/** A disk of its own in memory; null where that cannot be, and why is said. */
const mountDisk = async ({ skip, onEnd }: Proof): Promise<string | null> => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    skip('a full disk', 'only root on Linux can mount a small disk of its own');
    return null;
  }
  const path = await mkdtemp(join(tmpdir(), 'eyrie-disk-'));
  onEnd(() => rm(path, { recursive: true, force: true }));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMB}m`, 'tmpfs', path]);
  if (status !== 0) {
    skip('a full disk', `it cannot be mounted: ${stderr.toString().trim()}`);
    return null;
  }
  onEnd(() => spawnSync('umount', ['-l', path]));
  // The database runs under an account of its own.
  await chmod(path, 0o755);
  return path;
};

/** Takes all room there is, and whatever becomes free, until told to let go. */
const fillDisk = (disk: string) => {
  const path = join(disk, 'filler');
  const file = openSync(path, 'w');
  const piece = Buffer.alloc(65_536, 1);
  let size = 0;
  const fill = (): void => {
    for (const bytes of [piece.length, 4_096])
      for (;;)
        try {
          size += writeSync(file, piece, 0, bytes, size);
        } catch {
          break;
        }
  };
  fill();
  const timer = setInterval(fill, 20);
  return {
    free: (): number => {
      const { bavail, bsize } = statfsSync(disk);
      return bavail * bsize;
    },
    release(): void {
      clearInterval(timer);
      ftruncateSync(file, 0);
      closeSync(file);
      rmSync(path, { force: true });
    },
  };
};

/** Parts of which health says that there is no room, or of which nothing new could be written down any more. */
const redParts = async (product: Product): Promise<string[]> => {
  const { data } = await product.call(operationCalls.health);
  const list = data.list as { part: string; reason: string | null; age: number }[];
  return list
    .filter(({ reason, age }) => reason === 'diskFull' || age > limits.operation.staleAfter)
    .map(({ part, reason, age }) => `${part} ${reason ?? ''} ${Math.round(age / 1_000)} s old`);
};

const upload = async ({
  server,
  token,
}: Product): Promise<{ status: number; reason: string; needed: unknown }> => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(buildKmz({ model: kmzModels.m3td }))]), 'route.kmz');
  const response = await fetch(`${server.url}${calls.route.uploadKmz.path}`, {
    method: 'POST',
    headers: { authToken: token, 'accept-language': 'en' },
    body: form,
  });
  const { data } = (await response.json()) as { data?: { reason?: string; needed?: unknown } };
  return { status: response.status, reason: data?.reason ?? '', needed: data?.needed };
};

/** Files below a folder that are still being written, by the names that the server gives those. */
const halfFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((name) => /\/incoming\/|\.part$|\.tmp$|\.uploading$/.test(name) && !name.includes('/postgres/'));

await runProof(async (proof) => {
  const disk = await mountDisk(proof);
  if (disk === null) return;
  const dataDir = join(disk, 'data');
  const product = await startProduct(proof, { EYRIE_LOG_LEVEL: 'error' }, dataDir);
  const operator = createOperator({ ...product.server, token: product.token, groupOID: product.groupOID });
  proof.onEnd(() => operator.close());
  const routeOID = await uploadRouteTo(product.server.url, product.token);
  const { oid, dock } = await operator.addDock();
  const flightOID = await operator.addFlight(oid, routeOID);
  await operator.fly(dock, oid, flightOID);
  const voice = setInterval(() => {
    dock
      .osdParts({ A: { mode_code: 4, drone_in_dock: 0 }, C: { flighttask_step_code: 1 } })
      .then(() => dock.droneOsd({ mode_code: 5, elevation: 60, horizontal_speed: 8 }))
      .catch(() => undefined);
  }, 500);
  proof.onEnd(() => clearInterval(voice));

  const filler = fillDisk(disk);
  let released = false;
  const release = (): void => {
    if (!released) filler.release();
    released = true;
  };
  proof.onEnd(release);
  // A statement that failed names the database first; each of them is looked at every few seconds.
  const red = await until(
    'readiness lost by the disk',
    product.readyz,
    ({ missing }) => missing.includes('disk'),
    30_000,
    200,
  ).catch(product.readyz);
  proof.promise(
    !red.ready && red.missing.includes('disk'),
    'readiness names the disk',
    red.missing.join(', '),
  );
  const parts = await until(
    'health is red',
    () => redParts(product),
    (all) => all.length > 0,
    60_000,
    1_000,
  ).catch(() => []);
  proof.promise(parts.length > 0, 'health says so', parts.join(', ') || 'nothing');

  const sent: string[] = [];
  let slowest = 0;
  const answers = new Map<string, number>();
  for (let press = 0; press < presses; press += 1) {
    const before = dock.services('return_home').length;
    const key = randomUUID();
    const pressed = performance.now();
    const { status, data } = await product.call(calls.command.returnHome, { oid, key, issuedAt: Date.now() });
    const reached = dock.services('return_home')[before];
    const what = `${status} ${data?.state ?? data?.reason ?? ''}`;
    answers.set(what, (answers.get(what) ?? 0) + 1);
    if (!reached) continue;
    sent.push(data?.commandOID as string);
    slowest = Math.max(slowest, reached.at - pressed);
  }
  proof.promise(
    sent.length === presses,
    `return home reaches the dock ${presses} times of ${presses}, each after the one before was answered`,
    `${sent.length}, ${filler.free()} bytes free, answers ${[...answers].map(([what, many]) => `${what} × ${many}`).join(', ')}`,
  );
  proof.promise(slowest <= reachWithin, 'each within a second', `at most ${Math.round(slowest)} ms`);
  const refused = await upload(product);
  proof.promise(
    refused.reason === 'noRoom' && Number(refused.needed) > 0,
    'an upload is told what room it needs',
    `${refused.status} ${refused.reason}, ${String(refused.needed)} bytes needed`,
  );

  release();
  const freedAt = performance.now();
  const ready = await until('ready again', product.readyz, (now) => now.ready, backWithin, 200).catch(
    () => null,
  );
  const took = Math.round(performance.now() - freedAt);
  proof.promise(ready !== null, 'back without a restart', `ready ${took} ms after there was room again`);
  const stored = async (): Promise<number> => {
    let rows = 0;
    for (const commandOID of sent)
      if ((await product.call(calls.command.get, { oid: commandOID })).status === 200) rows += 1;
    return rows;
  };
  const rows = await until('orders stored', stored, (now) => now === sent.length, backWithin, 1_000).catch(
    stored,
  );
  proof.promise(rows === sent.length, 'every order that left is on record', `${rows} of ${sent.length}`);
  const again = await upload(product);
  proof.promise(again.status === 200, 'uploads work again', `${again.status} ${again.reason}`);
  const half = halfFiles(dataDir);
  proof.promise(half.length === 0, 'nothing is left half written', half.join(', ') || 'no file');
});
