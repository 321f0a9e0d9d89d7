import { createHash } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { limits } from '@eyrie/domain';
import { shareRunning } from '../share-running.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const packed = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

export interface StaticFile {
  bytes: Buffer;
  type: string;
  /** How its bytes are packed; null: as they are. */
  encoding: string | null;
  etag: string;
}

interface Kept {
  file: Promise<StaticFile>;
  size: number;
  changed: number;
}

const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((part) => {
    const [name = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return name === encoding && !parameters.some((one) => /^q=0(?:\.0*)?$/.test(one));
  });

/**
 * Files of a folder, out of memory: however many ask for one and do not read it, none is open for them and all share the
 * same bytes. Only what the folder listed is ever opened, so that no address leads elsewhere.
 */
export const createStaticFiles = (folder: string) => {
  let names: Promise<ReadonlySet<string>> | null = null;
  let listedAt = Number.NEGATIVE_INFINITY;
  const kept = new Map<string, Kept>();
  let keptBytes = 0;

  const list = async (): Promise<ReadonlySet<string>> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return new Set(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
    );
  };
  /** Looks again for a file that was not there: a build may have been made since. */
  const has = async (name: string): Promise<boolean> => {
    if (names && (await names).has(name)) return true;
    if (performance.now() - listedAt < limits.http.staticFiles.listEvery) return false;
    listedAt = performance.now();
    names = list().catch(() => new Set<string>());
    return (await names).has(name);
  };

  const read = async (name: string, plain: string, encoding: string | null): Promise<StaticFile> => {
    const bytes = await readFile(join(folder, name));
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    return { bytes, type: types[extname(plain)] ?? 'application/octet-stream', encoding, etag };
  };
  const drop = (name: string): void => {
    keptBytes -= kept.get(name)?.size ?? 0;
    kept.delete(name);
  };
  const statOf = shareRunning(
    (name: string) => stat(join(folder, name)).catch(() => null),
    (name) => name,
  );
  const load = async (name: string, plain: string, encoding: string | null): Promise<StaticFile | null> => {
    const found = await statOf(name);
    if (!found) return null;
    const before = kept.get(name);
    if (before?.changed === found.mtimeMs && before.size === found.size) return before.file;
    drop(name);
    const file = read(name, plain, encoding);
    kept.set(name, { file, size: found.size, changed: found.mtimeMs });
    keptBytes += found.size;
    file.catch(() => drop(name));
    // The oldest goes first; what is still being sent of it stays until then.
    for (const oldest of kept.keys())
      if (keptBytes > limits.http.staticFiles.memoryBytes && oldest !== name) drop(oldest);
    return file;
  };

  return {
    /** The file at an address below the folder, packed in a way that the asker reads; null: there is none. */
    async find(name: string, acceptEncoding = ''): Promise<StaticFile | null> {
      if (!(await has(name))) return null;
      for (const { encoding, ending } of packed)
        if (accepts(acceptEncoding, encoding) && (await has(name + ending))) {
          const file = await load(name + ending, name, encoding);
          if (file) return file;
        }
      return load(name, name, null);
    },
  };
};
export type StaticFiles = ReturnType<typeof createStaticFiles>;
