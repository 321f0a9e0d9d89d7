import { departmentCalls, memberCalls, sessionCalls, type MemberRecord } from '@eyrie/domain';
import {
  DataTable,
  EmptyPage,
  Icon,
  StateSymbol,
  type DataColumns,
  type LoadState,
  type Paging,
} from '@eyrie/ui';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { RowAction } from '../../platform/row-action.tsx';
import { useText } from '../../platform/text.tsx';
import './people.css';

/** State of a member as symbol and word. */
export function MemberState({ member }: { member: MemberRecord }): ReactNode {
  const text = useText();
  const state = !member.enabled ? 'disabled' : member.expired ? 'expired' : 'enabled';
  return (
    <span className="member-state">
      <StateSymbol
        state={state === 'enabled' ? 'live' : state === 'expired' ? 'attention' : 'offline'}
        heading={90}
        word={text(`member.state.${state}`)}
      />
      {state === 'enabled' && member.mustChange ? (
        <span className="member-must" title={text('member.mustChange')}>
          <Icon name="key" size={14} />
          <span className="ey-hidden">{text('member.mustChange')}</span>
        </span>
      ) : null}
    </span>
  );
}

/** Two lines before anything is cut: beside the tree of departments the columns are narrow. */
function Words({ title, children }: { title: string; children: string }): ReactNode {
  return (
    <bdi className="member-words" title={title}>
      {children}
    </bdi>
  );
}

export interface MemberActions {
  onEdit: (member: MemberRecord) => void;
  onEnable: (member: MemberRecord) => void;
  onReset: (member: MemberRecord) => void;
  onAuthenticator: (member: MemberRecord) => void;
  onRemove: (member: MemberRecord) => void;
}

export interface MemberTableProps extends MemberActions {
  rows: readonly MemberRecord[];
  load: LoadState;
  paging: Paging;
  filtered: boolean;
  begin: ReactNode;
  selected: ReadonlySet<string>;
  onSelect: (oids: ReadonlySet<string>) => void;
  highlighted: string | null;
}

/** Whoever may be disabled or deleted may be chosen; nobody can choose themselves or their superiors. */
const choosable = (member: MemberRecord): boolean => member.allowed.length > 0;

function Actions({ member, ...on }: { member: MemberRecord } & MemberActions): ReactNode {
  const text = useText();
  return (
    <span className="member-actions">
      <Allowed call={memberCalls.save} record={member}>
        <RowAction icon="edit" label={text('member.edit')} onClick={() => on.onEdit(member)} />
      </Allowed>
      <Allowed call={memberCalls.setEnabled} record={member}>
        <RowAction
          icon={member.enabled ? 'pause' : 'play'}
          label={text(member.enabled ? 'member.disable' : 'member.enable')}
          onClick={() => on.onEnable(member)}
        />
      </Allowed>
      <Allowed call={memberCalls.resetPassword} record={member}>
        <RowAction icon="key" label={text('member.reset')} onClick={() => on.onReset(member)} />
      </Allowed>
      <Allowed call={sessionCalls.authenticatorReset} record={member}>
        <RowAction
          icon="lock"
          danger
          label={text('member.authenticatorReset')}
          onClick={() => on.onAuthenticator(member)}
        />
      </Allowed>
      <Allowed call={memberCalls.remove} record={member}>
        <RowAction icon="trash" danger label={text('member.delete')} onClick={() => on.onRemove(member)} />
      </Allowed>
    </span>
  );
}

const useSelection = ({ rows, selected, onSelect }: MemberTableProps): DataColumns<MemberRecord> => {
  const text = useText();
  const all = rows.filter(choosable);
  if (all.length === 0) return [];
  const chosen = all.filter((member) => selected.has(member.oid)).length;
  const toggle = (oid: string): void => {
    const next = new Set(selected);
    if (!next.delete(oid)) next.add(oid);
    onSelect(next);
  };
  return [
    {
      title: (
        <Checkbox
          aria-label={text('member.selectAll')}
          checked={chosen === all.length}
          indeterminate={chosen > 0 && chosen < all.length}
          onChange={({ target }) => onSelect(new Set(target.checked ? all.map((one) => one.oid) : []))}
        />
      ),
      width: 44,
      render: (_, member) =>
        choosable(member) ? (
          <Checkbox
            aria-label={text('member.select', { name: member.name })}
            checked={selected.has(member.oid)}
            onChange={() => toggle(member.oid)}
          />
        ) : null,
    },
  ];
};

/** Until when members are valid, where one of them is only for a time. */
const useEnd = (rows: readonly MemberRecord[]): DataColumns<MemberRecord> => {
  const text = useText();
  const figures = useFigures();
  if (rows.every(({ validUntil }) => validUntil === null)) return [];
  return [
    {
      title: text('member.validUntil'),
      fold: 2,
      width: 170,
      render: (_, { validUntil }) => <bdi>{figures.time(validUntil)}</bdi>,
    },
  ];
};

const useColumns = (props: MemberTableProps): DataColumns<MemberRecord> => {
  const text = useText();
  const selection = useSelection(props);
  const end = useEnd(props.rows);
  return [
    ...selection,
    {
      title: text('member.name'),
      width: 100,
      render: (_, { name }) => <Words title={name}>{name}</Words>,
    },
    {
      title: text('member.account'),
      width: 112,
      render: (_, { account }) => <Words title={account}>{account}</Words>,
    },
    {
      title: text('member.state'),
      width: 118,
      render: (_, member) => <MemberState member={member} />,
    },
    {
      title: text('member.roles'),
      fold: 1,
      width: 114,
      render: (_, { roles }) => (
        <Words title={roles.map((role) => role.name).join('\n')}>
          {roles.map((role) => role.name).join(' · ') || '–'}
        </Words>
      ),
    },
    {
      title: text('member.department'),
      fold: 3,
      width: 102,
      render: (_, { groupName }) => <Words title={groupName}>{groupName}</Words>,
    },
    {
      title: text('member.phone'),
      fold: 4,
      width: 106,
      render: (_, { phone }) => <bdi dir="ltr">{phone || '–'}</bdi>,
    },
    ...end,
    {
      title: text('app.operations'),
      fixed: 'end',
      width: 138,
      render: (_, member) => <Actions member={member} {...props} />,
    },
  ];
};

const widthOf = (columns: DataColumns<MemberRecord>): number =>
  columns.reduce((sum, { width }) => sum + (typeof width === 'number' ? width : 0), 0);

/** Members as a list, with what may be done with each. */
export function MemberTable(props: MemberTableProps): ReactNode {
  const text = useText();
  const columns = useColumns(props);
  return (
    <DataTable<MemberRecord>
      label={text('member.title')}
      query={departmentCalls.members.path}
      columns={columns}
      rows={props.rows}
      rowKey={(member) => member.oid}
      load={props.load}
      highlighted={props.highlighted}
      // Eight columns stand beside the tree of departments in a window of 1440; few members end on a day.
      minWidth={widthOf(columns)}
      paging={props.paging}
      empty={
        <EmptyPage
          icon="person"
          sentence={text(props.filtered ? 'member.noneFound' : 'member.none')}
          action={props.filtered ? null : props.begin}
        />
      }
    />
  );
}
