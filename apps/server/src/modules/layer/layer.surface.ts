import { buffer } from 'node:stream/consumers';
import { limits } from '@eyrie/domain';
import { blocksIn, type Bounds, type ObstacleBlock, type ObstacleLabel } from '@eyrie/geometry';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import type { Scope } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { LayerServing } from './layer.serving.ts';
import { surfaceLayers, type SurfaceLayer } from './layer.store.ts';
import { identity, type Matrix } from './surface/frame.ts';
import type { SurfaceParser } from './surface-parser.ts';
import type { SurfaceAnswer, SurfaceQuestion } from './surface/surface-answer.ts';
import type { NamedContent } from './surface/tree.ts';

/** What stands in some boxes, by the layers that its reader sees. */
export interface Surface {
  /** Whether any layer says what stands there; else the ground is taken for bare. */
  known: boolean;
  /** Tops in metres above the ellipsoid. */
  blocks: readonly ObstacleBlock[];
  labels: readonly ObstacleLabel[];
  /** Names of layers that say what stands there and could not be read. */
  unread: readonly string[];
  /** Those that were read and reach into the boxes, and those that could not be read. */
  oids: { here: readonly string[]; lost: readonly string[] };
}

interface Read {
  blocks: readonly ObstacleBlock[];
  names: readonly string[];
}

/** What was read before, the last used at the end. */
class Kept {
  readonly #all = new Map<string, { read: Read; bytes: number }>();
  #bytes = 0;

  get(key: string): Read | undefined {
    const found = this.#all.get(key);
    if (!found) return undefined;
    this.#all.delete(key);
    this.#all.set(key, found);
    return found.read;
  }

