import type { CallRefused } from '@eyrie/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useDeletion } from '../deletion.ts';
import { call, showFailure } from '../http.ts';
import { useText } from '../text.tsx';
import { RefusedDialog } from './refused-dialog.tsx';
import { isHeldBack } from './refused.ts';
import type { ListRoom, ListRow } from './room.ts';

/** Deletes records after asking; a refusal says what stands in the way. */
export const useRemoval = <Row extends ListRow>(
  { word, calls, removal, nameOf }: Pick<ListRoom<Row>, 'word' | 'calls' | 'removal' | 'nameOf'>,
  onRemoved: (oids: readonly string[]) => void,
): { remove: (row: Row) => void; removeAll: (rows: readonly Row[]) => void; refused: ReactNode } => {
  const text = useText();
  const client = useQueryClient();
  const [error, setError] = useState<CallRefused | null>(null);
  const mutation = useMutation({
    mutationFn: async (oids: string[]) => {
      if (calls.remove) await call(calls.remove, { oids } as object, { toast: false });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [word] }),
    onError: (failure) => {
      if (isHeldBack(failure)) setError(failure);
      else showFailure(failure);
    },
  });
  const ask = useDeletion(mutation, onRemoved);
  return {
    removeAll: (rows) => {
      if (!removal) return;
      const title = text('list.deleteManyTitle', { count: rows.length });
      const oids = rows.map(({ oid }) => oid);
      void ask(oids, { title, done: text('list.deletedMany', { count: rows.length }) });
    },
    remove: (row) => {
      if (!removal) return;
      const title = text(removal.title, { name: nameOf(row) });
      void ask([row.oid], { title, done: text(removal.done) });
    },
    refused: error ? <RefusedDialog what="deletion" error={error} onClose={() => setError(null)} /> : null,
  };
};
