import { buffer } from 'node:stream/consumers';
import { limits } from '@eyrie/domain';
import { tileAt, touches, type Bounds, type ObstacleBlock, type TileId } from '@eyrie/geometry';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import type { SurfaceLayer } from './layer.store.ts';
import { identity, type Matrix } from './surface/frame.ts';
import type { HeightOrigin } from './surface/shapes.ts';
import type { SurfaceAnswer, SurfaceQuestion } from './surface/surface-answer.ts';
import type { NamedContent } from './surface/tree.ts';

/** What stands by one file. */
export interface Read {
  blocks: readonly ObstacleBlock[];
  names: readonly string[];
  /** From where its heights are counted; missing: from the ellipsoid. */
  over?: HeightOrigin;
}

/** What stands in some boxes by one layer. */
export interface LayerRead {
  read: readonly Read[];
  /** Why some of it is not known; null: all is. */
  wanting: string | null;
}

/** A layer from which it could not be told what stands there. */
export class Unread extends Error {}

interface Fetched {
  bytes: Uint8Array;
  json: boolean;
  /** Of its bytes, where a server elsewhere has them. */
  mark: string;
}

/** How the files of one layer are come by, within the bounds of one layer. */
export interface Files {
  /** @throws Unread */
  file(link: string): Promise<Fetched>;
  /** Null: the source has no such tile. @throws Unread */
  tile(at: TileId): Promise<Fetched | null>;
}

export const fetchedOf = async ({ body, headers }: BytesAnswer): Promise<Omit<Fetched, 'mark'>> => ({
  bytes: body instanceof Uint8Array ? body : await buffer(body),
  json: String(headers['content-type']).startsWith('application/json'),
});

/** Name and query of a file as links of this server have them. */
export const linkOf = (link: string): { name: string; at?: string; over?: string } => {
  const [, name, query = ''] = /^(\d{1,8})\.rest(?:\?(.*))?$/.exec(link) ?? [];
  if (name === undefined || /[{}]/.test(query)) throw new Unread(link);
  const given = Object.fromEntries(new URLSearchParams(query));
  return { name, ...given };
};

/** Files of one layer, as many of them and of their bytes as may be. */
export function counted(files: Files): Files {
  let [count, bytes] = [0, 0];
  const within = <T extends Fetched | null>(came: T): T => {
    bytes += came?.bytes.length ?? 0;
    if (bytes > limits.layer.surface.bytes) throw new Unread('bytes');
    return came;
  };
  const next = (): void => {
    if ((count += 1) > limits.layer.surface.files) throw new Unread('files');
  };
  return {
    async file(link) {
      next();
      return within(await files.file(link));
    },
    async tile(at) {
      next();
      return within(await files.tile(at));
    },
  };
}

export interface Asking {
  layer: SurfaceLayer;
  boxes: readonly Bounds[];
  files: Files;
  ask: (bytes: Uint8Array, question: SurfaceQuestion) => Promise<SurfaceAnswer>;
  kept: { get(key: string): Read | undefined; put(key: string, read: Read): void };
}

const requireOk = (answer: SurfaceAnswer): Extract<SurfaceAnswer, { ok: true }> => {
  if (!answer.ok) throw new Unread(answer.why);
  return answer;
};

/** A model in JSON with its buffers behind it. */
async function besideIt(
  { files }: Asking,
  json: Fetched,
  links: readonly (string | null)[],
  transform: Matrix,
): Promise<{ bytes: Uint8Array; mark: string; question: SurfaceQuestion }> {
  const parts: Fetched[] = [json];
  const lengths: [number, ...(number | null)[]] = [json.bytes.length];
  for (const link of links) {
    const came = link === null ? null : await files.file(link);
    lengths.push(came?.bytes.length ?? null);
    if (came) parts.push(came);
  }
  return {
    bytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
    mark: parts.map(({ mark }) => mark).join('+'),
    question: { kind: 'model', transform, lengths },
  };
}

type Found = Extract<SurfaceAnswer, { ok: true; kind: 'tree' }> | ({ kind: 'content' } & Read);

