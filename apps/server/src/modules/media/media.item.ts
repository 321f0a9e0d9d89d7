import type { MediaItem } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { present } from './media.endpoints.ts';
import type { MediaRow } from './media.list.store.ts';

const allowedOn = ({ held_at: heldAt }: MediaRow, { resources }: Caller): string[] => [
  ...(resources.has('media:edit') ? [...(heldAt ? [] : ['delete']), 'mark', 'comment', 'deleteComment'] : []),
  ...(resources.has('media:keep') ? [heldAt ? 'release' : 'hold'] : []),
];

/** A file as its reader sees it. */
export const itemFor = (row: MediaRow, caller: Caller): MediaItem => ({
  ...present(row),
  dockOID: row.dock_oid,
  dockName: row.dock_name,
  taskName: row.task_name,
  starred: row.starred,
  labels: row.labels,
  heldAt: row.held_at?.getTime() ?? null,
  heldReason: row.held_reason,
  allowed: allowedOn(row, caller),
});
