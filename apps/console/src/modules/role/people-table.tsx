import type { RoleMember } from '@eyrie/domain';
import { DataTable, StateSymbol, type DataColumns, type Paging } from '@eyrie/ui';
import { Checkbox, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

export interface PeopleTableProps {
  label: string;
  rows: readonly RoleMember[];
  loading: boolean;
  paging: Paging;
  empty: ReactNode;
  /** Ids of those ticked, on this page and others. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  dense?: boolean;
}

const useColumns = ({ rows, chosen, onChoose }: PeopleTableProps): DataColumns<RoleMember> => {
  const text = useText();
  const open = rows.filter((row) => row.allowed.length > 0).map((row) => row.oid);
  const count = open.filter((oid) => chosen.has(oid)).length;
  const mark = (oids: readonly string[], on: boolean): void => {
    const next = new Set(chosen);
    for (const oid of oids)
      if (on) next.add(oid);
      else next.delete(oid);
    onChoose(next);
  };
  return [
    {
      title: (
        <Checkbox
          aria-label={text('role.selectPage')}
          disabled={open.length === 0}
          checked={open.length > 0 && count === open.length}
          indeterminate={count > 0 && count < open.length}
          onChange={({ target }) => mark(open, target.checked)}
        />
      ),
      width: 48,
      render: (_, row) => {
        const locked = row.allowed.length === 0;
        return (
          <Tooltip title={locked ? text('role.untouchable') : null}>
            <span>
              <Checkbox
                aria-label={text('role.select', { name: row.name })}
                disabled={locked}
                checked={chosen.has(row.oid)}
                onChange={({ target }) => mark([row.oid], target.checked)}
              />
            </span>
          </Tooltip>
        );
      },
    },
    { title: text('role.person'), ellipsis: true, width: 150, render: (_, { name }) => <bdi>{name}</bdi> },
    {
      title: text('role.account'),
      ellipsis: true,
      width: 150,
      render: (_, { account }) => <bdi>{account}</bdi>,
    },
    {
      title: text('role.department'),
      ellipsis: true,
      width: 150,
      render: (_, { groupName }) => <bdi>{groupName}</bdi>,
    },
    {
      title: text('role.state'),
      width: 100,
      render: (_, { enabled }) => (
        <StateSymbol
          state={enabled ? 'live' : 'offline'}
          word={text(enabled ? 'role.enabled' : 'role.disabled')}
        />
      ),
    },
  ];
};

/** People to be ticked. Whom the member may not change stands there and says why. */
export function PeopleTable(props: PeopleTableProps): ReactNode {
  const columns = useColumns(props);
  return (
    <DataTable<RoleMember>
      label={props.label}
      columns={columns}
      rows={props.rows}
      rowKey={(row) => row.oid}
      loading={props.loading}
      dense={props.dense ?? false}
      minWidth={props.dense ? 480 : 600}
      paging={props.paging}
      empty={props.empty}
    />
  );
}
