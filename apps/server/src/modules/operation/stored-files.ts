import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storedName, lastWord, limits, type CallDeclaration, type StoredFile } from '@eyrie/domain';
import { BytesAnswer } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { momentOf } from './backup-file.ts';

export interface KeptNote {
  sha256: string | null;
  rows: number | null;
  files: number | null;
  checkedAt: number | null;
}
/** Names under which files are written until they are whole. */
const unfinished = /\.(?:part|new)$/;

const noNote: KeptNote = { sha256: null, rows: null, files: null, checkedAt: null };

/** What a killed server left half written: nobody asks for it, and it can be as large as all media. */
const sweep = async (folder: string, now: number): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!unfinished.test(name)) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && now - found.mtimeMs > limits.operation.unfinishedFileLife)
      await rm(join(folder, name), { force: true });
  }
};

const noteAt = async (path: string): Promise<KeptNote> => {
  const text = await readFile(path, 'utf8').catch(() => null);
  return text === null ? noNote : { ...noNote, ...(JSON.parse(text) as Partial<KeptNote>) };
};

/** @throws Refusal notFound */
const answerWith = async (path: string, name: string, contentType: string): Promise<BytesAnswer> => {
  const found = await stat(path).catch(() => null);
  if (!found) throw notFound();
  return new BytesAnswer(createReadStream(path), {
    'content-type': contentType,
    'content-length': String(found.size),
    'content-disposition': `attachment; filename="${name}"`,
    'x-content-type-options': 'nosniff',
  });
};

/**
 * A folder of files that this server made for its operators, readable by its owner alone. Names are checked before
 * they become a path, so nothing else is ever opened.
 */
export function createStoredFiles(options: {
  folder: string;
  contentType: string;
  /** Calls that a holder may make on a file. */
  calls: readonly CallDeclaration[];
  /** Older ones go when there are more; asked when one more is there. */
  keep(): number | Promise<number>;
}) {
  const { folder } = options;
  const pathOf = (name: string): string => {
    if (!storedName.safeParse(name).success) throw notFound();
    return join(folder, name);
  };
  const names = async (): Promise<string[]> =>
    (await readdir(folder).catch(() => []))
      .filter((name) => storedName.safeParse(name).success)
      .toSorted()
      .toReversed();
  const remove = async (name: string): Promise<void> => {
    await rm(pathOf(name), { force: true });
    await rm(`${pathOf(name)}.json`, { force: true });
  };

  return {
    pathOf,
    /** @param now milliseconds; what was left half written long before goes */
    async open(now: number): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await sweep(folder, now);
    },
    /** Whole or not at all: a server killed meanwhile leaves no file that looks finished. */
    async write(name: string, bytes: Uint8Array): Promise<void> {
      const draft = `${pathOf(name)}.new`;
      await writeFile(draft, bytes, { mode: 0o600 });
      await rename(draft, pathOf(name));
    },
    /**
     * Stores the facts about a finished file that are not in its name, and removes the oldest. So does whatever older one
     * has no note: the server that made it was killed before it was finished.
     */
    async finish(name: string, note: Partial<KeptNote>): Promise<void> {
      await writeFile(`${pathOf(name)}.json`, JSON.stringify(note), { mode: 0o600 });
      for (const old of await names())
        if (!(await stat(`${pathOf(old)}.json`).catch(() => null))) await remove(old);
      for (const old of (await names()).slice(await options.keep())) await remove(old);
    },
    async list(): Promise<StoredFile[]> {
      const files = await Promise.all(
        (await names()).map(async (name) => ({
          name,
          size: (await stat(pathOf(name)).catch(() => null))?.size ?? 0,
          madeAt: momentOf(name) ?? 0,
          ...(await noteAt(`${pathOf(name)}.json`)),
          allowed: options.calls.map(lastWord),
        })),
      );
      return files;
    },
    /** @throws Refusal notFound when one of them is not here. */
    async requireAll(wanted: readonly string[]): Promise<void> {
      const there = new Set(await names());
      if (wanted.some((name) => !there.has(name))) throw notFound();
    },
    remove,
    download: async (name: string): Promise<BytesAnswer> =>
      answerWith(pathOf(name), name, options.contentType),
  };
}
export type StoredFiles = ReturnType<typeof createStoredFiles>;
