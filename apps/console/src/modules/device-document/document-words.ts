import { isDocumentOver, lastingKinds, type DeviceDocument } from '@eyrie/domain';
import type { Figures } from '../../platform/figures.ts';
import type { TextOf } from '../../platform/text.tsx';

/** Under which answers about documents are kept. */
export const word = 'deviceDocument';

/** What the chooser of files offers; what a file is, its content decides. */
export const accepted = '.pdf,.png,.jpg,.jpeg,.webp';

export const sizeText = (bytes: number, figures: Figures, text: TextOf): string =>
  bytes < 1e6
    ? figures.amount(Math.max(1, Math.round(bytes / 1e3)), text('unit.kilobyte'), 0)
    : figures.amount(bytes / 1e6, text('unit.megabyte'), 1);

/** A paper that the device needs, and that is valid no more. */
export const isMissed = (document: Pick<DeviceDocument, 'kind' | 'validUntil'>, now: number): boolean =>
  lastingKinds.has(document.kind) && isDocumentOver(document, now);

export const endings = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const;
