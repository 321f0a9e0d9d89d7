import type { PhotoFigures, ResolvedLine } from '../resolved.ts';

/** What an area resolves to. */
export interface ResolvedArea {
  readonly lines: readonly ResolvedLine[];
  readonly photos: PhotoFigures;
  readonly direction: number | null;
  readonly area: number | null;
}
