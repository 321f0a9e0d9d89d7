import { Icon, type DataColumns } from '@eyrie/ui';
import { Button, Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { useText } from '../text.tsx';
import { whyNot } from './allowed-action.ts';
import { GuardedButton, useRights } from './guarded.tsx';
import type { ListRoom, ListRow } from './room.ts';
import './list.css';

export interface Selection {
  oids: ReadonlySet<string>;
  set: (oids: readonly string[]) => void;
}

export const useSelection = (): Selection => {
  const [oids, setOids] = useState<ReadonlySet<string>>(new Set());
  return { oids, set: (next) => setOids(new Set(next)) };
};

/** The column in which rows of a page are chosen. */
export const useSelectColumn = <Row extends ListRow>(
  { nameOf }: Pick<ListRoom<Row>, 'nameOf'>,
  { oids, set }: Selection,
): DataColumns<Row>[number] => {
  const text = useText();
  return {
    width: 44,
    fixed: 'start',
    // The library draws a heading twice, once unseen: nothing in it may take the keyboard.
    title: <Icon name="check" size={14} />,
    onHeaderCell: () => ({ 'aria-label': text('list.selection') }),
    render: (_, row) => (
      // A click beside the small box is meant for it, and not for the record.
      <span role="presentation" className="list-select" onClick={(event) => event.stopPropagation()}>
        <Checkbox
          aria-label={text('list.selectRow', { name: nameOf(row) })}
          checked={oids.has(row.oid)}
          onChange={({ target }) =>
            set(target.checked ? [...oids, row.oid] : [...oids].filter((one) => one !== row.oid))
          }
        />
      </span>
    ),
  };
};

/** What can be done with all rows that are chosen; what cannot says why. */
export function SelectionBar<Row extends ListRow>({
  room,
  rows,
  selection,
  onRemove,
}: {
  room: Pick<ListRoom<Row>, 'actions' | 'calls'>;
  rows: readonly Row[];
  selection: Selection;
  onRemove: (rows: readonly Row[]) => void;
}): ReactNode {
  const text = useText();
  const rights = useRights();
  const chosen = rows.filter(({ oid }) => selection.oids.has(oid));
  const action = room.actions.find(({ call }) => call !== undefined && call === room.calls.remove);
  if (chosen.length === 0 || !action) return null;
  const why = chosen.map((row) => whyNot(rights, action, row)).find((one) => one !== null) ?? null;
  return (
    <div className="list-selection" role="status">
      {text('list.selected', { count: chosen.length })}
      <GuardedButton
        danger
        icon="trash"
        label={text('list.deleteSelected')}
        call={undefined}
        why={why}
        onClick={() => onRemove(chosen)}
      />
      {chosen.length < rows.length ? (
        <Button type="text" onClick={() => selection.set(rows.map(({ oid }) => oid))}>
          {text('list.selectAll')}
        </Button>
      ) : null}
      <Button type="text" onClick={() => selection.set([])}>
        {text('list.selectNone')}
      </Button>
    </div>
  );
}
