import { limits, type PlanHeightMode, type PointFile } from '@eyrie/domain';
import { createFileParser, type FileParser, type ParserBounds } from '../../platform/file-parser.ts';
import type { FileRow } from '../../platform/vector-file/index.ts';
import type { MakerAnswer } from './made-route.ts';
import type { UploadResult } from './parsed-route.ts';

export type RouteParser = FileParser<UploadResult>;

const ownBounds: ParserBounds = {
  name: 'route parser',
  timeout: limits.route.parseTimeout,
  waiting: limits.route.uploadsAtOnce,
  script: new URL('./parse.worker.ts', import.meta.url),
  tooMuch: 'kmzTooBig',
  ...limits.route.thread,
};

/** Reads route files in a thread of its own. */
export const createRouteParser = (given: Partial<ParserBounds> = {}): RouteParser =>
  createFileParser({ ...ownBounds, ...given });

export type RouteMaker = FileParser<MakerAnswer>;

/** Makes route files of plans in a thread of its own. */
export const createRouteMaker = (given: Partial<ParserBounds> = {}): RouteMaker =>
  createFileParser({
    ...ownBounds,
    name: 'route writer',
    timeout: limits.route.makeTimeout,
    script: new URL('./make.worker.ts', import.meta.url),
    ...given,
  });

/** What shapes are wanted as; with `rows` they are known already, and no file is read. */
export interface ShapesQuestion {
  as: 'points' | 'area';
  swap: boolean;
  heightMode: PlanHeightMode | undefined;
  rows?: FileRow[];
}
export type ShapesAnswer = { ok: true; file: PointFile } | { ok: false; detail: string };
export type VectorParser = FileParser<ShapesAnswer>;

/** Makes plans of the shapes of map files in a thread of its own. */
export const createVectorParser = (given: Partial<ParserBounds> = {}): VectorParser =>
  createFileParser({
    ...ownBounds,
    name: 'route shapes',
    script: new URL('./vector.worker.ts', import.meta.url),
    tooMuch: 'tooLarge',
    ...given,
  });