/** What one file of a tileset says. @throws Unread */
async function foundIn(asking: Asking, { link, transform }: NamedContent): Promise<Found> {
  const { layer, boxes, files, ask, kept } = asking;
  const keyOf = (what: string): string => `${layer.oid} ${what} ${transform.join()}`;
  // What was sent stays as it is; a server elsewhere may change a file at any time, so that its bytes name it.
  const stored = layer.objectKey === null ? null : keyOf(`${layer.objectKey} ${link}`);
  const before = stored === null ? undefined : kept.get(stored);
  if (before) return { kind: 'content', ...before };
  const came = await files.file(link);
  const answered = async (
    { bytes, mark }: Pick<Fetched, 'bytes' | 'mark'>,
    question: SurfaceQuestion,
  ): Promise<Found | Extract<SurfaceAnswer, { kind: 'beside' }>> => {
    const key = stored ?? keyOf(mark);
    const known = kept.get(key);
    if (known) return { kind: 'content', ...known };
    const answer = requireOk(await ask(bytes, question));
    if (answer.kind === 'shapes') throw new Unread(answer.kind);
    if (answer.kind === 'content') kept.put(key, answer);
    return answer;
  };
  const found = await answered(
    came,
    came.json ? { kind: 'tree', boxes, transform } : { kind: 'content', transform },
  );
  if (found.kind !== 'beside') return found;
  const model = await besideIt(asking, came, found.links, transform);
  const whole = await answered(model, model.question);
  if (whole.kind === 'beside') throw new Unread(whole.kind);
  return whole;
}

/** Everything of a tileset that may stand in the boxes. Null: it lies elsewhere. @throws Unread */
async function modelsIn(asking: Asking): Promise<LayerRead | null> {
  const waiting: NamedContent[] = [{ link: '0.rest', transform: identity }];
  const read: Read[] = [];
  let any = false;
  while (waiting.length > 0) {
    const found = await foundIn(asking, waiting.pop() as NamedContent);
    if (found.kind === 'content') read.push(found);
    else {
      any ||= found.within;
      waiting.push(...found.contents);
    }
  }
  return any ? { read, wanting: null } : null;
}

/** What shapes of a file of vectors stand in the boxes; null: none of them lies there. @throws Unread */
async function shapesIn({ boxes, files, ask }: Asking): Promise<LayerRead | null> {
  const { bytes } = await files.file('0.rest');
  const answer = requireOk(await ask(bytes, { kind: 'shapes', boxes }));
  if (answer.kind !== 'shapes') throw new Unread(answer.kind);
  const { blocks, names, unknown } = answer;
  const read = (['ground', 'sea'] as const).flatMap((over) =>
    blocks[over].length === 0 ? [] : [{ blocks: blocks[over], names, over }],
  );
  return read.length === 0 && !unknown ? null : { read, wanting: unknown ? 'height' : null };
}

/** Tiles of one zoom that have anything of the boxes. @throws Unread where they are too many */
function tilesIn({ layer, boxes }: Asking): TileId[] {
  const { maxZoom: z, bounds } = layer;
  const tiles = new Map<string, TileId>();
  for (const box of boxes) {
    const [first, last] = [
      tileAt({ lng: box.west, lat: box.north }, z),
      tileAt({ lng: box.east, lat: box.south }, z),
    ];
    const columns = (last.x - first.x + 2 ** z) % 2 ** z;
    if ((columns + 1) * (last.y - first.y + 1) > limits.layer.surface.files) throw new Unread('files');
    for (let y = first.y; y <= last.y; y += 1)
      for (let step = 0; step <= columns; step += 1) {
        const tile = { z, x: (first.x + step) % 2 ** z, y };
        if (!bounds || touches(tile, bounds)) tiles.set(`${tile.x}/${y}`, tile);
      }
  }
  return [...tiles.values()];
}

/** What stands in the boxes by tiles of heights; null: the layer lies elsewhere. @throws Unread */
async function heightsIn(asking: Asking): Promise<LayerRead | null> {
  const { layer, boxes, files, ask } = asking;
  const { encoding } = layer;
  const read: Read[] = [];
  const tiles = tilesIn(asking);
  let wanting: string | null = null;
  for (const tile of tiles) {
    // Coarser tiles would be there, with towers that are lower than they are.
    const came = await files.tile(tile);
    if (!came) wanting = 'tile';
    else {
      const answer = requireOk(await ask(came.bytes, { kind: 'heights', tile, encoding, boxes }));
      if (answer.kind !== 'content') throw new Unread(answer.kind);
      if (answer.unknown) wanting = 'height';
      read.push(answer);
    }
  }
  return tiles.length === 0 ? null : { read, wanting };
}

/** What stands in the boxes by a layer; null: it lies elsewhere. @throws Unread */
export function readLayer(asking: Asking): Promise<LayerRead | null> {
  const { source } = asking.layer;
  if (source === 'vector') return shapesIn(asking);
  return source === 'tileset' || source === 'tilesetUrl' ? modelsIn(asking) : heightsIn(asking);
}
