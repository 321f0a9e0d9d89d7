import { limits } from '@eyrie/domain';
import { DataTable, EmptyPage, Icon, type DataColumns, type LoadState, type Paging } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

export interface LogTableProps<Row> {
  rows: readonly Row[];
  load: LoadState;
  paging: Paging;
  filtered: boolean;
  /** The word that is looked for; empty for none. */
  word: string;
  open: string | null;
  onOpen: (row: Row) => void;
  /** Rows that came since; null: none are shown yet. */
  arrived: number;
  onShowNew: () => void;
  foot: ReactNode;
}

/** One log as a table, with a badge for what came meanwhile: what is being read never jumps. */
export function LogTable<Row extends { oid: string }>({
  label,
  query,
  columns,
  none,
  minWidth,
  ...table
}: LogTableProps<Row> & {
  label: string;
  /** Path of the call that brings the rows. */
  query: string;
  columns: DataColumns<Row>;
  /** Said while there is nothing at all. */
  none: string;
  minWidth: number;
}): ReactNode {
  const text = useText();
  const { paging } = table;
  return (
    <div className="tabbed-list-body log-body">
      <output className="log-arrived">
        {table.arrived > 0 ? (
          <Button
            size="small"
            type="primary"
            icon={<Icon name="refresh" size={14} />}
            onClick={table.onShowNew}
          >
            {text('deviceHealth.newRows', { count: table.arrived })}
          </Button>
        ) : null}
      </output>
      <DataTable<Row>
        label={label}
        query={query}
        columns={columns}
        rows={table.rows}
        rowKey={(row) => row.oid}
        load={table.load}
        highlighted={table.open}
        onOpen={table.onOpen}
        minWidth={minWidth}
        paging={paging}
        foot={
          <>
            {paging.total >= limits.deviceHealth.countMost ? (
              <span>{text('deviceHealth.countMost', { count: paging.total })}</span>
            ) : null}
            {table.word ? (
              <span>{text('deviceHealth.searchMost', { count: limits.deviceHealth.searchRows })}</span>
            ) : null}
            {table.foot}
          </>
        }
        empty={<EmptyPage icon="pulse" sentence={table.filtered ? text('deviceHealth.noneFound') : none} />}
      />
    </div>
  );
}
