import { dictionaryCalls, limits, type DictionaryCode, type NameLanguage } from '@eyrie/domain';
import { Switch } from 'antd';
import type { ReactNode } from 'react';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { CellEditor, type CellEditorProps } from './cell-editor.tsx';
import type { CodeChange } from './dictionary.queries.ts';

export interface CellProps {
  row: DictionaryCode;
  /** False: refused. */
  onChange: (change: CodeChange) => Promise<boolean>;
}

/** A cell that those who may change the code edit in place, and others read. */
function Cell({ row, ...editor }: CellEditorProps & { row: DictionaryCode }): ReactNode {
  const may = useMay(dictionaryCalls.edit, row);
  if (!may) return editor.value === '' ? editor.children : <bdi>{editor.value}</bdi>;
  return (
    <Allowed call={dictionaryCalls.edit} record={row}>
      <CellEditor {...editor} />
    </Allowed>
  );
}

export function CodeCell({ row, onChange }: CellProps): ReactNode {
  const text = useText();
  return (
    <Cell
      row={row}
      column={text('dictionary.code')}
      value={row.code}
      max={limits.dictionary.codeMax}
      onSave={(code, before) => onChange({ oid: row.oid, code, before: { code: before } })}
    />
  );
}

interface NameProps extends CellProps {
  language: NameLanguage;
  /** The reader's own: there another language's name stands in for a missing one. */
  own: boolean;
}

/** The name that stands in for a missing one, and which language it is in. */
function Fallback({ row, language, own }: Omit<NameProps, 'onChange'>): ReactNode {
  const text = useText();
  const found = (['zh', 'en', 'ar'] as const).find((one) => row.names[one] !== '');
  if (!own || !found || found === language) return <span className="ey-muted">–</span>;
  return (
    <span className="ey-muted">
      <bdi>{row.names[found]}</bdi> <small>{text(`dictionary.name.${found}`)}</small>
    </span>
  );
}

export function NameCell({ row, onChange, language, own }: NameProps): ReactNode {
  const text = useText();
  const save = (name: string, before: string): Promise<boolean> =>
    onChange({ oid: row.oid, names: { [language]: name }, before: { names: { [language]: before } } });
  return (
    <Cell
      row={row}
      column={text(`dictionary.name.${language}`)}
      value={row.names[language]}
      max={limits.dictionary.nameMax}
      onSave={save}
    >
      <Fallback row={row} language={language} own={own} />
    </Cell>
  );
}

export function PositionCell({ row, onChange }: CellProps): ReactNode {
  const text = useText();
  const save = async (typed: string, before: string): Promise<boolean> => {
    const whole = /^\d{1,6}$/.test(typed);
    if (!whole) showToast('error', text('dictionary.positionRule'));
    return whole && onChange({ oid: row.oid, position: Number(typed), before: { position: Number(before) } });
  };
  return (
    <Cell row={row} column={text('dictionary.position')} value={String(row.position)} max={7} onSave={save} />
  );
}

/** Whether a code is offered: a switch for those who may change it, a word for others. */
export function EnabledCell({ row, onChange }: CellProps): ReactNode {
  const text = useText();
  const may = useMay(dictionaryCalls.edit, row);
  if (!may) return text(row.enabled ? 'dictionary.yes' : 'dictionary.no');
  return (
    <Allowed call={dictionaryCalls.edit} record={row}>
      <Switch
        size="small"
        checked={row.enabled}
        aria-label={`${text('dictionary.enabled')}: ${row.code}`}
        onChange={(enabled) => void onChange({ oid: row.oid, enabled })}
      />
    </Allowed>
  );
}

export function RemarkCell({ row, onChange }: CellProps): ReactNode {
  const text = useText();
  return (
    <Cell
      row={row}
      column={text('field.remark')}
      value={row.remark}
      max={300}
      onSave={(remark, before) => onChange({ oid: row.oid, remark, before: { remark: before } })}
    >
      <span className="ey-muted">–</span>
    </Cell>
  );
}
