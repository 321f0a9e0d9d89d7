import { z } from 'zod';
import { tableTypes } from '../table.ts';

/** Content types of the files of a measure: tables that people open, and what programs and maps read. */
export const measureFileTypes = {
  ...tableTypes,
  parquet: 'application/vnd.apache.parquet',
  geojson: 'application/geo+json',
} as const;
export type MeasureFormat = keyof typeof measureFileTypes;

/** Field of a request that says in which format a measure is exported. */
export const measureFormat = z.enum(Object.keys(measureFileTypes) as [MeasureFormat, ...MeasureFormat[]]);
export const measureBytes = Object.values(measureFileTypes);
