import { limits, photogrammetryLimits, type RefusalReason } from '@eyrie/domain';
import { createFileParser, type FileParser } from '../../platform/file-parser.ts';
import { createArchiveReader, type ArchiveReader } from './archive-thread.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { Pack } from './layer-pack.ts';
import type { UnpackAnswer } from './photogrammetry/result-unpack.ts';
import type { ContentAnswer } from './remote-content.ts';
import type { Vectors } from './vector.ts';

/** Why a file is refused. */
export interface Refused {
  ok: false;
  reason: RefusalReason;
  values: Readonly<Record<string, string | number>>;
}
/** What a file of vectors holds, or why it is refused. */
export type ParsedVectors = ({ ok: true } & Vectors) | Refused;
export type PackAnswer = ({ ok: true } & Pack) | Refused;

/** Where everything is read that layers bring: the loop that carries orders reads none of it. */
export interface LayerThreads {
  vectors: FileParser<ParsedVectors>;
  /** Takes zips apart; they may take minutes. */
  zips: FileParser<PackAnswer>;
  /** Judges files by their heads. */
  heads: FileParser<PackAnswer>;
  /** Judges what servers elsewhere answer. */
  content: FileParser<ContentAnswer>;
  /** Reads tiles of PMTiles. */
  archives: ArchiveReader;
  /** Takes apart what a photogrammetry engine made. */
  results: FileParser<UnpackAnswer>;
  units: Unit[];
}

export function createLayerThreads(): LayerThreads {
  const { vectorTimeout, packTime, headTime, contentTime, uploadsAtOnce, remoteShares } = limits.layer;
  const waiting = uploadsAtOnce;
  const pack = {
    waiting,
    script: new URL('./layer-pack.worker.ts', import.meta.url),
    tooMuch: 'layerTooMuch',
  } as const;
  const threads = {
    vectors: createFileParser<ParsedVectors>({
      name: 'layer parser',
      timeout: vectorTimeout,
      waiting,
      script: new URL('./layer-parse.worker.ts', import.meta.url),
      tooMuch: 'layerVectorTooBig',
    }),
    zips: createFileParser<PackAnswer>({ name: 'layer packer', timeout: packTime, ...pack }),
    heads: createFileParser<PackAnswer>({ name: 'layer judge', timeout: headTime, ...pack }),
    content: createFileParser<ContentAnswer>({
      name: 'judge of sources',
      timeout: contentTime,
      waiting: remoteShares.all,
      script: new URL('./remote-content.worker.ts', import.meta.url),
      tooMuch: 'layerTooMuch',
      handsOver: true,
    }),
    archives: createArchiveReader(),
    results: createFileParser<UnpackAnswer>({
      name: 'unpacker of results',
      timeout: photogrammetryLimits.unpackTime,
      waiting,
      script: new URL('./photogrammetry/result-unpack.worker.ts', import.meta.url),
      tooMuch: 'layerTooMuch',
    }),
  };
  return { ...threads, units: Object.values(threads) };
}
