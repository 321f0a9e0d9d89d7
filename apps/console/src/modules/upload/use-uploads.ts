import { CallRefused } from '@eyrie/client';
import { limits } from '@eyrie/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '../../platform/text.tsx';
import { FileUnread, openHasher } from './hasher.ts';
import { createUploadList, type UploadItem, type UploadList } from './upload-list.ts';
import { sendResult, unfinishedKey, WrongKind } from './upload.queries.ts';

/**
 * Uploads of this page; they stop when it is left, and what has arrived stays at the server.
 * @param epsg code of the system of point clouds that name none; '' where nobody gave one
 */
export const useUploads = (epsg: string): { items: readonly UploadItem[]; list: UploadList | null } => {
  const text = useText();
  const client = useQueryClient();
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const [list, setList] = useState<UploadList | null>(null);
  const faultOf = useEffectEvent((error: unknown): string => {
    if (error instanceof CallRefused && error.message !== '') return error.message;
    if (error instanceof WrongKind) return text('refusal.uploadKind');
    return text(error instanceof FileUnread ? 'upload.unread' : 'upload.operationFailed');
  });
  const epsgNow = useEffectEvent((): string => epsg);
  const onStored = useEffectEvent((): void => {
    void client.invalidateQueries({ queryKey: ['media'] });
    void client.invalidateQueries({ queryKey: ['layer'] });
    void client.invalidateQueries({ queryKey: unfinishedKey });
  });
  useEffect(() => {
    const hasher = openHasher();
    const opened = createUploadList({
      atOnce: limits.upload.atOnce,
      send: (item, work) => sendResult(hasher, { ...item, epsg: () => epsgNow() }, work),
      faultOf: (error) => faultOf(error),
      onChange: setItems,
      onStored: () => onStored(),
    });
    setList(opened);
    return () => {
      opened.end();
      hasher.end();
    };
  }, []);
  return { items, list };
};
