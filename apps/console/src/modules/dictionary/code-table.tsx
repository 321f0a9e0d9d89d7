import { dictionaryCalls, limits, type DictionaryCode, type NameLanguage } from '@eyrie/domain';
import { DataTable, EmptyPage, Icon, type DataColumns, type Paging } from '@eyrie/ui';
import { Switch } from 'antd';
import type { ReactNode } from 'react';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { RowAction } from '../../platform/row-action.tsx';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { CellEditor, type CellEditorProps } from './cell-editor.tsx';
import type { CodeChange } from './dictionary.queries.ts';
import { useNameLanguages } from './own-languages.ts';
import { UsedIn } from './used-in.tsx';
import './dictionary.css';

export const codeSorts = ['code', '-code', 'name', '-name'] as const;
export type CodeSort = (typeof codeSorts)[number];

export interface CodeTableProps {
  rows: readonly DictionaryCode[];
  loading: boolean;
  paging: Paging;
  filtered: boolean;
  sort: CodeSort | null;
  onSort: (sort: CodeSort | null) => void;
  /** The first step, where there is nothing yet. */
  begin: ReactNode;
  /** False: refused. */
  onChange: (change: CodeChange) => Promise<boolean>;
  onRemove: (code: DictionaryCode) => void;
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

/** The name that stands in for a missing one, and which language it is in. */
function Fallback({
  row,
  language,
  own,
}: {
  row: DictionaryCode;
  language: NameLanguage;
  own: boolean;
}): ReactNode {
  const text = useText();
  const found = (['zh', 'en', 'ar'] as const).find((one) => row.names[one] !== '');
  if (!own || !found || found === language) return <span className="dictionary-none">–</span>;
  return (
    <span className="dictionary-fallback">
      <bdi>{row.names[found]}</bdi> <small>{text(`dictionary.name.${found}`)}</small>
    </span>
  );
}

interface SortProps {
  title: string;
  by: 'code' | 'name';
  sort: CodeSort | null;
  onSort: (sort: CodeSort | null) => void;
}

/** A heading that sorts: up, down, and back to the group's own order. */
function SortHeading({ title, by, sort, onSort }: SortProps): ReactNode {
  const next = sort === by ? (`-${by}` as const) : sort === `-${by}` ? null : by;
  const sign = sort === by ? '↑' : sort === `-${by}` ? '↓' : '↕';
  return (
    <button type="button" className="dictionary-sort" onClick={() => onSort(next)}>
      {title} <span aria-hidden>{sign}</span>
    </button>
  );
}

const useColumns = (props: CodeTableProps): DataColumns<DictionaryCode> => {
  const text = useText();
  const languages = useNameLanguages();
  const { sort, onSort, onChange, onRemove } = props;
  const heading = (by: 'code' | 'name', title: string): ReactNode => (
    <SortHeading title={title} by={by} sort={sort} onSort={onSort} />
  );
  return [
    {
      title: heading('code', text('dictionary.code')),
      width: 100,
      render: (_, row) => (
        <Cell
          row={row}
          column={text('dictionary.code')}
          value={row.code}
          max={limits.dictionary.codeMax}
          onSave={(code, before) => onChange({ oid: row.oid, code, before: { code: before } })}
        />
      ),
    },
    ...languages.map((language, at) => ({
      title:
        at === 0 ? heading('name', text(`dictionary.name.${language}`)) : text(`dictionary.name.${language}`),
      width: 124,
      render: (_: unknown, row: DictionaryCode) => (
        <Cell
          row={row}
          column={text(`dictionary.name.${language}`)}
          value={row.names[language]}
          max={limits.dictionary.nameMax}
          onSave={(name, before) =>
            onChange({
              oid: row.oid,
              names: { [language]: name },
              before: { names: { [language]: before } },
            })
          }
        >
          <Fallback row={row} language={language} own={at === 0} />
        </Cell>
      ),
    })),
    {
      title: text('dictionary.position'),
      width: 62,
      render: (_, row) => (
        <Cell
          row={row}
          column={text('dictionary.position')}
          value={String(row.position)}
          max={7}
          onSave={async (typed, before) => {
            const whole = /^\d{1,6}$/.test(typed);
            if (!whole) showToast('error', text('dictionary.positionRule'));
            return (
              whole &&
              onChange({ oid: row.oid, position: Number(typed), before: { position: Number(before) } })
            );
          }}
        />
      ),
    },
    {
      title: text('dictionary.enabled'),
      width: 76,
      render: (_, row) => <Enabled row={row} onChange={onChange} />,
    },
    {
      title: text('dictionary.remark'),
      width: 100,
      render: (_, row) => (
        <Cell
          row={row}
          column={text('dictionary.remark')}
          value={row.remark}
          max={300}
          onSave={(remark, before) => onChange({ oid: row.oid, remark, before: { remark: before } })}
        >
          <span className="dictionary-none">–</span>
        </Cell>
      ),
    },
    { title: text('dictionary.usedIn'), width: 84, render: (_, row) => <UsedIn usages={row.usedIn} /> },
    {
      title: text('app.operations'),
      fixed: 'end',
      width: 76,
      render: (_, row) =>
        row.usedIn.length > 0 ? (
          <span className="dictionary-none" title={text('refusal.inUse')}>
            <Icon name="lock" size={14} />
            <span className="ey-hidden">{text('refusal.inUse')}</span>
          </span>
        ) : (
          <Allowed call={dictionaryCalls.remove} record={row}>
            <RowAction icon="trash" danger label={text('app.delete')} onClick={() => onRemove(row)} />
          </Allowed>
        ),
    },
  ];
};

function Enabled({
  row,
  onChange,
}: {
  row: DictionaryCode;
  onChange: CodeTableProps['onChange'];
}): ReactNode {
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

/** The codes of a group, edited in place. */
export function CodeTable(props: CodeTableProps): ReactNode {
  const text = useText();
  const columns = useColumns(props);
  return (
    <DataTable<DictionaryCode>
      label={text('dictionary.title')}
      columns={columns}
      rows={props.rows}
      rowKey={(row) => row.oid}
      loading={props.loading}
      minWidth={870}
      paging={props.paging}
      empty={
        <EmptyPage
          icon="list"
          sentence={text(props.filtered ? 'dictionary.noneFound' : 'dictionary.none')}
          action={props.filtered ? null : props.begin}
        />
      }
    />
  );
}
