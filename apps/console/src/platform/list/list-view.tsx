import {
  DataTable,
  Drawer,
  EmptyPage,
  Icon,
  ListPage,
  Loaded,
  loadStateOf,
  type DataColumns,
} from '@eyrie/ui';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useFigures } from '../figures.ts';
import { tablePage, useListAddress, useLocalAddress, type ListAddress } from '../paging.ts';
import { useText } from '../text.tsx';
import { requestOf } from './address.ts';
import { chosenNow, keyedColumns } from './column-keys.ts';
import { ExchangeButtons } from './exchange.tsx';
import { useKeptList } from './kept-views.ts';
import { ListFilters } from './filter-fields.tsx';
import { BeginButton, RecordActions } from './guarded.tsx';
import { RecordHistory } from './record-history.tsx';
import { useListDialog } from './list-dialog.tsx';
import type { ListRoom, ListRow, ListTools } from './room.ts';
import { lastPage, listState, type ListState } from './state.ts';
import { SelectionBar, useSelectColumn, useSelection, type Selection } from './selection.tsx';
import { useActionChange } from './use-action-change.ts';
import { useDrawer, type OpenRecord } from './use-drawer.ts';
import { useArrived, useListPage, useRecord } from './use-list.ts';
import { useRemoval } from './use-removal.tsx';

interface Kit<Row extends ListRow, Detail> {
  room: ListRoom<Row, Detail>;
  shown: ShownPage<Row>;
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
  { room, tools, address }: Kit<Row, Detail>,
  selection: Selection,
  rows: readonly Row[],
): DataColumns<Row> => {
  const text = useText();
  const figures = useFigures();
  const select = useSelectColumn(room, selection);
  const columns = [
    ...(room.removal || room.bulk ? [select] : []),
    ...keyedColumns((words) => room.columns({ text: words, figures, rows, address }), text),
  ];
  if (room.actions.length === 0 || room.actionsWidth === undefined) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      title: text('app.operations'),
      fixed: 'end',
      width: room.actionsWidth,
      render: (_, row) => <RecordActions row={row} actions={room.actions} tools={tools} />,
    },
  ];
};

const widthOf = <Row extends object>(columns: DataColumns<Row>): number =>
  columns.reduce((sum, { width, hidden }) => sum + (hidden === true ? 0 : Number(width ?? 0)), 0);

/** The page that filters and address ask for. */
const useShownPage = <Row extends ListRow, Detail>(
  room: ListRoom<Row, Detail>,
  address: ListAddress<string>,
) => {
  const { pageNum, pageSize } = address;
  const asked = {
    ...(room.order ? { sort: room.order } : {}),
    ...room.within,
    ...requestOf(room.filters, address.values),
  };
  const answer = useListPage<Row>(room, room.whole ? asked : { pageNum, pageSize, ...asked });
  return { asked, answer, page: tablePage(answer, address) };
};
type ShownPage<Row extends ListRow> = ReturnType<typeof useShownPage<Row, unknown>>;

function ListTable<Row extends ListRow, Detail>(kit: Kit<Row, Detail>): ReactNode {
  const { room, address, drawer, tools, shown } = kit;
  const { answer, page } = shown;
  const text = useText();
  const figures = useFigures();
  const selection = useSelection();
  const [kept, keepList] = useKeptList(room.word);
  const { pageNum, pageSize } = address;
  const columns = useColumns(kit, selection, page.rows);
  const { paging, ...table } = page;
  const { total } = paging;
  const state = listState({ load: page.load, rows: page.rows.length, total, filtered: address.any });
  const turn = useEffectEvent(() => address.onPage(lastPage(total, pageSize), pageSize));
  // The last record of the last page was deleted, here or elsewhere.
  useEffect(() => {
    if (state.way === 'lastPage') turn();
  }, [state.way]);
  const arrived = useArrived(room, shown.asked, pageNum === 1 ? page.rows[0] : undefined);
  const opens = room.drawer ? (row: Row) => drawer.show(row.oid) : room.opens;
  return (
    <div className="list-body ey-stack">
      {answer.data ? room.note?.(answer.data, { text, figures, address }) : null}
      <SelectionBar rows={page.rows} onRemove={kit.removeAll} {...{ room, selection, tools }} />
      <output className="list-arrived">
        {arrived > 0 ? (
          <Button
            size="small"
            type="primary"
            icon={<Icon name="refresh" size={14} />}
            onClick={() => void answer.refetch()}
          >
            {text('list.newRows', { count: arrived })}
          </Button>
        ) : null}
      </output>
      <DataTable<Row>
        label={text(room.title)}
        query={room.calls.query.path}
        choosable={room.choosable ?? false}
        chosen={chosenNow(
          kept.columns,
          columns.map(({ key }) => String(key ?? '')),
        )}
        onChosen={(next) => keepList({ columns: next })}
        columns={columns}
        rowKey={(row) => row.oid}
        highlighted={drawer.open}
        {...(opens ? { onOpen: (row: Row) => opens(row, tools) } : {})}
        minWidth={room.minWidth ?? widthOf(columns)}
        dense={room.dense ?? false}
        {...table}
        {...(room.whole ? {} : { paging })}
        foot={room.foot?.({ text, figures, address })}
        empty={<Empty kit={kit} state={state} />}
      />
    </div>
  );
}

