import { isDocumentOver, lastingKinds, type DeviceDocument } from '@eyrie/domain';

/** Under which answers about documents are kept. */
export const word = 'deviceDocument';

/** What the chooser of files offers; what a file is, its content decides. */
export const accepted = '.pdf,.png,.jpg,.jpeg,.webp';

/** A paper that the device needs, and that is valid no more. */
export const isMissed = (document: Pick<DeviceDocument, 'kind' | 'validUntil'>, now: number): boolean =>
  lastingKinds.has(document.kind) && isDocumentOver(document, now);
