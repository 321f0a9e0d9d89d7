import type { ReportFormat, RouteCoverageFigures } from '@eyrie/domain';
import type { Language } from '../../platform/http/endpoint.ts';
import type { CoverageOrder } from './report-coverage-order.ts';
import type { PictureState } from './report-pictures.ts';
import type { PictureMade, PictureOrder } from './report-picture.ts';

/** A report on our disk, and where its file is to be laid. */
export interface DocumentOrder {
  kind: 'document';
  contentPath: string;
  format: ReportFormat;
  language: Language;
  /** What became of the picture of each photo. */
  pictures: readonly (readonly [string, PictureState])[];
  /** What became of the logo; null: there is none. */
  logo: PictureState | null;
  /** An empty folder. */
  workspace: string;
  out: string;
}
export type DocumentMade =
  | { fault: null; size: number; sha256: string }
  | { fault: 'reportTooLarge' | 'reportNoPdf' };

export type ReportOrder = PictureOrder | DocumentOrder | CoverageOrder;
export type ReportMade =
  | { picture: PictureMade }
  | { document: DocumentMade }
  | { coverage: RouteCoverageFigures };
