import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { limits } from '@eyrie/domain';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { ObjectInfo, Objects, PutOptions } from './objects.ts';
import { S3Error } from './s3-error.ts';
import { spool } from './spool.ts';

const uploadShape = z.object({ key: z.string(), owner: z.string(), contentType: z.string() });
type Upload = z.infer<typeof uploadShape>;

const partShape = z.object({ size: z.number(), md5: z.string() });
type Part = z.infer<typeof partShape>;

/** Uploads in parts that are not yet objects; each is a folder that a restart leaves alone. */
export class Uploads {
  readonly #root: string;
  readonly #objects: Objects;
  readonly #clock: Clock;

  constructor(dataDir: string, objects: Objects, clock: Clock) {
    this.#root = join(dataDir, 'uploads');
    this.#objects = objects;
    this.#clock = clock;
  }

  /** Begins an upload and returns its id. `owner` is the access key id: nobody else may go on with it. */
  async create(upload: Upload): Promise<string> {
    const id = randomBytes(16).toString('hex');
    const dir = join(this.#root, id);
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await this.#note(dir, 'upload.json', upload);
    return id;
  }

  /** Stores one part; the same number again replaces it. Returns its MD5 in hex. */
  async putPart(
    id: string,
    owner: string,
    key: string,
    number: number,
    body: Readable,
    about: PutOptions,
  ): Promise<string> {
    if (!(Number.isInteger(number) && number >= 1 && number <= limits.objects.parts))
      throw new S3Error('InvalidArgument');
    const { dir } = await this.#open(id, owner, key);
    try {
      const spooled = await spool(dir, body, { ...about, maxBytes: limits.media.objectBytes });
      await rename(spooled.path, join(dir, `${number}.part`));
      await this.#note(dir, `${number}.json`, { size: spooled.size, md5: spooled.md5 } satisfies Part);
      return spooled.md5;
    } catch (error) {
      // It was ended or aborted while this part was still coming.
      if ((error as { code?: unknown }).code === 'ENOENT') throw new S3Error('NoSuchUpload');
      throw error;
    }
  }

  /** Joins the listed parts to the object. */
  async complete(
    id: string,
    owner: string,
    key: string,
    parts: readonly { number: number; etag: string }[],
  ): Promise<ObjectInfo> {
    const { dir, upload } = await this.#open(id, owner, key);
    const rising = parts.every((part, index) => index === 0 || part.number > (parts[index - 1]?.number ?? 0));
    if (parts.length === 0 || !rising) throw new S3Error('InvalidPart');
    let size = 0;
    for (const { number, etag } of parts) {
      const note = await this.#readPart(dir, number);
      if (note.md5 !== etag) throw new S3Error('InvalidPart');
      size += note.size;
    }
    if (size > limits.media.objectBytes) throw new S3Error('EntityTooLarge');
    const body = Readable.from(joined(parts.map(({ number }) => join(dir, `${number}.part`))));
    const info = await this.#objects.put(key, body, { contentType: upload.contentType, size });
    await rm(dir, { recursive: true, force: true });
    const etags = createHash('md5').update(Buffer.from(parts.map((part) => part.etag).join(''), 'hex'));
    return { ...info, etag: `${etags.digest('hex')}-${parts.length}` };
  }

  async abort(id: string, owner: string, key: string): Promise<void> {
    const { dir } = await this.#open(id, owner, key);
    await rm(dir, { recursive: true, force: true });
  }

  /** Removes uploads that nobody has touched for a day. */
  async sweep(): Promise<void> {
    const oldest = this.#clock.wall() - limits.objects.uploadLife;
    for (const id of await readdir(this.#root).catch(() => [])) {
      const dir = join(this.#root, id);
      const touched = await stat(dir).catch(() => null);
      if (touched && touched.mtimeMs < oldest) await rm(dir, { recursive: true, force: true });
    }
  }

  async #open(id: string, owner: string, key: string): Promise<{ dir: string; upload: Upload }> {
    if (!/^[0-9a-f]{32}$/.test(id)) throw new S3Error('NoSuchUpload');
    const dir = join(this.#root, id);
    const text = await readFile(join(dir, 'upload.json'), 'utf8').catch(() => null);
    const upload = text === null ? null : uploadShape.parse(JSON.parse(text));
    if (!upload || upload.owner !== owner || upload.key !== key) throw new S3Error('NoSuchUpload');
    return { dir, upload };
  }

  async #readPart(dir: string, number: number): Promise<Part> {
    const text = await readFile(join(dir, `${number}.json`), 'utf8').catch(() => null);
    if (text === null) throw new S3Error('InvalidPart');
    return partShape.parse(JSON.parse(text));
  }

  async #note(dir: string, name: string, content: object): Promise<void> {
    const draft = await spool(dir, Buffer.from(JSON.stringify(content)));
    await rename(draft.path, join(dir, name));
  }
}

async function* joined(paths: readonly string[]): AsyncGenerator<Buffer> {
  for (const path of paths) yield* createReadStream(path) as AsyncIterable<Buffer>;
}

/** The parts that a client lists at the end. @throws S3Error MalformedXML */
export function readPartList(xml: string): { number: number; etag: string }[] {
  const parts = [...xml.matchAll(/<Part>([\s\S]*?)<\/Part>/g)].map(([, inner = '']) => {
    const number = /<PartNumber>\s*(\d{1,5})\s*<\/PartNumber>/.exec(inner)?.[1];
    const etag = /<ETag>\s*(?:"|&quot;|&#34;)?([0-9a-f]{32})(?:"|&quot;|&#34;)?\s*<\/ETag>/.exec(inner)?.[1];
    if (number === undefined || etag === undefined) throw new S3Error('MalformedXML');
    return { number: Number(number), etag };
  });
  if (parts.length === 0 || parts.length > limits.objects.parts) throw new S3Error('MalformedXML');
  return parts;
}
