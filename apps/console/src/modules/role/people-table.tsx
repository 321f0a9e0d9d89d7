import type { RoleMember } from '@eyrie/domain';
import { DataTable, type DataColumns, type LoadState, type Paging } from '@eyrie/ui';
import { Checkbox, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { personColumns } from './person-columns.tsx';

export interface PeopleTableProps {
  label: string;
  rows: readonly RoleMember[];
  load: LoadState;
  paging: Paging;
  empty: ReactNode;
  /** Ids of those ticked, on this page and others. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Rows that may be ticked, and ticking them. */
const useTicks = ({ rows, chosen, onChoose }: PeopleTableProps) => {
  const open = rows.filter((row) => row.allowed.length > 0).map((row) => row.oid);
  const count = open.filter((oid) => chosen.has(oid)).length;
  const mark = (oids: readonly string[], on: boolean): void => {
    const next = new Set(chosen);
    for (const oid of oids)
      if (on) next.add(oid);
      else next.delete(oid);
    onChoose(next);
  };
  return { open, count, mark };
};

/** Stands under the table: its head is drawn twice, and a box there could be reached twice. */
function WholePage({ open, count, mark }: ReturnType<typeof useTicks>): ReactNode {
  const text = useText();
  return (
    <Checkbox
      disabled={open.length === 0}
      {...(open.length === 0 ? { title: text('role.noneOpen') } : {})}
      checked={open.length > 0 && count === open.length}
      indeterminate={count > 0 && count < open.length}
      onChange={({ target }) => mark(open, target.checked)}
    >
      {text('role.selectPage')}
    </Checkbox>
  );
}

function Tick({
  row,
  on,
  mark,
}: {
  row: RoleMember;
  on: boolean;
  mark: ReturnType<typeof useTicks>['mark'];
}) {
  const text = useText();
  const locked = row.allowed.length === 0;
  return (
    <Tooltip title={locked ? text('role.untouchable') : null}>
      <span>
        <Checkbox
          aria-label={text('role.select', { name: row.name })}
          disabled={locked}
          checked={on}
          onChange={({ target }) => mark([row.oid], target.checked)}
        />
      </span>
    </Tooltip>
  );
}

const useColumns = (
  chosen: ReadonlySet<string>,
  mark: ReturnType<typeof useTicks>['mark'],
): DataColumns<RoleMember> => {
  const text = useText();
  return [
    {
      title: <span className="ey-hidden">{text('role.selectPage')}</span>,
      width: 48,
      render: (_, row) => <Tick row={row} on={chosen.has(row.oid)} mark={mark} />,
    },
    ...personColumns(text),
  ];
};

/** People to be ticked. Whom the member may not change stands there and says why. */
export function PeopleTable(props: PeopleTableProps): ReactNode {
  const ticks = useTicks(props);
  const columns = useColumns(props.chosen, ticks.mark);
  return (
    <DataTable<RoleMember>
      label={props.label}
      columns={columns}
      rows={props.rows}
      rowKey={(row) => row.oid}
      load={props.load}
      dense
      minWidth={480}
      paging={props.paging}
      foot={<WholePage {...ticks} />}
      empty={props.empty}
    />
  );
}