function RecordDrawer<Row extends ListRow, Detail extends Row>({
  room,
  shown,
  address,
  drawer: { open, close },
  tools,
}: Kit<Row, Detail>): ReactNode {
  const text = useText();
  const figures = useFigures();
  const asked = useRecord<Detail>(room, room.calls.get ? open : null);
  const answer = room.calls.get ? asked : shown.answer;
  const found = room.calls.get
    ? asked.data
    : (shown.page.rows.find(({ oid }) => oid === open) as Detail | undefined);
  const isOpen = open !== null && (room.calls.get !== undefined || found !== undefined);
  // The record stays in sight while its drawer slides away.
  const [last, setLast] = useState<Detail>();
  if (found !== undefined && found !== last) setLast(found);
  const record = found ?? (isOpen ? undefined : last);
  if (!room.drawer) return null;
  const { title, width, content, heading, actions = false } = room.drawer;
  return (
    <Drawer
      open={isOpen}
      width={width}
      title={<bdi>{record ? (heading?.(record) ?? room.nameOf(record, text)) : text(title)}</bdi>}
      onClose={close}
      footer={
        actions && record ? <RecordActions words row={record} actions={room.actions} tools={tools} /> : null
      }
    >
      <Loaded state={isOpen ? loadStateOf(answer) : { kind: 'current' }}>
        {() => (record ? content(record, { text, figures, address }) : null)}
      </Loaded>
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
  /** Within a dialog: the address stays as it is. */
  local?: boolean;
  /** False where the page itself shows the first step. */
  begin?: boolean;
}

/** A list: filters in the address, rows, the record beside them, and what can be done with each. */
export function ListView<Row extends ListRow, Detail extends Row>({
  room,
  tab = false,
  local = false,
  begin = true,
}: ListViewProps<Row, Detail>): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const names = Object.keys(room.filters);
  const inAddress = useListAddress<string>(names);
  const inDialog = useLocalAddress(names);
  const address = local ? inDialog : inAddress;
  const drawer = useDrawer();
  const [dialog, shownDialog] = useListDialog();
  const gone = (oids: readonly string[]): void => {
    if (drawer.open !== null && oids.includes(drawer.open)) drawer.close();
  };
  const { remove, removeAll } = useRemoval<Row>(room, gone);
  const change = useActionChange(room, gone);
  const tools = { text, navigate, open: drawer.show, remove, change, dialog };
  const shown = useShownPage(room, address);
  const kit = { room, shown, address, drawer, removeAll, tools };
  const exchange = room.exchange ? (
    <ExchangeButtons
      word={room.word}
      title={text(room.title)}
      exchange={room.exchange}
      filter={shown.asked}
    />
  ) : null;
  const beginsHere = tab && begin && room.begin !== undefined;
  const filters =
    names.length > 0 || beginsHere || exchange || room.head ? (
      <ListFilters word={room.word} filters={room.filters} rows={shown.page.rows} address={address}>
        {beginsHere ? <BeginButton begin={room.begin} tools={tools} /> : null}
        {tab ? exchange : null}
        {room.head?.(tools)}
      </ListFilters>
    ) : null;
  const beside = (
    <>
      {room.drawer ? <RecordDrawer {...kit} /> : null}
      {shownDialog}
    </>
  );
  if (tab)
    return (
      <>
        {room.hint ? <p className="list-hint">{text(room.hint)}</p> : null}
        {local ? <div className="list-local-filters">{filters}</div> : filters}
        <ListTable {...kit} />
        {beside}
      </>
    );
  return (
    <ListPage
      title={text(room.title)}
      action={
        <>
          {exchange}
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
