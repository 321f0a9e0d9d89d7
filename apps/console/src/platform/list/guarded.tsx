import type { CallDeclaration } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Icon, type IconName } from '@eyrie/ui';
import { Button, Tooltip } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { RowAction } from '../row-action.tsx';
import { useSession } from '../session.ts';
import { useText } from '../text.tsx';
import { whyNot } from './allowed-action.ts';
import type { BeginAction, ListRow, ListTools, RecordAction } from './room.ts';
import './list.css';

/** The names of the pages and actions that the member may use. */
export const useRights = (): ReadonlySet<string> => {
  const menu = useSession((session) => session.menu);
  const scene = useSession((session) => session.scene);
  return useMemo(() => new Set([...menu, ...scene]), [menu, scene]);
};

/** The mark lets a story compare what each role may do with what the declarations say. */
function Marked({ call, children }: { call: CallDeclaration | undefined; children: ReactNode }): ReactNode {
  return call ? (
    <span className="allowed" data-call={`${call.method} ${call.path}`}>
      {children}
    </span>
  ) : (
    children
  );
}

export interface GuardedButtonProps {
  label: string;
  /** Why it cannot be pressed now; it stays where the keyboard reaches it and says so. */
  why: PhraseId | null;
  call: CallDeclaration | undefined;
  icon?: IconName;
  main?: boolean;
  danger?: boolean;
  onClick: () => void;
}

/** A button that says why it cannot be pressed instead of being absent. */
export function GuardedButton(props: GuardedButtonProps): ReactNode {
  const { label, why, call, icon, main = false, danger = false, onClick } = props;
  const text = useText();
  const open = why === null;
  return (
    <Marked call={open ? call : undefined}>
      <Tooltip title={open ? null : text(why)}>
        <Button
          className="list-guarded"
          type={main && open ? 'primary' : 'default'}
          danger={danger}
          icon={icon ? <Icon name={icon} size={16} /> : undefined}
          aria-disabled={!open}
          aria-label={open ? undefined : `${label}: ${text(why)}`}
          onClick={() => {
            if (open) onClick();
          }}
        >
          {label}
        </Button>
      </Tooltip>
    </Marked>
  );
}

export interface BeginButtonProps {
  begin: BeginAction | undefined;
  tools?: Pick<ListTools<never>, 'open' | 'dialog'>;
  /** False for a way to begin beside the main one. */
  main?: boolean;
}

/** The first step of a list, where its room declares one. */
export function BeginButton({ begin, tools, main = true }: BeginButtonProps): ReactNode {
  const text = useText();
  const rights = useRights();
  const navigate = useNavigate();
  if (!begin) return null;
  const { icon, label, call, record, danger, to, run } = begin;
  return (
    <GuardedButton
      {...{ icon, call, main }}
      danger={danger ?? false}
      label={text(label)}
      why={whyNot(rights, begin, record)}
      onClick={() => {
        if (to) void navigate(to);
        if (tools) run?.(tools);
      }}
    />
  );
}

interface CallButtonProps<Row> extends Pick<GuardedButtonProps, 'icon' | 'danger' | 'onClick'> {
  label: PhraseId;
  call: CallDeclaration;
  /** What it is done to; it has the last word by its `allowed`. */
  record?: Row;
  /** Why the record does not take it. */
  because?: PhraseId;
}

/** A button outside a list for one call; it stays where it is and says why it cannot be pressed. */
export function CallButton<Row extends { allowed: readonly string[] }>(
  props: CallButtonProps<Row>,
): ReactNode {
  const { label, record, because, ...button } = props;
  const text = useText();
  const rights = useRights();
  const why = whyNot(rights, { call: button.call, ...(because ? { because } : {}) }, record);
  return <GuardedButton {...button} label={text(label)} why={why} />;
}

export interface RecordActionsProps<Row extends ListRow> {
  row: Row;
  actions: readonly RecordAction<Row>[];
  tools: ListTools<Row>;
  /** With their words, as at the foot of a drawer. */
  words?: boolean;
}

/** What can be done with a record; what cannot says why. */
export function RecordActions<Row extends ListRow>(props: RecordActionsProps<Row>): ReactNode {
  const { row, actions, tools, words = false } = props;
  const text = useText();
  const rights = useRights();
  const fitting = actions.filter(({ fits }) => fits?.(row) ?? true);
  return (
    <span className={words ? 'list-drawer-foot' : 'list-actions'}>
      {fitting.map((action) => {
        const { icon, label, call, danger = false, main = false } = action;
        const why = whyNot(rights, action, row);
        const shown = text(label, action.named?.(row, text));
        const run = (): void => action.run(row, tools);
        if (words)
          return <GuardedButton key={label} label={shown} {...{ why, call, main, danger }} onClick={run} />;
        return (
          <Marked key={label} call={why === null ? call : undefined}>
            <RowAction
              icon={icon}
              danger={danger}
              label={shown}
              why={why === null ? null : text(why)}
              onClick={run}
            />
          </Marked>
        );
      })}
    </span>
  );
}
