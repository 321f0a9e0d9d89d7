import { limits, type RefusalReason } from '@eyrie/domain';
import { createFileParser, type FileParser } from '../../platform/file-parser.ts';
import type { Vectors } from './vector.ts';

/** What a file of vectors holds, or why it is refused. */
export type ParsedVectors =
  | ({ ok: true } & Vectors)
  | { ok: false; reason: RefusalReason; values: Readonly<Record<string, string | number>> };

export type LayerParser = FileParser<ParsedVectors>;

/** Reads files of vectors in a thread of its own. */
export const createLayerParser = (): LayerParser =>
  createFileParser({
    name: 'layer parser',
    timeout: limits.layer.vectorTimeout,
    waiting: limits.layer.uploadsAtOnce,
    script: new URL('./layer-parse.worker.ts', import.meta.url),
    tooMuch: 'layerVectorTooBig',
  });
