import { CallRefused } from '@eyrie/client';
import { deviceDocumentCalls, type DeviceDocument, type DocumentKind } from '@eyrie/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, showFailure } from '../../platform/http.ts';
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
  const client = useQueryClient();
  const running = useRef<AbortController | null>(null);
  /** 0 to 1 while it is on its way; null: nothing is. */
  const [fraction, setFraction] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (
    file: File,
    document: NewDocument,
    onSaved: (saved: DeviceDocument) => void,
    // Whether it is there: those after it are not sent when it is not.
  ): Promise<boolean> => {
    const work = new AbortController();
    running.current = work;
    setFault(null);
    setFraction(0);
    try {
      const options = { signal: work.signal, onProgress: setFraction, toast: false };
      onSaved(await call(deviceDocumentCalls.add, { file, ...document }, options));
      return true;
    } catch (error) {
      if (work.signal.aborted) return false;
      if (error instanceof CallRefused) setFault(error.message);
      else showFailure(error);
      return false;
    } finally {
      setFraction(null);
      // One that was cancelled may have arrived all the same.
      void client.invalidateQueries({ queryKey: [word] });
    }
  };
  return {
    fraction,
    fault,
    forget: () => setFault(null),
    send,
    cancel: () => running.current?.abort(),
  };
};
