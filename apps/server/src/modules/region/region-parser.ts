import { limits } from '@eyrie/domain';
import { createFileParser, type FileParser } from '../../platform/file-parser.ts';
import type { RegionFile } from './region-file.ts';

export type RegionParser = FileParser<RegionFile>;

/** Reads files of regions in a thread of its own. */
export const createRegionParser = (): RegionParser =>
  createFileParser({
    name: 'region parser',
    timeout: limits.region.parseTimeout,
    waiting: limits.route.uploadsAtOnce,
    script: new URL('./region-parse.worker.ts', import.meta.url),
    tooMuch: 'regionFileTooBig',
  });
