import { Button, Checkbox, Pagination, Popover, Table, type SpinProps, type TableProps } from 'antd';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ComponentRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { fitColumns } from './fit-columns.ts';
import { Icon } from './icon.tsx';
import { currentLoad, type LoadState } from './load-state.ts';
import { FailedNote, Skeleton, StaleNote } from './loaded.tsx';
import { useTableSize } from './table-size.ts';
import { useUiTexts } from './ui-texts.tsx';
import './data-table.css';

export type DataColumns<Row extends object> = (NonNullable<TableProps<Row>['columns']>[number] & {
  /** Gives way where there is no room for all columns: the higher, the sooner. Missing: after all that have one. */
  fold?: number;
})[];

export interface Paging {
  pageNum: number;
  pageSize: number;
  /** Counts only while the rows are current or stale. */
  total: number;
  /** Counting stopped at `total`. */
  more?: boolean | undefined;
  onPage: (pageNum: number, pageSize: number) => void;
}

export interface DataTableProps<Row extends object> {
  /** What the table lists, for those who do not see it. */
  label: string;
  /** Path of the call that brings the rows: a story reads what stands on it. */
  query?: string;
  columns: DataColumns<Row>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Whether the rows are here, on their way, old, or not to be had; current when not said. */
  load?: LoadState;
  /** Key of the row whose record is open. */
  highlighted?: string | null;
  /** Brings the highlighted row into sight when it changes: it was chosen elsewhere. */
  follows?: boolean;
  /** Opens the record of a row, by click or Enter. */
  onOpen?: (row: Row) => void;
  /** Rows of 32 px instead of 40. */
  dense?: boolean;
  /** Width under which the table scrolls sideways, px. */
  minWidth?: number;
  /** In place of an empty list. */
  empty?: ReactNode;
  paging?: Paging;
  /** Columns that somebody chose to see or not, by their keys, or places where they have none; kept by whoever shows the table. */
  chosen?: Readonly<Record<string, boolean>>;
  onChosen?: (chosen: Record<string, boolean>) => void;
  /** Every column is offered to be shown or not; otherwise those that give way. */
  choosable?: boolean;
  /** Beside the count at the foot, such as an export. */
  foot?: ReactNode;
}

type TableRef = NonNullable<ComponentRef<typeof Table>>;

/** Above this many rows only those in sight are drawn. */
const virtualAbove = 60;
const headHeight = 41;

/**
 * The head stands in a table of its own so that it can stay, and rows drawn only in sight are no table at all: a screen
 * reader would know no heading of any cell. The parts say what they are instead, within one table.
 */
const partTable = (props: ComponentProps<'table'>): ReactNode => <table {...props} role="presentation" />;
const parts = { table: partTable, header: { table: partTable } };

const saidColumns = <Row extends object>(
  columns: DataColumns<Row>,
): NonNullable<TableProps<Row>['columns']> =>
  columns.map((column) => ({
    ...column,
    onHeaderCell: (...of) => ({ ...column.onHeaderCell?.(...of), role: 'columnheader' }),
    ...('children' in column
      ? {}
      : { onCell: (...of: [Row, number?]) => ({ ...column.onCell?.(...of), role: 'cell' }) }),
  }));

/**
 * The library would have every row that changes read out; what a reader must hear is said by whoever changed it. That
 * rows are on their way is said by the table.
 */
/** A quick answer need not make the rows flicker. Milliseconds. */
const spinAfter = 300;
const unsaid = { 'aria-live': undefined, 'aria-busy': undefined };
const quiet = (spinning: boolean): SpinProps => ({ spinning, delay: spinAfter, ...unsaid });

const rowHandlers = <Row extends object>(row: Row, onOpen: ((row: Row) => void) | undefined) =>
  onOpen
    ? {
        tabIndex: 0,
        onClick: () => onOpen(row),
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(row);
        },
      }
    : {};

/** Which columns are drawn: those that fit, until somebody chooses. */
const useFitting = <Row extends object>(
  columns: DataColumns<Row>,
  minWidth: number,
  room: number | null,
  given: Pick<DataTableProps<Row>, 'chosen' | 'onChosen' | 'choosable'>,
): { shown: DataColumns<Row>; need: number; chooser: ReactNode } => {
  const texts = useUiTexts();
  const [own, setOwn] = useState<Record<string, boolean>>({});
  const wanted = given.chosen ?? own;
  const setWanted = given.onChosen ?? setOwn;
  const widths = columns.map(({ width, fold, fixed, hidden }) => ({
    width: typeof width === 'number' ? width : undefined,
    fold,
    stays: fixed !== undefined || hidden === true,
  }));
  const fitting = fitColumns(widths, minWidth, room ?? Number.POSITIVE_INFINITY);
  const keys = columns.map(({ key }, place) => String(key ?? place));
  const keyAt = (place: number): string => keys[place] ?? String(place);
  const isShown = (place: number): boolean => wanted[keyAt(place)] ?? !fitting.folded.has(place);
  const every = given.choosable === true;
  const offered = ({ fold, fixed }: DataColumns<Row>[number]): boolean =>
    fold !== undefined || (every && fixed === undefined);
  const places = columns.map((column, place) => ({ column, place }));
  const boxes = places.flatMap(({ column, place }) =>
    column.hidden === true || (!offered(column) && isShown(place))
      ? []
      : [
          <Checkbox
            key={place}
            checked={isShown(place)}
            onChange={({ target }) => setWanted({ ...wanted, [keyAt(place)]: target.checked })}
          >
            {typeof column.title === 'function' ? null : column.title}
          </Checkbox>,
        ],
  );
  const hidden = columns.flatMap(({ width }, place) => (isShown(place) ? [] : Number(width ?? 0)));
  const need = minWidth - hidden.reduce((sum, width) => sum + width, 0);
  return {
    shown: columns.filter((_, place) => isShown(place)),
    need,
    chooser:
      boxes.length > 0 && (every || fitting.folded.size > 0 || keys.some((key) => key in wanted)) ? (
        <Popover trigger="click" content={<div className="ey-table-chooser">{boxes}</div>}>
          <Button size="small" icon={<Icon name="list" size={14} />}>
            {texts.columns(columns.length - hidden.length, columns.length)}
          </Button>
        </Popover>
      ) : null,
  };
};

