import {
  DataTable,
  Dialog,
  Drawer,
  EmptyPage,
  ListPage,
  Loaded,
  loadStateOf,
  type DataColumns,
} from '@eyrie/ui';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useFigures } from '../figures.ts';
import { tablePage, useListAddress, type ListAddress } from '../paging.ts';
import { useText } from '../text.tsx';
import { requestOf } from './address.ts';
import { ExchangeButtons } from './exchange.tsx';
import { useKeptList } from './kept-views.ts';
import { ListFilters } from './filter-fields.tsx';
import { BeginButton, RecordActions } from './guarded.tsx';
import { RecordHistory } from './record-history.tsx';
import type { ListDialog, ListRoom, ListRow, ListTools } from './room.ts';
import { lastPage, listState, type ListState } from './state.ts';
import { SelectionBar, useSelectColumn, useSelection, type Selection } from './selection.tsx';
import { useActionChange } from './use-action-change.ts';
import { useDrawer, type OpenRecord } from './use-drawer.ts';
import { useListPage, useRecord } from './use-list.ts';
import { useRemoval } from './use-removal.tsx';

interface Kit<Row extends ListRow, Detail> {
  room: ListRoom<Row, Detail>;
  address: ListAddress<string>;
  drawer: OpenRecord;
  tools: ListTools<Row>;
  removeAll: (rows: readonly Row[]) => void;
}

/** In place of rows: what that means, and the way on. */
function Empty<Row extends ListRow, Detail>({
  kit,
  state,
}: {
  kit: Kit<Row, Detail>;
  state: ListState;
}): ReactNode {
  const text = useText();
  const { room, address } = kit;
  const reset = state.way === 'reset' || (state.kind === 'stale' && address.any);
  return (
    <EmptyPage
      icon={room.icon}
      sentence={text(reset ? room.noneFound : room.none)}
      action={
        reset ? (
          <Button onClick={address.reset}>{text('app.reset')}</Button>
        ) : (
          <BeginButton begin={room.begin} tools={kit.tools} />
        )
      }
    />
  );
}

const useColumns = <Row extends ListRow, Detail>(
  { room, tools }: Kit<Row, Detail>,
  selection: Selection,
): DataColumns<Row> => {
  const text = useText();
  const figures = useFigures();
  const select = useSelectColumn(room, selection);
  const columns = [...(room.removal ? [select] : []), ...room.columns({ text, figures })];
  if (room.actions.length === 0) return columns;
  return [
    ...columns,
    {
      title: text('app.operations'),
      fixed: 'end',
      width: room.actionsWidth,
      render: (_, row) => <RecordActions row={row} actions={room.actions} tools={tools} />,
    },
  ];
};

function ListTable<Row extends ListRow, Detail>(kit: Kit<Row, Detail>): ReactNode {
  const { room, address, drawer, tools } = kit;
  const text = useText();
  const selection = useSelection();
  const [kept, keepList] = useKeptList(room.word);
  const { pageNum, pageSize } = address;
  const sort = room.order ? { sort: room.order } : {};
  const answer = useListPage(room, {
    pageNum,
    pageSize,
    ...sort,
    ...requestOf(room.filters, address.values),
  });
  const page = tablePage(answer, address);
  const columns = useColumns(kit, selection);
  const { total } = page.paging;
  const state = listState({ load: page.load, rows: page.rows.length, total, filtered: address.any });
  const turn = useEffectEvent(() => address.onPage(lastPage(total, pageSize), pageSize));
  // The last record of the last page was deleted, here or elsewhere.
  useEffect(() => {
    if (state.way === 'lastPage') turn();
  }, [state.way]);
  const opens = room.drawer ? (row: Row) => drawer.show(row.oid) : room.opens;
  return (
    <>
      <SelectionBar room={room} rows={page.rows} selection={selection} onRemove={kit.removeAll} />
      <DataTable<Row>
        label={text(room.title)}
        query={room.calls.query.path}
        chosen={kept.of === columns.length ? kept.columns : {}}
        onChosen={(next) => keepList({ columns: next, of: columns.length })}
        columns={columns}
        rowKey={(row) => row.oid}
        highlighted={drawer.open}
        {...(opens ? { onOpen: (row: Row) => opens(row, tools) } : {})}
        minWidth={room.minWidth}
        {...page}
        empty={<Empty kit={kit} state={state} />}
      />
    </>
  );
}

