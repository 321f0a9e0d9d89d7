import { dictionaryCalls, type DictionaryCode } from '@eyrie/domain';
import { DataTable, EmptyPage, type DataColumns, type LoadState, type Paging } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import {
  CodeCell,
  EnabledCell,
  NameCell,
  PositionCell,
  RemarkCell,
  RemoveCell,
  type CellProps,
} from './code-cells.tsx';
import { useNameLanguages } from './own-languages.ts';
import { UsedIn } from './used-in.tsx';
import './dictionary.css';

export const codeSorts = ['code', '-code', 'name', '-name'] as const;
export type CodeSort = (typeof codeSorts)[number];

export interface CodeTableProps {
  rows: readonly DictionaryCode[];
  load: LoadState;
  paging: Paging;
  filtered: boolean;
  sort: CodeSort | null;
  onSort: (sort: CodeSort | null) => void;
  /** The first step, where there is nothing yet. */
  begin: ReactNode;
  onChange: CellProps['onChange'];
  onRemove: (code: DictionaryCode) => void;
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
  const nameTitle = (at: number, title: string): ReactNode => (at === 0 ? heading('name', title) : title);
  return [
    {
      title: heading('code', text('dictionary.code')),
      width: 100,
      render: (_, row) => <CodeCell row={row} onChange={onChange} />,
    },
    ...languages.map((language, at) => ({
      title: nameTitle(at, text(`dictionary.name.${language}`)),
      width: 124,
      render: (_: unknown, row: DictionaryCode) => (
        <NameCell row={row} onChange={onChange} language={language} own={at === 0} />
      ),
    })),
    {
      title: text('dictionary.position'),
      fold: 2,
      width: 62,
      render: (_, row) => <PositionCell row={row} onChange={onChange} />,
    },
    {
      title: text('dictionary.enabled'),
      width: 76,
      render: (_, row) => <EnabledCell row={row} onChange={onChange} />,
    },
    {
      title: text('dictionary.remark'),
      fold: 3,
      width: 100,
      render: (_, row) => <RemarkCell row={row} onChange={onChange} />,
    },
    {
      title: text('dictionary.usedIn'),
      fold: 1,
      width: 84,
      render: (_, row) => <UsedIn usages={row.usedIn} />,
    },
    {
      title: text('app.operations'),
      fixed: 'end',
      width: 76,
      render: (_, row) => <RemoveCell row={row} onRemove={() => onRemove(row)} />,
    },
  ];
};

/** The codes of a group, edited in place. */
export function CodeTable(props: CodeTableProps): ReactNode {
  const text = useText();
  const columns = useColumns(props);
  return (
    <DataTable<DictionaryCode>
      label={text('dictionary.title')}
      query={dictionaryCalls.query.path}
      columns={columns}
      rows={props.rows}
      rowKey={(row) => row.oid}
      load={props.load}
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
