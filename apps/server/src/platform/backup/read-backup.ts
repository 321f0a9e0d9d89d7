import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createZstdDecompress } from 'node:zlib';
import { dataFile, manifestName, manifestShape, tableFile, type Manifest } from './manifest.ts';
import { readTar, type TarEntry } from './tar.ts';

/** A backup that must not be restored: damaged, or made by a release that is not known here. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

/** What the operator can act on; the words of the archive's libraries alone name no file. */
function reasonOf(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = error instanceof Error ? error.message : String(error);
  if (code === 'ENOENT') return `there is no file ${file}`;
  if (code === 'EACCES' || code === 'EISDIR') return `${file} cannot be read (${message})`;
  return `${file} is no backup of Eyrie, or is damaged (${message})`;
}

/** The files of a backup, in order. @throws BackupRefused when it is not one. */
export async function* readBackup(file: string): AsyncGenerator<TarEntry> {
  const source = createReadStream(file);
  const plain = source.pipe(createZstdDecompress());
  source.once('error', (error) => plain.destroy(error));
  try {
    yield* readTar(plain as AsyncIterable<Buffer>);
  } catch (error) {
    if (error instanceof BackupRefused) throw error;
    throw new BackupRefused(reasonOf(file, error), { cause: error });
  } finally {
    source.destroy();
  }
}

async function manifestOf(entry: TarEntry): Promise<Manifest> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry.body) chunks.push(chunk);
  const parsed = manifestShape.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  if (!parsed.success) throw new BackupRefused('its table of contents is of a form that is not known here');
  return parsed.data;
}

/** Names of files come from the backup: none may lead out of the data directory or onto what runs there. */
const isSafe = (name: string): boolean =>
  /^(?:[\w-]+\.secret|objects\/[\w./-]+)$/.test(name) && !name.includes('..') && !name.startsWith('postgres');

/**
 * Reads a whole backup and compares every part with its checksum before anything is changed.
 * @throws BackupRefused naming the part that is damaged or missing.
 */
export async function checkBackup(file: string, signal?: AbortSignal, alive?: () => void): Promise<Manifest> {
  try {
    return await compareParts(file, signal, alive);
  } catch (error) {
    signal?.throwIfAborted();
    // A file that ends in the middle is noticed by whoever reads a part, not by the one who hands parts out.
    if (error instanceof BackupRefused) throw error;
    throw new BackupRefused(reasonOf(file, error), { cause: error });
  }
}

async function compareParts(
  file: string,
  signal: AbortSignal | undefined,
  alive: (() => void) | undefined,
): Promise<Manifest> {
  const found = new Map<string, { size: number; sha256: string }>();
  let manifest: Manifest | null = null;
  for await (const entry of readBackup(file)) {
    if (entry.name === manifestName) {
      manifest = await manifestOf(entry);
      continue;
    }
    const hash = createHash('sha256');
    for await (const chunk of entry.body) {
      signal?.throwIfAborted();
      alive?.();
      hash.update(chunk);
    }
    found.set(entry.name, { size: entry.size, sha256: hash.digest('hex') });
  }
  if (!manifest) throw new BackupRefused('its table of contents is missing: the file is not whole');
  const parts = [
    ...manifest.tables.map((part) => ({ ...part, name: tableFile(part.name) })),
    ...manifest.files.map((part) => ({ ...part, name: dataFile(part.name) })),
  ];
  for (const part of parts) {
    const there = found.get(part.name);
    if (!there || there.size !== part.size || there.sha256 !== part.sha256)
      throw new BackupRefused(`${part.name} is damaged or missing`);
  }
  const bad = manifest.files.find(({ name }) => !isSafe(name));
  if (bad) throw new BackupRefused(`${bad.name} has no place in a data directory`);
  return manifest;
}