function RecordDrawer<Row extends ListRow, Detail extends Row>({
  room,
  drawer: { open, close },
  tools,
}: Kit<Row, Detail>): ReactNode {
  const text = useText();
  const answer = useRecord<Detail>(room, open);
  const { data: record } = answer;
  if (!room.drawer) return null;
  const { title, width, content, actions = false } = room.drawer;
  return (
    <Drawer
      open={open !== null}
      width={width}
      title={<bdi>{record ? room.nameOf(record) : text(title)}</bdi>}
      onClose={close}
      footer={
        actions && record ? <RecordActions words row={record} actions={room.actions} tools={tools} /> : null
      }
    >
      <Loaded state={loadStateOf(answer)}>{() => (record ? content(record) : null)}</Loaded>
      {record && room.calls.history && room.labels ? (
        <RecordHistory
          key={record.oid}
          word={room.word}
          history={room.calls.history}
          labels={room.labels}
          oid={record.oid}
        />
      ) : null}
    </Drawer>
  );
}

export interface ListViewProps<Row extends ListRow, Detail> {
  room: ListRoom<Row, Detail>;
  /** Within a page that has a heading of its own. */
  tab?: boolean;
  /** False where the page itself shows the first step. */
  begin?: boolean;
}

/** A list: filters in the address, rows, the record beside them, and what can be done with each. */
export function ListView<Row extends ListRow, Detail extends Row>({
  room,
  tab = false,
  begin = true,
}: ListViewProps<Row, Detail>): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const address = useListAddress<string>(Object.keys(room.filters));
  const drawer = useDrawer();
  const [shown, dialog] = useState<ListDialog | null>(null);
  const close = (): void => dialog(null);
  const { remove, removeAll, refused } = useRemoval<Row>(room, (oids) => {
    if (drawer.open !== null && oids.includes(drawer.open)) drawer.close();
  });
  const change = useActionChange(room.word);
  const tools = { text, navigate, open: drawer.show, remove, change, dialog };
  const kit = { room, address, drawer, removeAll, tools };
  const filters = (
    <ListFilters word={room.word} filters={room.filters} address={address}>
      {tab && begin ? <BeginButton begin={room.begin} tools={tools} /> : null}
      {room.head?.(tools)}
    </ListFilters>
  );
  const beside = (
    <>
      {room.drawer ? <RecordDrawer {...kit} /> : null}
      {shown?.bare ? shown.content(close) : null}
      {shown && !shown.bare ? (
        <Dialog
          open
          title={text(shown.title)}
          {...(shown.width ? { width: shown.width } : {})}
          onClose={close}
        >
          {shown.content(close)}
        </Dialog>
      ) : null}
      {refused}
    </>
  );
  if (tab)
    return (
      <>
        {room.hint ? <p className="list-hint">{text(room.hint)}</p> : null}
        {filters}
        <div className="list-body">
          <ListTable {...kit} />
        </div>
        {beside}
      </>
    );
  return (
    <ListPage
      title={text(room.title)}
      action={
        <>
          {room.exchange ? (
            <ExchangeButtons
              word={room.word}
              title={text(room.title)}
              exchange={room.exchange}
              filter={requestOf(room.filters, address.values)}
            />
          ) : null}
          <BeginButton begin={room.begin} tools={kit.tools} />
        </>
      }
      filters={filters}
    >
      <ListTable {...kit} />
      {beside}
    </ListPage>
  );
}