interface FootProps {
  paging: Paging | undefined;
  foot: ReactNode;
  load: LoadState;
}

function Foot({ paging, foot, load }: FootProps): ReactNode {
  const texts = useUiTexts();
  return (
    <div className="ey-table-foot">
      {/* How many there are only the server can say. */}
      <span>{load.kind === 'loading' || !paging ? null : texts.total(paging.total, paging.more)}</span>
      {foot}
      {paging ? (
        <Pagination
          size="small"
          current={paging.pageNum}
          pageSize={paging.pageSize}
          total={paging.total}
          showSizeChanger
          pageSizeOptions={[20, 50, 100, 200]}
          onChange={paging.onPage}
        />
      ) : null}
    </div>
  );
}

/** Hidden from screen readers: between the rows of a table nothing else may stand, and it says itself that it is busy. */
const pendingRows = (
  <div aria-hidden="true">
    <Skeleton lines={5} />
  </div>
);

/**
 * A bordered, striped list with a head that stays and one highlighted row. It fills the height of its parent, which
 * must have one; the rows scroll inside.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>): ReactNode {
  const { columns, rows, rowKey, onOpen, paging, highlighted, dense = false, minWidth = 800 } = props;
  const load = props.load ?? currentLoad;
  const loading = load.kind === 'loading';
  const texts = useUiTexts();
  const { frame, size } = useTableSize();
  const { shown, need, chooser } = useFitting(columns, minWidth, size?.width ?? null, props);
  useLayoutEffect(() => {
    const body = frame.current?.querySelector<HTMLElement>('.ant-table-body');
    if (!body) return;
    const scrolls = body.scrollWidth > body.clientWidth || body.scrollHeight > body.clientHeight;
    // Rows that open are reached by keys themselves; others could not be scrolled into sight.
    if (scrolls && !onOpen) {
      body.tabIndex = 0;
      // Within a table nothing else takes the keyboard.
      body.role = 'rowgroup';
    } else {
      body.removeAttribute('tabindex');
      body.removeAttribute('role');
    }
  });
  const table = useRef<TableRef>(null);
  useEffect(() => {
    if (props.follows && highlighted) table.current?.scrollTo({ key: highlighted });
  }, [props.follows, highlighted]);
  const empty = rows.length === 0 && !loading;
  const instead =
    load.kind === 'failed' ? <FailedNote state={load} /> : empty && props.empty ? props.empty : null;
  return (
    <section
      className={['ey-table', dense && 'ey-table-dense', rows.length === 0 && 'ey-table-bare']
        .filter(Boolean)
        .join(' ')}
      aria-label={props.label}
      data-query={props.query}
    >
      {load.kind === 'stale' ? <StaleNote state={load} /> : null}
      <div ref={frame} className="ey-table-frame">
        {instead}
        {size && instead === null ? (
          <div role="table" aria-label={props.label} aria-busy={loading} aria-rowcount={rows.length + 1}>
            <Table<Row>
              ref={table}
              bordered
              size="middle"
              columns={saidColumns(shown)}
              components={parts}
              dataSource={rows}
              rowKey={rowKey}
              loading={quiet(loading && rows.length > 0)}
              pagination={false}
              virtual={rows.length > virtualAbove}
              scroll={{ x: Math.max(need, size.width), y: Math.max(120, size.height - headHeight) }}
              locale={{ emptyText: loading ? pendingRows : texts.noData }}
              onHeaderRow={() => ({ role: 'row', 'aria-rowindex': 1 })}
              onRow={(row, index = 0) => ({
                role: 'row',
                'aria-rowindex': index + 2,
                ...rowHandlers(row, onOpen),
              })}
              rowClassName={(row, index) =>
                [
                  index % 2 === 1 && 'ey-table-striped',
                  onOpen && 'ey-table-opens',
                  rowKey(row) === highlighted && 'ey-table-highlighted',
                ]
                  .filter(Boolean)
                  .join(' ')
              }
            />
          </div>
        ) : null}
      </div>
      {(paging || chooser) && load.kind !== 'failed' ? (
        <Foot
          paging={paging}
          load={load}
          foot={
            <>
              {chooser}
              {props.foot}
            </>
          }
        />
      ) : null}
    </section>
  );
}
