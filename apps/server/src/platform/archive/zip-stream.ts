import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';

export interface ZippedFile {
  /** As people know it; what a file system would take for a folder is replaced. */
  name: string;
  /** The folder of the zip in which it lies; missing: none. */
  folder?: string;
  /** Bytes that it must have; null: known only when it is written. */
  size: number | null;
  at: Date;
  /** Null: it is not there any more. */
  open: () => Promise<Readable | null>;
}

/** Names of a zip: each once, none a path. Two of one name get a number before their ending. */
export const zipNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name.replaceAll(/[\p{C}\\/:*?"<>|]/gu, '_').replace(/^\.+/, '_') || 'file';
    const [, stem = plain, ending = ''] = /^(.+?)(\.[^.]{1,10})?$/.exec(plain) ?? [];
    let own = plain;
    for (let turn = 2; taken.has(own.toLowerCase()); turn += 1) own = `${stem} (${turn})${ending}`;
    taken.add(own.toLowerCase());
    return own;
  });
};

/** Names of files with their folders: those of one folder each once. */
export const namesWithin = (files: readonly Pick<ZippedFile, 'name' | 'folder'>[]): string[] => {
  const own = new Map<string, string[]>();
  for (const { folder = '', name } of files) own.set(folder, [...(own.get(folder) ?? []), name]);
  const left = new Map([...own].map(([folder, names]) => [folder, zipNames(names).values()]));
  return files.map(({ folder = '' }) => {
    const name = left.get(folder)?.next().value ?? 'file';
    return folder === '' ? name : `${folder}/${name}`;
  });
};

/** The years that a zip can say. */
const within = (at: Date): Date =>
  new Date(Math.min(Math.max(at.getTime(), Date.UTC(1980, 0, 2)), Date.UTC(2099, 11, 30)));

async function* entries(files: readonly ZippedFile[]): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  let failed: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failed = error;
    else made.push(chunk);
  });
  const taken = (): Uint8Array[] => {
    if (failed) throw failed;
    const parts = made;
    made = [];
    return parts;
  };
  const names = namesWithin(files);
  for (const [at, file] of files.entries()) {
    const body = await file.open();
    // A zip without its file would look whole: the answer breaks off instead.
    if (!body) throw new Error('a file of the zip is gone');
    const entry = new ZipPassThrough(names[at] ?? 'file');
    entry.mtime = within(file.at);
    zip.add(entry);
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      entry.push(chunk);
      yield* taken();
    }
    if (file.size !== null && size !== file.size)
      throw new Error('a file of the zip has another size than was noted');
    entry.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/** A zip of files as they are, made while it is read: never more than one chunk of one file is in memory. */
export const zipOf = (files: readonly ZippedFile[]): Readable => Readable.from(entries(files));
