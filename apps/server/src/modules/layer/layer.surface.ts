import { limits } from '@eyrie/domain';
import { blocksIn, type Bounds, type ObstacleBlock, type ObstacleLabel } from '@eyrie/geometry';
import type { Scope } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { markOf, recordContent, type ReadMarks } from './layer-content.store.ts';
import type { LayerServing } from './layer.serving.ts';
import { surfaceLayers, type SurfaceLayer } from './layer.store.ts';
import type { createGround } from './layer.ground.ts';
import { onEllipsoid } from './surface-level.ts';
import type { SurfaceParser } from './surface-parser.ts';
import {
  counted,
  fetchedOf,
  linkOf,
  readLayer,
  Unread,
  type Asking,
  type Files,
  type Read,
} from './surface-source.ts';

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

/** By what the files of layers are come by. */
export interface SurfaceDeps {
  serving: Pick<LayerServing, 'file' | 'tile'>;
  parser: SurfaceParser;
  ground: ReturnType<typeof createGround>;
}

/**
 * What stands in some boxes by the layers with the role of a surface that the reader sees. Files are read in a thread, one after
 * the other, and what was read of models is kept.
 */
export function createSurface(
  { db, clock, log }: Pick<Runtime, 'db' | 'clock' | 'log'>,
  { serving, parser, ground }: SurfaceDeps,
) {
  const kept = new Kept();
  const ask: Asking['ask'] = (bytes, question) => parser.parse(bytes, JSON.stringify(question));

  const within = limits.layer.keptForVerdicts;
  /** @param marks are filled in with what was read from a server elsewhere */
  const filesOf = (scope: Scope, { oid, objectKey }: SurfaceLayer, marks: ReadMarks, end: number): Files => {
    const requireTime = (): void => {
      if (clock.mono() >= end) throw new Unread('time');
    };
    const marked = (name: string, bytes: Uint8Array | null): string => {
      if (objectKey !== null) return '';
      const mark = markOf(bytes);
      marks.set(name, mark);
      return mark;
    };
    return counted({
      async file(link) {
        requireTime();
        const how = { tiles: '', range: null, within };
        const came = await fetchedOf(await serving.file(scope, oid, linkOf(link), how));
        return { ...came, mark: marked(link, came.bytes) };
      },
      async tile({ z, x, y }) {
        requireTime();
        const at = { z: String(z), x: String(x), y: String(y) };
        const answer = await serving.tile(scope, oid, { ...at, within });
        const came = answer.status === 204 ? null : await fetchedOf(answer);
        const mark = marked(`${z}/${x}/${y}`, came?.bytes ?? null);
        return came && { ...came, mark };
      },
    });
  };

  return async (scope: Scope, boxes: readonly Bounds[]): Promise<Surface> => {
    const end = clock.mono() + limits.layer.surface.time;
    const unread: SurfaceLayer[] = [];
    const read: { layer: SurfaceLayer; read: readonly Read[] }[] = [];
    for (const layer of await surfaceLayers(db, scope)) {
      const marks: ReadMarks = new Map();
      try {
        const files = filesOf(scope, layer, marks, end);
        const reading = readLayer({ layer, boxes, files, ask, kept });
        await reading.catch(() => undefined);
        await recordContent(db, layer.oid, marks);
        const found = await reading;
        if (!found) continue;
        const stood = await onEllipsoid(found, (places) => ground(scope, places));
        if (stood.wanting === null || stood.read.length > 0) read.push({ layer, read: stood.read });
        if (stood.wanting === null) continue;
        log.warn({ layer: layer.oid, wanting: stood.wanting }, 'surface read in part');
        unread.push(layer);
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
