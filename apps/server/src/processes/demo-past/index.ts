import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { languages, type Language } from '@eyrie/phrases';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { alarmRows, batteryRows, noteRows, programmeRows, regionRows, reportRows } from './book.ts';
import { createChance } from './chance.ts';
import {
  ageBook,
  findPlace,
  firstRoot,
  insertRows,
  insertShare,
  lockPast,
  reword,
  wantsPast,
} from './demo-past.store.ts';
import {
  findingRows,
  photoRows,
  pictures,
  planFindings,
  planPhotos,
  readPicture,
  type PastPhoto,
} from './findings.ts';
import { flightRows, orderRows as commandRows, planFlights, trackRows } from './flights.ts';
import { orderRows } from './orders.ts';
import type { PastMaker } from './place.ts';
import { sayIn, words, type Word } from './words.ts';

export interface DemoPastOptions {
  runtime: Pick<Runtime, 'db' | 'log' | 'newOid' | 'clock'>;
  objects: Pick<Objects, 'put'>;
  /** Where the demo's account says in which language it is named. */
  accountFile: string;
}

/** Between two looks whether the docks are there, or the first visitor, ms. */
const lookEvery = 1_000;
const seed = 20_260_401;

interface Naming {
  language: Language;
  provisional: boolean;
}
const namingOf = async (file: string): Promise<Naming | null> => {
  try {
    const { language, provisional } = JSON.parse(await readFile(file, 'utf8')) as Partial<Naming>;
    return language && languages.includes(language) ? { language, provisional: provisional === true } : null;
  } catch {
    return null;
  }
};

/** Stores the photos before anything names them. @returns how large each picture is, bytes */
const storePhotos = async (
  { objects }: DemoPastOptions,
  photos: readonly PastPhoto[],
): Promise<Map<string, number>> => {
  const bytes = new Map<string, Buffer>();
  for (const { file } of pictures) bytes.set(file, await readPicture(file));
  for (const { key, picture } of photos)
    await objects.put(key, bytes.get(picture.file) ?? Buffer.alloc(0), { contentType: 'image/jpeg' });
  return new Map([...bytes].map(([file, { length }]) => [file, length]));
};

/** Everything that the demo's organisation has behind it, in one transaction. */
async function writePast(options: DemoPastOptions, maker: PastMaker): Promise<number> {
  const { db } = options.runtime;
  const { flights, tasks } = planFlights(maker);
  const photos = planPhotos(maker, flights);
  const findings = planFindings(maker, photos);
  const sizes = await storePhotos(options, photos);
  const rows = [
    tasks,
    flightRows(maker, flights),
    commandRows(maker, flights),
    trackRows(maker, flights),
    photoRows(maker, photos, sizes),
    ...findingRows(maker, photos, findings),
    ...orderRows(maker, findings),
    ...alarmRows(maker, flights),
    regionRows(maker),
    programmeRows(maker),
    batteryRows(maker),
    reportRows(maker),
    ...noteRows(maker),
  ];
  const fill = async (trx: DbOrTrx): Promise<boolean> => {
    await lockPast(trx);
    if (!(await wantsPast(trx))) return false;
    for (const part of rows) await insertRows(trx, part);
    await insertShare(db, trx, maker);
    await ageBook(trx, maker);
    return true;
  };
  return (await db.transaction().execute(fill)) ? flights.length : 0;
}

/**
 * Gives the organisation of a demo that has just begun three months behind it, once its docks and routes are there, and
 * says them in the language of the first visitor. Written past the public calls, which take nothing that is over.
 */
export const startDemoPast = (options: DemoPastOptions): { stop(): Promise<void> } => {
  const { runtime, accountFile } = options;
  const { db, log, clock, newOid } = runtime;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (): Promise<void> => delay(lookEvery, undefined, { signal }).catch(() => undefined);

  const begin = async (language: Language): Promise<void> => {
    while (!signal.aborted && (await wantsPast(db))) {
      const place = await findPlace(db);
      if (!place) {
        await pause();
        continue;
      }
      const maker = { place, now: clock.wall(), chance: createChance(seed), say: sayIn(language), newOid };
      const flights = await writePast(options, maker);
      log.info({ flights }, 'the demo has a past');
    }
  };

  const rename = async (from: Language): Promise<void> => {
    let naming = await namingOf(accountFile);
    for (; !signal.aborted && naming?.provisional; naming = await namingOf(accountFile)) await pause();
    const groupRoot = await firstRoot(db);
    if (signal.aborted || !naming || !groupRoot || naming.language === from) return;
    const { language } = naming;
    // Words that stand within others come after them.
    const pairs = (Object.keys(words) as Word[])
      .map((word) => [words[word][from], words[word][language]] as const)
      .toSorted(([a], [b]) => b.length - a.length);
    await db.transaction().execute((trx) => reword(trx, groupRoot, pairs));
  };

  const run = async (): Promise<void> => {
    const naming = await namingOf(accountFile);
    if (!naming) return;
    await begin(naming.language);
    if (naming.provisional) await rename(naming.language);
  };
  const running = run().catch((error: unknown) => log.warn({ err: error }, 'the demo stays without a past'));
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
};
