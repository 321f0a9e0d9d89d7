import type { CallRefused } from '@eyrie/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useDeletion } from '../deletion.ts';
import { call, showFailure } from '../http.ts';
import { useText } from '../text.tsx';
import { showToast } from '../toasts.ts';
import { RefusedDialog } from './refused-dialog.tsx';
import { isHeldBack } from './refused.ts';
import type { ListRoom, ListRow } from './room.ts';
import { renewList } from './use-list.ts';

/** Deletes records after asking; a refusal says what stands in the way. */
export const useRemoval = <Row extends ListRow>(
  room: Pick<ListRoom<Row>, 'word' | 'also' | 'calls' | 'removal' | 'nameOf'>,
  onRemoved: (oids: readonly string[]) => void,
): { remove: (row: Row) => void; removeAll: (rows: readonly Row[]) => void; refused: ReactNode } => {
  const { calls, removal, nameOf } = room;
  const text = useText();
  const client = useQueryClient();
  const [error, setError] = useState<CallRefused | null>(null);
  const mutation = useMutation({
    mutationFn: async (oids: string[]) => {
      if (calls.remove) await call(calls.remove, removal?.request?.(oids) ?? { oids }, { toast: false });
    },
    onSuccess: (_answer, oids) => renewList(client, room, oids),
    onError: (failure) => {
      if (isHeldBack(failure)) setError(failure);
      else showFailure(failure);
    },
  });
  const ask = useDeletion(mutation, onRemoved);
  const { restore } = calls;
  const undoOf = (oids: readonly string[]): { undo?: () => void } =>
    restore
      ? {
          undo: () =>
            void call(restore, { oids } as object, { toast: false })
              .then(() => {
                const { length: count } = oids;
                showToast('success', count === 1 ? text('list.undone') : text('list.undoneMany', { count }));
                return renewList(client, room);
              })
              .catch(showFailure),
        }
      : {};
  return {
    removeAll: (rows) => {
      if (!removal) return;
      const title = text('list.deleteManyTitle', { count: rows.length });
      const oids = rows.map(({ oid }) => oid);
      void ask(oids, { title, done: text('list.deletedMany', { count: rows.length }), ...undoOf(oids) });
    },
    remove: (row) => {
      if (!removal) return;
      const title = text(removal.title, { name: nameOf(row, text) });
      void ask([row.oid], { title, done: text(removal.done), ...undoOf([row.oid]) });
    },
    refused: error ? <RefusedDialog what="deletion" error={error} onClose={() => setError(null)} /> : null,
  };
};
