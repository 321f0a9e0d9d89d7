import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createZstdDecompress } from 'node:zlib';
import { readTar, type TarEntry } from '../backup/index.ts';
import type { TableBook } from './declaration.ts';
import {
  fileName,
  fileNoteShape,
  geoName,
  manifestName,
  manifestShape,
  noteName,
  tableName,
  transferLimits,
  type FileNote,
  type TransferManifest,
} from './manifest.ts';

/** A bundle that must not be imported, or a product that must not take it. Its message is for the operator. */
export class TransferRefused extends Error {
  override name = 'TransferRefused';
}

/** What the operator can act on; the words of the archive's libraries alone name no file. */
const refusedOf = (file: string, error: unknown): TransferRefused =>
  error instanceof TransferRefused
    ? error
    : new TransferRefused(
        `${file} is no export of an organisation, or is damaged (${error instanceof Error ? error.message : String(error)})`,
        { cause: error },
      );

/** The entries of a bundle, in order. @throws TransferRefused when it is none, or unpacks to more than is believed */
export async function* readTransfer(file: string): AsyncGenerator<TarEntry> {
  const packed = await stat(file).catch(() => null);
  if (!packed?.isFile()) throw new TransferRefused(`there is no file ${file}`);
  const most = Math.max(transferLimits.ratioFrom, packed.size * transferLimits.ratio);
  const source = createReadStream(file);
  const plain = source.pipe(createZstdDecompress());
  source.once('error', (error) => plain.destroy(error));
  let unpacked = 0;
  const counted = async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > most) throw new TransferRefused(`${file} unpacks to more than ${most} bytes`);
      yield chunk;
    }
  };
  try {
    yield* readTar(counted());
  } catch (error) {
    throw refusedOf(file, error);
  } finally {
    source.destroy();
    plain.destroy();
  }
}

async function textOf({ name, size, body }: TarEntry, most: number): Promise<string> {
  if (size > most) throw new TransferRefused(`${name} has ${size} bytes, ${most} is the most`);
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The note of a stored file. @throws TransferRefused */
export async function noteOf(entry: TarEntry): Promise<{ note: FileNote; text: string }> {
  const text = await textOf(entry, transferLimits.noteBytes);
  const note = fileNoteShape.safeParse(parsed(text));
  if (!note.success) throw new TransferRefused(`${entry.name} is no note of a file`);
  return { note: note.data, text };
}

interface Marks {
  size: number;
  sha256: string;
  lines: number;
}

async function marksOf({ name, size, body }: TarEntry): Promise<Marks> {
  const hash = createHash('sha256');
  let lines = 0;
  let line = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    if (!name.startsWith('tables/')) continue;
    for (let from = 0; from < chunk.length;) {
      const end = chunk.indexOf(10, from);
      line += (end < 0 ? chunk.length : end) - from;
      if (line > transferLimits.lineBytes)
        throw new TransferRefused(`${name} has a row of more than ${transferLimits.lineBytes} bytes`);
      if (end < 0) break;
      lines += 1;
      line = 0;
      from = end + 1;
    }
  }
  return { size, sha256: hash.digest('hex'), lines };
}

/** Compares what stands in a bundle with what its manifest says, entry by entry. */
class Check {
  readonly #book: TableBook;
  readonly #parts = new Map<string, Marks>();
  readonly #chain: Hash = createHash('sha256');
  #files = { count: 0, size: 0, missing: 0 };
  #awaited: { name: string; size: number; sha256: string } | null = null;
  #manifest: TransferManifest | null = null;

  constructor(book: TableBook) {
    this.#book = book;
  }

  async take(entry: TarEntry): Promise<void> {
    if (this.#manifest) throw new TransferRefused(`${entry.name} was added afterwards`);
    if (this.#awaited) return this.#file(entry, this.#awaited);
    if (entry.name === manifestName) return this.#contents(entry);
    if (entry.name === noteName(this.#files.count + 1)) return this.#note(entry);
    if (
      !/^(?:tables|geo)\/[a-z][a-z0-9_]*\.(?:jsonl|geojson)$/.test(entry.name) ||
      this.#parts.has(entry.name)
    )
      throw new TransferRefused(`${entry.name} does not belong into an export of an organisation`);
    this.#parts.set(entry.name, await marksOf(entry));
  }

  async #contents(entry: TarEntry): Promise<void> {
    const found = parsed(await textOf(entry, transferLimits.manifestBytes));
    const read = manifestShape.safeParse(found);
    if (read.success) {
      this.#manifest = read.data;
      return;
    }
    const { format, release } = (found ?? {}) as { format?: unknown; release?: unknown };
    throw new TransferRefused(
      typeof format === 'number' && format > 1
        ? `the export was made by the newer release ${String(release)}: import it with that release`
        : 'its table of contents is of a form that is not known here',
    );
  }

  async #note(entry: TarEntry): Promise<void> {
    const { note, text } = await noteOf(entry);
    this.#chain.update(text);
    this.#files.count += 1;
    if (!this.#book.exported.get(note.table)?.files?.includes(note.column))
      throw new TransferRefused(`${entry.name} names a file of ${note.table}.${note.column}, which has none`);
    const { size, sha256 } = note;
    if (size === null || sha256 === null) this.#files.missing += 1;
    else this.#awaited = { name: fileName(this.#files.count, note.key), size, sha256 };
  }

  async #file(
    entry: TarEntry,
    { name, size, sha256 }: { name: string; size: number; sha256: string },
  ): Promise<void> {
    this.#awaited = null;
    if (entry.name !== name) throw new TransferRefused(`${name} is missing`);
    const found = await marksOf(entry);
    if (found.size !== size || found.sha256 !== sha256)
      throw new TransferRefused(`${name} is not as it was exported`);
    this.#files.size += size;
  }

  /** @throws TransferRefused naming the first part that differs */
  end(): TransferManifest {
    const manifest = this.#manifest;
    if (!manifest) throw new TransferRefused('its table of contents is missing: the file is not whole');
    const listed = [
      ...manifest.tables.map((part) => ({ ...part, name: tableName(part.name), lines: part.rows })),
      ...manifest.geo.map((part) => ({ ...part, name: geoName(part.name), lines: 0 })),
    ];
    for (const { name, size, sha256, lines } of listed) {
      const found = this.#parts.get(name);
      if (!found) throw new TransferRefused(`${name} is missing`);
      if (found.size !== size || found.sha256 !== sha256 || found.lines !== lines)
        throw new TransferRefused(`${name} is not as it was exported`);
      this.#parts.delete(name);
    }
    for (const name of this.#parts.keys()) throw new TransferRefused(`${name} was added afterwards`);
    const { count, size, missing, sha256 } = manifest.files;
    const files = this.#files;
    if (
      files.count !== count ||
      files.size !== size ||
      files.missing !== missing ||
      this.#chain.digest('hex') !== sha256
    )
      throw new TransferRefused('stored files were taken out, changed or added');
    return manifest;
  }
}

/**
 * Reads a whole bundle and compares every part with its hash, before anything of it is parsed or stored.
 * @throws TransferRefused naming the part that differs
 */
export async function checkTransfer(file: string, book: TableBook): Promise<TransferManifest> {
  const check = new Check(book);
  try {
    for await (const entry of readTransfer(file)) await check.take(entry);
  } catch (error) {
    // A file that ends in the middle is noticed by whoever reads a part, not by the one who hands parts out.
    throw refusedOf(file, error);
  }
  return check.end();
}
