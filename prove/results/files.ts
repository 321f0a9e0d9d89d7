/** Files that people bring and that leave in a zip, while the network, the server and the store go away. */
import { randomBytes, randomInt } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileCalls, limits, mediaCalls } from '@eyrie/domain';
import { readZipDirectory, readZipEntry } from '../../apps/server/src/platform/archive/zip-directory.ts';
import { until } from '../../apps/server/src/testing/caller.ts';
import type { Proof } from '../proof.ts';
import { delay, sha256, type Place } from './place.ts';
import { send } from './sending.ts';

const MB = 1_048_576;
/** Bytes of the forms around parts, and of the questions between them. */
const around = 60_000;

/** Nothing but its first bytes is that of a video; nobody can guess or pack the rest. */
export const video = (bytes: number): Buffer => {
  const whole = randomBytes(bytes);
  whole.write('\0\0\0\u0018ftypisom', 0, 'latin1');
  return whole;
};

export interface Brought {
  oid: string;
  name: string;
  sha256: string;
}

interface Listed {
  oid: string;
  name: string;
  size: number;
  url: string;
}

export const listed = async ({ call }: Place): Promise<Listed[]> =>
  (await call(mediaCalls.query, { pageNum: 1, pageSize: 100 })).data.list as Listed[];

const fetched = async (place: Place, oid: string): Promise<Buffer> => {
  const { data } = await place.call(fileCalls.downLoadURL, { oid });
  const response = await fetch(new URL(data.url as string, place.url), {
    headers: { authToken: place.token },
  });
  if (!response.ok) throw new Error(`${response.status}`);
  return Buffer.from(await response.arrayBuffer());
};

export const sumOf = async (place: Place, oid: string): Promise<string> => sha256(await fetched(place, oid));

/** Breaks something whenever so many more bytes have left. @returns what each break cost: bytes of each try until something arrives */
const cutting = (place: Place, size: number, cuts: number) => {
  const { network } = place;
  const from = network.sent();
  const cost: number[][] = [];
  let inVain = 0;
  let asked = 0;
  let ended = false;
  const breaks = async (turn: number): Promise<void> => {
    if (turn % 10 === 4) await place.killServer();
    else if (turn % 10 === 9) await place.killStore();
    else network.cut();
  };
  const run = async (): Promise<void> => {
    for (let turn = 0; turn < cuts && !ended; turn += 1) {
      const next = network.sent() + randomInt(Math.floor(size / cuts / 4), Math.floor(size / cuts));
      while (network.sent() < next && !ended) await delay(3);
      if (ended) return;
      cost.push([]);
      const before = asked;
      await breaks(turn);
      while (asked === before && !ended) await delay(1);
    }
  };
  return {
    done: run(),
    cost,
    /** Nothing is under way while it is asked what has arrived: all that was sent beside that was in vain. */
    asked(received: number): void {
      asked += 1;
      const now = Math.max(inVain, network.sent() - from - received);
      cost.at(-1)?.push(now - inVain);
      inVain = now;
    },
    /** @returns bytes that were sent beside those of the file */
    end(): number {
      ended = true;
      return network.sent() - from - size;
    },
  };
};

/** One large file in parts: fifty cuts of the network, of the server and of the store. */
export async function peopleBring({ promise }: Proof, place: Place, cuts: number): Promise<Brought> {
  const bytes = video(200 * MB);
  const cutter = cutting(place, bytes.length, cuts);
  const name = 'CUT.MP4';
  const began = performance.now();
  const oid = await send(place, { name, bytes, purpose: 'media' }, cutter.asked);
  const more = cutter.end();
  await cutter.done;
  const [[first = 0] = [], ...others] = cutter.cost;
  const sum = await sumOf(place, oid);
  promise(
    sum === sha256(bytes) && cutter.cost.length === cuts,
    `people: a file of 200 MiB arrives as it left over ${cuts} cuts of network, server and store`,
    `${cutter.cost.length} cuts, ${((performance.now() - began) / 1_000).toFixed(0)} s`,
  );
  const most = Math.max(...others.map(([cut = 0]) => cut));
  // How often it is tried meanwhile is a matter of how long the store takes to come back.
  const probe = Math.max(0, ...cutter.cost.flatMap(([, ...tries]) => tries));
  promise(
    most <= limits.upload.chunk + around && more <= cuts * limits.upload.chunk,
    'people: at most one chunk is sent again for a cut',
    `${(more / MB / cuts).toFixed(2)} MiB a cut, at most ${(most / MB).toFixed(2)} MiB`,
  );
  promise(
    probe <= limits.upload.block + around,
    'people: as long as nothing can be stored, a try sends one block at most',
    `${(probe / MB).toFixed(2)} MiB`,
  );
  promise(
    first <= limits.upload.atOnce * limits.upload.chunk + around,
    'people: at the first cut of a file at most one for each lane',
    `${(first / MB).toFixed(2)} MiB`,
  );
  const names = (await listed(place)).filter((one) => one.name === name);
  promise(names.length === 1, 'people: it is listed once', `${names.length} times`);
  return { oid, name, sha256: sum };
}

/** Sums of the files of a zip by their names. */
const sumsIn = async (path: string): Promise<ReadonlyMap<string, string>> => {
  const most = 1_000_000_000;
  const bounds = { entries: 100, directoryBytes: MB, entryBytes: most, expandedBytes: most, ratio: 2 };
  const sums = new Map<string, string>();
  const zip = await open(path);
  try {
    for (const entry of await readZipDirectory(zip, bounds))
      sums.set(entry.name, sha256(await readZipEntry(zip, entry)));
  } finally {
    await zip.close();
  }
  return sums;
};

/** A zip that breaks off must fail at its reader, and the next one is whole. */
export async function zipLeaves(
  { promise, folder }: Proof,
  place: Place,
  files: readonly Brought[],
): Promise<void> {
  const ask = () =>
    fetch(`${place.url}${fileCalls.downloadFiles.path}`, {
      method: 'POST',
      headers: { authToken: place.token, 'content-type': 'application/json' },
      body: JSON.stringify({ oids: files.map(({ oid }) => oid) }),
    });
  /** @param breaks while the first bytes are read */
  const broken = async (breaks: () => Promise<void> | void): Promise<boolean> => {
    const response = await ask();
    const reader = response.body?.getReader();
    if (!response.ok || !reader) throw new Error(`${response.status}`);
    await reader.read();
    const breaking = Promise.resolve(breaks());
    try {
      for (let { done } = await reader.read(); !done; { done } = await reader.read()) await delay(1);
      return false;
    } catch {
      return true;
    } finally {
      // What was killed is back before the next is asked for.
      await breaking;
    }
  };
  promise(await broken(() => place.network.cut()), 'zip: a cut network is an error', 'broke off');
  promise(
    await broken(() => place.killServer()),
    'zip: a killed server is an error, no short zip',
    'broke off',
  );
  await until('the server is back', () => listed(place), Boolean, 30_000);
  promise(
    await broken(() => place.killStore()),
    'zip: a killed store is an error, no short zip',
    'broke off',
  );
  const path = join(folder(), 'files.zip');
  await writeFile(path, Buffer.from(await (await ask()).arrayBuffer()));
  const sums = await sumsIn(path);
  const equal = files.filter(({ name, sha256: sum }) => sums.get(name) === sum).length;
  promise(equal === files.length, 'zip: the next one is whole', `${equal} of ${files.length} files equal`);
}
