import type { Bounds, ObstacleBlock, TileId } from '@eyrie/geometry';
import type { FileWith } from '../../../platform/file-parser.ts';
import { obstaclesOfContent, obstaclesOfModel } from './content.ts';
import type { Matrix } from './frame.ts';
import { obstaclesOfTile } from './heights.ts';
import { obstaclesOfShapes, type HeightOrigin } from './shapes.ts';
import { buffersBeside, contentsIn, type NamedContent } from './tree.ts';
import { unpackersFor } from './unpack.ts';
import { UnreadModel } from './unread.ts';

/** What is asked of one file of a layer. */
export type SurfaceQuestion =
  /** JSON of 3D Tiles: a tree of further files, or a model whose buffers lie beside it. */
  | { kind: 'tree'; boxes: readonly Bounds[]; transform: Matrix }
  | { kind: 'content'; transform: Matrix }
  /** A model in JSON and its buffers one behind the other; bytes of each, null: it lies in the JSON. */
  | { kind: 'model'; transform: Matrix; lengths: readonly [json: number, ...buffers: (number | null)[]] }
  | { kind: 'heights'; tile: TileId; encoding: 'terrarium' | 'mapbox'; boxes: readonly Bounds[] }
  | { kind: 'shapes'; boxes: readonly Bounds[] };

export type SurfaceAnswer =
  | { ok: true; kind: 'tree'; within: boolean; contents: NamedContent[] }
  /** Links of the buffers of a model by their numbers; null: it lies in the model. */
  | { ok: true; kind: 'beside'; links: (string | null)[] }
  | { ok: true; kind: 'content'; blocks: ObstacleBlock[]; names: string[]; unknown?: boolean }
  | {
      ok: true;
      kind: 'shapes';
      blocks: Record<HeightOrigin, ObstacleBlock[]>;
      names: string[];
      unknown: boolean;
    }
  /** What keeps it from being read. */
  | { ok: false; why: string };

const jsonOf = (bytes: Buffer): Readonly<Record<string, unknown>> => {
  try {
    const json: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as never;
  } catch {
    // Named below.
  }
  throw new UnreadModel('JSON');
};

type ModelQuestion = Extract<SurfaceQuestion, { kind: 'model' }>;

function modelIn(file: Buffer, lengths: ModelQuestion['lengths']) {
  const [own, ...others] = lengths;
  let at = own;
  const buffers = others.map((length) => {
    if (length === null) return undefined;
    at += length;
    return file.subarray(at - length, at);
  });
  return { json: jsonOf(file.subarray(0, own)), buffers };
}

async function answered(file: Buffer, question: SurfaceQuestion): Promise<SurfaceAnswer> {
  if (question.kind === 'tree') {
    const json = jsonOf(file);
    const links = buffersBeside(json);
    if (links) return { ok: true, kind: 'beside', links };
    return { ok: true, kind: 'tree', ...contentsIn(json, question.boxes, question.transform) };
  }
  if (question.kind === 'shapes')
    return { ok: true, kind: 'shapes', ...obstaclesOfShapes(file.toString('utf8'), question.boxes) };
  if (question.kind === 'heights')
    return {
      ok: true,
      kind: 'content',
      ...(await obstaclesOfTile(file, question.tile, question)),
      names: [''],
    };
  const unpackers = await unpackersFor(file);
  const found =
    question.kind === 'model'
      ? obstaclesOfModel(modelIn(file, question.lengths), question.transform, unpackers)
      : obstaclesOfContent(file, question.transform, unpackers);
  return { ok: true, kind: 'content', ...found };
}

export async function answerSurface({ bytes, about }: FileWith): Promise<SurfaceAnswer> {
  try {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return await answered(file, JSON.parse(about) as SurfaceQuestion);
  } catch (error) {
    if (error instanceof UnreadModel) return { ok: false, why: error.message };
    throw error;
  }
}
