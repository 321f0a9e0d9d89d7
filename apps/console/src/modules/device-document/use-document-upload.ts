import { deviceDocumentCalls, type DeviceDocument, type DocumentKind } from '@eyrie/domain';
import { call } from '../../platform/http.ts';
import { useUpload } from '../../platform/use-upload.ts';
import { word } from './document-words.ts';

export interface NewDocument {
  deviceOID: string;
  name: string;
  kind: DocumentKind;
  validUntil?: string;
  remark?: string;
}

/** Sends a document: how far it is, and what the server had against it. Leaving the page ends it. */
export const useDocumentUpload = () => {
  const { send, say, ...upload } = useUpload([word]);
  return {
    ...upload,
    forget: () => say(null),
    // Whether it is there: those after it are not sent when it is not.
    send: (file: File, document: NewDocument, onSaved: (saved: DeviceDocument) => void): Promise<boolean> =>
      send(async (options) => onSaved(await call(deviceDocumentCalls.add, { file, ...document }, options))),
  };
};
