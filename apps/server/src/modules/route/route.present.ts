import { routeCalls, type RouteRecord } from '@eyrie/domain';
import { droneModels } from '@eyrie/wpml';
import { allowedWords, type Viewer } from '../../platform/list/index.ts';
import type { StoredRoute } from './route.store.ts';

export const modelName = (key: string | null): string | null =>
  droneModels.find((model) => model.key === key)?.name ?? null;

export const presentRoute = (row: StoredRoute, { caller }: Viewer): RouteRecord => {
  const { get, download, edit, remove } = routeCalls;
  const calls = row.inUse ? [get, download, edit] : [get, download, edit, remove];
  return {
    ...row,
    droneModelName: modelName(row.droneModel),
    allowed: allowedWords(caller.resources, calls),
  };
};