  put(key: string, read: Read): void {
    const bytes = read.blocks.reduce((sum, { cells }) => sum + 64 + cells.length * 8, 256);
    this.#all.set(key, { read, bytes });
    this.#bytes += bytes;
    for (const [old, { bytes: freed }] of this.#all) {
      if (this.#bytes <= limits.layer.surface.keptBytes) break;
      this.#all.delete(old);
      this.#bytes -= freed;
    }
  }
}

/** A layer from which it could not be told what stands there. */
class Unread extends Error {}

interface Fetched {
  bytes: Uint8Array;
  json: boolean;
}

const fetchedOf = async ({ body, headers }: BytesAnswer): Promise<Fetched> => ({
  bytes: body instanceof Uint8Array ? body : await buffer(body),
  json: String(headers['content-type']).startsWith('application/json'),
});

/** Name and query of a file as links of this server have them. */
const linkOf = (link: string): { name: string; at?: string; over?: string } => {
  const [, name, query = ''] = /^(\d{1,8})\.rest(?:\?(.*))?$/.exec(link) ?? [];
  if (name === undefined || /[{}]/.test(query)) throw new Unread(link);
  const given = Object.fromEntries(new URLSearchParams(query));
  return { name, ...given };
};

interface Walk {
  layer: SurfaceLayer;
  boxes: readonly Bounds[];
  fetch: (link: string) => Promise<Fetched>;
  ask: (bytes: Uint8Array, question: SurfaceQuestion) => Promise<SurfaceAnswer>;
}

/** Everything of one layer that may stand in the boxes. Null: it lies elsewhere. @throws Unread */
async function readLayer({ layer, boxes, fetch, ask }: Walk, kept: Kept): Promise<Read[] | null> {
  const waiting: NamedContent[] = [{ link: '0.rest', transform: identity }];
  const source = `${layer.oid} ${layer.objectKey ?? layer.address ?? ''}`;
  const found: Read[] = [];
  let [files, bytes, any] = [0, 0, false];
  const known = (link: string, transform: Matrix): string => `${source} ${link} ${transform.join()}`;
  while (waiting.length > 0) {
    const { link, transform } = waiting.pop() as NamedContent;
    const before = kept.get(known(link, transform));
    if (before) {
      found.push(before);
      continue;
    }
    files += 1;
    const came = await fetch(link);
    bytes += came.bytes.length;
    if (files > limits.layer.surface.files || bytes > limits.layer.surface.bytes) throw new Unread(layer.oid);
    const answer = await ask(
      came.bytes,
      came.json ? { kind: 'tree', boxes, transform } : { kind: 'content', transform },
    );
    if (!answer.ok) throw new Unread(answer.why);
    if (answer.kind === 'tree') {
      any ||= answer.within;
      waiting.push(...answer.contents);
    } else {
      const read = { blocks: answer.blocks, names: answer.names };
      kept.put(known(link, transform), read);
      found.push(read);
    }
  }
  return any ? found : null;
}

/** Blocks of several files that lie in the boxes, with labels of all of them. @throws Unread where they are too many */
function joined(
  boxes: readonly Bounds[],
  layers: readonly { layer: SurfaceLayer; read: readonly Read[] }[],
): Pick<Surface, 'blocks' | 'labels'> & { full: SurfaceLayer[] } {
  const places = boxes.map(blocksIn);
  const labels: ObstacleLabel[] = [];
  const blocks: ObstacleBlock[] = [];
  const full: SurfaceLayer[] = [];
  let cells = 0;
  for (const { layer, read } of layers) {
    const own: ObstacleBlock[] = [];
    for (const { blocks: all, names } of read) {
      const first = labels.length;
      const inside = all.filter(({ x, y }) => places.some((place) => place.holds(x, y)));
      if (inside.length > 0) labels.push(...names.map((name) => ({ name, layer: layer.name })));
      cells += inside.reduce((sum, block) => sum + block.cells.length, 0);
      own.push(
        ...inside.map((block) => ({
          ...block,
          labels: block.labels.map((label) => label + first),
          tops: block.tops.map((top) => top + layer.heightOffset),
        })),
      );
    }
    if (cells > limits.layer.surface.cells || labels.length > 65_535) full.push(layer);
    else blocks.push(...own);
  }
  return { blocks, labels, full };
}

/**
 * What stands in some boxes by the layers with the role of a surface that the reader sees. Models are read in a thread, one file
 * after the other, and what was read is kept.
 */
export function createSurface(
  { db, clock, log }: Pick<Runtime, 'db' | 'clock' | 'log'>,
  serving: Pick<LayerServing, 'file'>,
  parser: SurfaceParser,
) {
  const kept = new Kept();
  return async (scope: Scope, boxes: readonly Bounds[]): Promise<Surface> => {
    const layers = await surfaceLayers(db, scope);
    const end = clock.mono() + limits.layer.surface.time;
    const unread: SurfaceLayer[] = [];
    const read: { layer: SurfaceLayer; read: Read[] }[] = [];
    for (const layer of layers) {
      const fetch = async (link: string): Promise<Fetched> => {
        if (clock.mono() >= end) throw new Unread('time');
        const { name, ...at } = linkOf(link);
        return fetchedOf(await serving.file(scope, layer.oid, { name, ...at }, { tiles: '', range: null }));
      };
      const ask: Walk['ask'] = (bytes, question) => parser.parse(bytes, JSON.stringify(question));
      try {
        const found = await readLayer({ layer, boxes, fetch, ask }, kept);
        if (found) read.push({ layer, read: found });
      } catch (error) {
        // Whatever it was: what stands there is not known, and whoever asked is told so.
        log.warn({ err: error, layer: layer.oid }, 'surface not read');
        unread.push(layer);
      }
    }
    const { full, ...rest } = joined(boxes, read);
    const lost = new Set([...unread, ...full]);
    return {
      known: read.length > full.length,
      ...rest,
      unread: [...lost].map(({ name }) => name),
      oids: {
        here: read.flatMap(({ layer }) => (lost.has(layer) ? [] : [layer.oid])),
        lost: [...lost].map(({ oid }) => oid),
      },
    };
  };
}
export type ReadSurface = ReturnType<typeof createSurface>;
