import type { Bounds, ObstacleBlock } from '@eyrie/geometry';
import type { FileWith } from '../../../platform/file-parser.ts';
import { obstaclesOfContent } from './content.ts';
import type { Matrix } from './frame.ts';
import { contentsIn, type NamedContent } from './tree.ts';
import { UnreadModel } from './unread.ts';

/** What is asked of one file of 3D Tiles. */
export type SurfaceQuestion =
  | { kind: 'tree'; boxes: readonly Bounds[]; transform: Matrix }
  | { kind: 'content'; transform: Matrix };

export type SurfaceAnswer =
  | { ok: true; kind: 'tree'; within: boolean; contents: NamedContent[] }
  | { ok: true; kind: 'content'; blocks: ObstacleBlock[]; names: string[] }
  /** What keeps it from being read. */
  | { ok: false; why: string };

const jsonOf = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new UnreadModel('JSON');
  }
};

export function answerSurface({ bytes, about }: FileWith): SurfaceAnswer {
  const question = JSON.parse(about) as SurfaceQuestion;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (question.kind === 'tree')
      return { ok: true, kind: 'tree', ...contentsIn(jsonOf(file), question.boxes, question.transform) };
    return { ok: true, kind: 'content', ...obstaclesOfContent(file, question.transform) };
  } catch (error) {
    if (error instanceof UnreadModel) return { ok: false, why: error.message };
    throw error;
  }
}
