import { Icon, type DataColumns } from '@eyrie/ui';
import { Button, Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { useText } from '../text.tsx';
import { whyNot, type ActionGuard } from './allowed-action.ts';
import { GuardedButton, useRights } from './guarded.tsx';
import type { BulkAction, ListRoom, ListRow, ListTools } from './room.ts';
import './list.css';

export interface Selection {
  oids: ReadonlySet<string>;
  set: (oids: readonly string[]) => void;
}

export const useSelection = (): Selection => {
  const [oids, setOids] = useState<ReadonlySet<string>>(new Set());
  return { oids, set: (next) => setOids(new Set(next)) };
};

type SelectingRoom<Row extends ListRow> = Pick<
  ListRoom<Row>,
  'title' | 'nameOf' | 'actions' | 'bulk' | 'calls' | 'removal'
>;

/** What may be done with several rows at once. */
const guardsOf = <Row extends ListRow>({ removal, calls, actions, bulk = [] }: SelectingRoom<Row>) => {
  const remove = removal && actions.find(({ call }) => call !== undefined && call === calls.remove);
  return { remove, all: [...bulk, ...(remove ? [remove] : [])] as readonly ActionGuard<Row>[] };
};

/** Why a row cannot be chosen: nothing that is done with several could be done with it. */
const useWhyNotChosen = <Row extends ListRow>(room: SelectingRoom<Row>) => {
  const rights = useRights();
  const { all } = guardsOf(room);
  return (row: Row): ReturnType<typeof whyNot> => {
    const reasons = all.map((guard) => whyNot(rights, guard, row));
    return reasons.includes(null) ? null : (reasons.at(-1) ?? null);
  };
};

/** The column in which rows of a page are chosen. */
export const useSelectColumn = <Row extends ListRow>(
  room: SelectingRoom<Row>,
  { oids, set }: Selection,
): DataColumns<Row>[number] => {
  const text = useText();
  const whyNotChosen = useWhyNotChosen(room);
  return {
    width: 44,
    fixed: 'start',
    // The library draws a heading twice, once unseen: nothing in it may take the keyboard.
    key: 'selection',
    title: (
      <>
        <Icon name="check" size={14} />
        <span className="ey-hidden">{text('list.selection')}</span>
      </>
    ),
    render: (_, row) => {
      const why = whyNotChosen(row);
      return (
        // A click beside the small box is meant for it, and not for the record.
        <span role="presentation" className="list-select" onClick={(event) => event.stopPropagation()}>
          <Checkbox
            aria-label={text('list.selectRow', { name: room.nameOf(row, text) })}
            disabled={why !== null}
            {...(why === null ? {} : { title: text(why) })}
            checked={oids.has(row.oid)}
            onChange={({ target }) =>
              set(target.checked ? [...oids, row.oid] : [...oids].filter((one) => one !== row.oid))
            }
          />
        </span>
      );
    },
  };
};

/** What can be done with all rows that are chosen; what cannot says why. */
export function SelectionBar<Row extends ListRow>({
  room,
  rows,
  selection,
  tools,
  onRemove,
}: {
  room: SelectingRoom<Row>;
  rows: readonly Row[];
  selection: Selection;
  tools: ListTools<Row>;
  onRemove: (rows: readonly Row[]) => void;
}): ReactNode {
  const text = useText();
  const rights = useRights();
  const whyNotChosen = useWhyNotChosen(room);
  const { remove, all } = guardsOf(room);
  const chosen = rows.filter(({ oid }) => selection.oids.has(oid));
  const stays = room.bulk?.some(({ always }) => always) ?? false;
  if (all.length === 0 || (chosen.length === 0 && !stays)) return null;
  const why = (guard: ActionGuard<Row>) =>
    whyNot(rights, guard) ??
    chosen.map((row) => whyNot(rights, guard, row)).find((one) => one !== null) ??
    null;
  const open = rows.filter((row) => whyNotChosen(row) === null);
  const clear = (): void => selection.set([]);
  const button = (action: BulkAction<Row>): ReactNode => (
    <GuardedButton
      key={action.label}
      danger={action.danger ?? false}
      icon={action.icon}
      label={text(action.label)}
      call={undefined}
      why={why(action)}
      onClick={() => action.run(chosen, { ...tools, clear })}
    />
  );
  return (
    <div className="list-selection ey-row ey-flow ey-gap-8" role="toolbar" aria-label={text(room.title)}>
      <span role="status">{text('list.selected', { count: chosen.length })}</span>
      {room.bulk?.filter(({ always }) => always ?? chosen.length > 0).map(button)}
      {remove && chosen.length > 0
        ? button({ ...remove, icon: 'trash', label: 'list.deleteSelected', run: onRemove })
        : null}
      {chosen.length < open.length ? (
        <Button type="text" onClick={() => selection.set(open.map(({ oid }) => oid))}>
          {text('list.selectAll')}
        </Button>
      ) : null}
      {chosen.length > 0 ? (
        <Button type="text" onClick={clear}>
          {text('list.selectNone')}
        </Button>
      ) : null}
    </div>
  );
}
