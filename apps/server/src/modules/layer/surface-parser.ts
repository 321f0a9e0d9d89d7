import { limits } from '@eyrie/domain';
import { createFileParser, type FileParser } from '../../platform/file-parser.ts';
import type { SurfaceAnswer } from './surface/surface-answer.ts';

export type SurfaceParser = FileParser<SurfaceAnswer>;

/** Reads models in a thread of its own. */
export const createSurfaceParser = (): SurfaceParser =>
  createFileParser({
    name: 'surface parser',
    timeout: limits.layer.surface.fileTime,
    waiting: limits.layer.surface.waiting,
    script: new URL('./surface/surface.worker.ts', import.meta.url),
    tooMuch: 'layerTileset',
    memory: limits.layer.surface.memory,
  });
