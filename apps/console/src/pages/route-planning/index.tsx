import { routeCalls, type RouteRecord } from '@eyrie/domain';
import { Dialog, FilterRow, Icon, ListPage } from '@eyrie/ui';
import { Button, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import {
  RouteDrawer,
  RouteImport,
  RouteRename,
  RouteTable,
  saveRouteFile,
  useRouteRemove,
  useRoutes,
  type RouteFilters,
} from '../../modules/route/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useDeletion } from '../../platform/deletion.ts';
import { useFilters } from '../../platform/filters.ts';
import { tablePage, useListAddress, type ListAddress } from '../../platform/paging.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';

const filterNames = ['keyword', 'sort'] as const;
const openName = ['open'] as const;
const sorts = {
  '-createdAt': 'newest',
  createdAt: 'oldest',
  name: 'name',
  '-length': 'longest',
  length: 'shortest',
} as const;
type Sort = keyof typeof sorts;
const isSort = (text: string): text is Sort => text in sorts;

/** What the page does with a route, and the dialogs for it. */
const useRouteActions = (onRemoved: (oid: string) => void) => {
  const text = useText();
  const navigate = useNavigate();
  const mayFly = useAllowed('flight:edit');
  const remove = useDeletion(useRouteRemove(), (oids) => oids.forEach(onRemoved));
  const [renaming, setRenaming] = useState<RouteRecord | null>(null);
  const removeRoute = ({ oid, name }: RouteRecord): Promise<void> =>
    remove([oid], { title: text('route.deleteTitle', { name }), done: text('route.deleted') });
  return {
    renaming,
    endRename: () => setRenaming(null),
    actions: {
      onFly: mayFly ? (route: RouteRecord) => void navigate(`/FlyArrange?route=${route.oid}`) : null,
      // A refusal has raised its toast already.
      onDownload: (route: RouteRecord) => void saveRouteFile(route.oid, route.name).catch(() => undefined),
      onRename: setRenaming,
      onRemove: (route: RouteRecord) => void removeRoute(route),
    },
  };
};

function Filters({ address }: { address: ListAddress<(typeof filterNames)[number]> }): ReactNode {
  const text = useText();
  const { keyword, sort } = address.values;
  return (
    <FilterRow onReset={address.any ? address.reset : undefined}>
      <SearchBox
        label={text('route.search')}
        value={keyword}
        onChange={(next) => address.set({ keyword: next })}
      />
      <Select<Sort>
        aria-label={text('route.sort')}
        value={isSort(sort) ? sort : '-createdAt'}
        style={{ inlineSize: 160 }}
        options={(Object.keys(sorts) as Sort[]).map((value) => ({
          value,
          label: text(`route.sort.${sorts[value]}`),
        }))}
        onChange={(next) => address.set({ sort: next === '-createdAt' ? '' : next })}
      />
    </FilterRow>
  );
}

/** Routes: list, import with a look before storing, record with map and profile, export, rename, delete. */
export default function RoutePlanningPage(): ReactNode {
  const text = useText();
  const address = useListAddress(filterNames);
  const opened = useFilters(openName);
  const [importing, setImporting] = useState(false);
  const open = opened.values.open || null;
  const setOpen = (oid: string | null): void => opened.set({ open: oid ?? '' });
  const { renaming, endRename, actions } = useRouteActions((oid) => {
    if (oid === open) setOpen(null);
  });

  const { keyword, sort } = address.values;
  const filters: RouteFilters = {
    pageNum: address.pageNum,
    pageSize: address.pageSize,
    sort: isSort(sort) ? sort : '-createdAt',
    ...(keyword ? { keyword } : {}),
  };
  const list = useRoutes(filters);
  const importButton = (
    <Allowed call={routeCalls.uploadKmz}>
      <Button type="primary" icon={<Icon name="upload" size={16} />} onClick={() => setImporting(true)}>
        {text('route.import')}
      </Button>
    </Allowed>
  );

  return (
    <ListPage title={text('route.title')} action={importButton} filters={<Filters address={address} />}>
      <RouteTable
        {...actions}
        onOpen={(route) => setOpen(route.oid)}
        open={open}
        filtered={address.any}
        begin={importButton}
        {...tablePage(list, address)}
      />
      <RouteDrawer oid={open} onClose={() => setOpen(null)} {...actions} />
      <Dialog
        open={importing}
        title={text('route.importTitle')}
        width={760}
        onClose={() => setImporting(false)}
      >
        <RouteImport
          onStored={(route) => {
            setImporting(false);
            setOpen(route.oid ?? null);
          }}
        />
      </Dialog>
      {renaming ? (
        <Dialog open title={text('route.rename')} onClose={endRename}>
          <RouteRename route={renaming} onDone={endRename} />
        </Dialog>
      ) : null}
    </ListPage>
  );
}
