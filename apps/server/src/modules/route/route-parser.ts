import { limits } from '@eyrie/domain';
import { createFileParser, type FileParser, type ParserBounds } from '../../platform/file-parser.ts';
import type { VectorFile } from '../../platform/vector-file/index.ts';
import type { MakerAnswer } from './made-route.ts';
import type { ParseResult } from './parsed-route.ts';

export type RouteParser = FileParser<ParseResult>;

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

export type VectorParser = FileParser<VectorFile>;

/** Reads shapes of map files in a thread of its own. */
export const createVectorParser = (given: Partial<ParserBounds> = {}): VectorParser =>
  createFileParser({
    ...ownBounds,
    name: 'route shapes',
    script: new URL('./vector.worker.ts', import.meta.url),
    tooMuch: 'tooLarge',
    ...given,
  });
