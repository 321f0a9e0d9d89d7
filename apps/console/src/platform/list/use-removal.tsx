import { useQueryClient } from '@tanstack/react-query';
import { mayNow } from '../allowed.tsx';
import { useDeletion, type AskedDeletion } from '../deletion.tsx';
import { goneRecords } from '../gone-records.ts';
import { call, showFailure } from '../http.ts';
import { useText } from '../text.tsx';
import { showToast } from '../toasts.ts';
import type { ListRoom, ListRow } from './room.ts';
import { renewList } from './use-list.ts';

/** Deletes the records of a list; where the room archives, the deletion can be taken back. */
export const useRemoval = <Row extends ListRow>(
  room: Pick<ListRoom<Row>, 'word' | 'also' | 'calls' | 'removal' | 'nameOf'>,
  onRemoved: (oids: readonly string[]) => void,
): { remove: (row: Row) => void; removeAll: (rows: readonly Row[]) => void } => {
  const { calls, removal, nameOf } = room;
  const text = useText();
  const client = useQueryClient();
  const { remove: ask } = useDeletion(calls.remove, removal?.request ? { request: removal.request } : {});
  const gone = (oids: readonly string[]) => ({
    onDeleted: () => {
      onRemoved(oids);
      void renewList(client, room);
    },
  });
  const { restore } = calls;
  const undoOf = (oids: readonly string[]): { undo?: () => void } =>
    restore
      ? {
          undo: () =>
            void call(restore, { oids } as object, { toast: false })
              .then(() => {
                goneRecords.unmark(oids);
                const { length: count } = oids;
                showToast('success', count === 1 ? text('list.undone') : text('list.undoneMany', { count }));
                return renewList(client, room);
              })
              .catch(showFailure),
        }
      : {};
  /** What is in use is kept; it may still be used no more. */
  const insteadOf = (oids: readonly string[]): Pick<AskedDeletion, 'instead'> => {
    const { instead } = removal ?? {};
    if (!instead || !mayNow(instead.call)) return {};
    const run = (): void =>
      void call(instead.call, { oids } as object, { toast: false })
        .then(() => {
          showToast('success', text(instead.done));
          return renewList(client, room, oids);
        })
        .catch(showFailure);
    return { instead: { label: text(instead.label), run } };
  };
  return {
    removeAll: (rows) => {
      if (!removal) return;
      const title = text('list.deleteManyTitle', { count: rows.length });
      const oids = rows.map(({ oid }) => oid);
      void ask(oids, {
        title,
        done: text('list.deletedMany', { count: rows.length }),
        ...undoOf(oids),
        ...insteadOf(oids),
        ...gone(oids),
      });
    },
    remove: (row) => {
      if (!removal) return;
      const title = text(removal.title, { name: nameOf(row, text) });
      const verb = removal.verb ? { verb: text(removal.verb) } : {};
      void ask([row.oid], {
        title,
        ...verb,
        done: text(removal.done),
        ...undoOf([row.oid]),
        ...insteadOf([row.oid]),
        ...gone([row.oid]),
      });
    },
  };
};
