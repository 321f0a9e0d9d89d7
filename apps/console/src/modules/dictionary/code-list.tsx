import { dictionaryCalls, type DictionaryGroup, type NameLanguage } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { ReactNode } from 'react';
import { listRoom, type CellTools, removeBy } from '../../platform/list/index.ts';
import { CodeCell, EnabledCell, NameCell, PositionCell, RemarkCell, type CellProps } from './code-cells.tsx';
import { beginCode } from './dictionary-forms.ts';
import { GroupActions } from './group-actions.tsx';
import { UsedIn } from './used-in.tsx';
import './dictionary.css';

const sorts = ['code', '-code', 'name', '-name'] as const;

/** A heading that sorts: up, down, and back to the group's own order. */
function SortHeading({
  title,
  by,
  address,
}: Pick<CellTools, 'address'> & { title: string; by: 'code' | 'name' }): ReactNode {
  const { sort } = address.values;
  const next = sort === by ? `-${by}` : sort === `-${by}` ? '' : by;
  const sign = sort === by ? '↑' : sort === `-${by}` ? '↓' : '↕';
  return (
    <button type="button" className="dictionary-sort" onClick={() => address.set({ sort: next })}>
      {title} <span aria-hidden>{sign}</span>
    </button>
  );
}

export interface CodeListOptions {
  group: DictionaryGroup;
  /** Languages of names, the reader's own first. */
  languages: readonly NameLanguage[];
  hint?: PhraseId;
  onChange: CellProps['onChange'];
}

/** The codes of a group, edited in place. */
export const codeList = ({ group, languages, hint, onChange }: CodeListOptions) =>
  listRoom({
    word: 'dictionary',
    within: { group: group.group },
    title: 'dictionary.title',
    icon: 'list',
    ...(hint ? { hint } : {}),
    calls: { query: dictionaryCalls.query, remove: dictionaryCalls.remove },
    filters: {
      keyword: { kind: 'search', label: 'dictionary.search' },
      sort: { kind: 'link', options: sorts },
    },
    none: 'dictionary.none',
    noneFound: 'dictionary.noneFound',
    nameOf: ({ codeName }) => codeName,
    begin: beginCode(group),
    head: (tools) => <GroupActions {...{ group, tools }} />,
    actionsWidth: 76,
    columns: ({ text, address }) => [
      {
        title: <SortHeading by="code" title={text('dictionary.code')} address={address} />,
        width: 100,
        render: (_, row) => <CodeCell row={row} onChange={onChange} />,
      },
      ...languages.map((language, at) => {
        const title = text(`dictionary.name.${language}`);
        return {
          title: at === 0 ? <SortHeading by="name" title={title} address={address} /> : title,
          width: 124,
          render: (_: unknown, row: CellProps['row']) => (
            <NameCell row={row} onChange={onChange} language={language} own={at === 0} />
          ),
        };
      }),
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
        title: text('field.remark'),
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
    ],
    actions: [removeBy(dictionaryCalls.remove, { because: 'refusal.inUse' })],
    removal: { title: 'dictionary.deleteTitle', done: 'dictionary.deleted' },
  });
