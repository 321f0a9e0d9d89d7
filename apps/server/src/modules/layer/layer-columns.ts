import type { Columns } from '../../platform/archive/index.ts';

/** One file in the object of a layer. */
export interface LayerFile {
  path: string;
  start: number;
  length: number;
  contentType: string;
}

export const fileColumns = ['path', 'start', 'length', 'contentType'] as const;
/** Files in the object of a layer, as the database takes them. */
export type FileColumns = Columns<(typeof fileColumns)[number]>[];
