import { dictionaryCalls, type DictionaryCode, type DictionaryGroup } from '@eyrie/domain';
import { EmptyPage, FilterRow, Icon, ListPage, Loaded, loadStateOf } from '@eyrie/ui';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  CodeTable,
  codeSorts,
  DictionaryForm,
  DictionaryImport,
  GroupList,
  saveGroup,
  useCodeEdit,
  useCodeRemove,
  useCodes,
  useGroupRemove,
  useGroups,
  type CodeChange,
  type CodeSort,
  type DictionaryFormTask,
} from '../../modules/dictionary/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useDeletion } from '../../platform/deletion.ts';
import { ExportButton } from '../../platform/list/index.ts';
import { tablePage, useListAddress, type ListAddress } from '../../platform/paging.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';
import './encoding-table.css';

const filterNames = ['group', 'keyword', 'sort'] as const;
type Address = ListAddress<(typeof filterNames)[number]>;
type Open = DictionaryFormTask | { kind: 'import' };

function GroupActions({
  group,
  onOpen,
}: {
  group: DictionaryGroup;
  onOpen: (open: Open) => void;
}): ReactNode {
  const text = useText();
  const removal = useDeletion(useGroupRemove());
  const name = group.groupName;
  const remove = (): Promise<void> =>
    removal([group.oid], {
      title: text('dictionary.deleteConfigTitle', { name, count: group.count }),
      done: text('dictionary.groupDeleted'),
    });
  return (
    <>
      <Allowed call={dictionaryCalls.import} record={group}>
        <Button icon={<Icon name="upload" size={16} />} onClick={() => onOpen({ kind: 'import' })}>
          {text('list.import')}
        </Button>
      </Allowed>
      <ExportButton call={dictionaryCalls.export} save={(format) => saveGroup(group.group, format, name)} />
      <Allowed call={dictionaryCalls.groupEdit} record={group}>
        <Button icon={<Icon name="edit" size={16} />} onClick={() => onOpen({ kind: 'groupEdit', group })}>
          {text('dictionary.groupEdit')}
        </Button>
      </Allowed>
      <Allowed call={dictionaryCalls.removeConfig} record={group}>
        <Button danger icon={<Icon name="trash" size={16} />} onClick={() => void remove()}>
          {text('dictionary.deleteConfig')}
        </Button>
      </Allowed>
    </>
  );
}

interface CodesProps {
  group: DictionaryGroup;
  address: Address;
  onOpen: (open: Open) => void;
}

/** The codes of the group, as filters, order and page of the address want them. */
const useRows = (group: DictionaryGroup, address: Address) => {
  const { keyword } = address.values;
  const sort = codeSorts.find((one) => one === address.values.sort) ?? null;
  const list = useCodes({
    group: group.group,
    pageNum: address.pageNum,
    pageSize: address.pageSize,
    ...(keyword ? { keyword } : {}),
    ...(sort ? { sort } : {}),
  });
  return {
    ...tablePage(list, address),
    filtered: Boolean(keyword),
    sort,
    onSort: (next: CodeSort | null) => address.set({ sort: next ?? '' }),
  };
};

/** What the table does with a code. */
const useActions = () => {
  const text = useText();
  const edit = useCodeEdit();
  const remove = useDeletion(useCodeRemove());
  return {
    onChange: (change: CodeChange): Promise<boolean> =>
      edit.mutateAsync(change).then(
        () => true,
        // The toast has said why.
        () => false,
      ),
    onRemove: ({ oid, codeName }: DictionaryCode): void =>
      void remove([oid], {
        title: text('dictionary.deleteTitle', { name: codeName }),
        done: text('dictionary.deleted'),
      }),
  };
};

function Codes({ group, address, onOpen }: CodesProps): ReactNode {
  const text = useText();
  const list = useRows(group, address);
  const actions = useActions();
  const { keyword } = address.values;
  const add = (
    <Allowed call={dictionaryCalls.add} record={group}>
      <Button
        type="primary"
        icon={<Icon name="plus" size={16} />}
        onClick={() => onOpen({ kind: 'code', group: group.group })}
      >
        {text('dictionary.add')}
      </Button>
    </Allowed>
  );
  return (
    <div className="encoding-table-codes">
      <FilterRow onReset={keyword ? () => address.set({ keyword: '' }) : undefined}>
        <SearchBox
          label={text('dictionary.search')}
          value={keyword}
          onChange={(next) => address.set({ keyword: next })}
        />
        {add}
        <GroupActions group={group} onOpen={onOpen} />
      </FilterRow>
      <Allowed call={dictionaryCalls.edit}>
        <p className="encoding-table-hint">{text('dictionary.inlineHint')}</p>
      </Allowed>
      <div className="encoding-table-list">
        <CodeTable {...list} {...actions} begin={add} />
      </div>
    </div>
  );
}

/** Groups of codes and the codes of one, as forms of the whole product offer them. */
export default function DictionaryPage(): ReactNode {
  const text = useText();
  const address = useListAddress(filterNames);
  const answer = useGroups();
  const [open, setOpen] = useState<Open | null>(null);
  const groups = answer.data?.list ?? [];
  const group = groups.find((one) => one.group === address.values.group) ?? groups[0] ?? null;
  const choose = (next: string): void => address.set({ group: next, keyword: '', sort: '' });
  const addGroup = (
    <Allowed call={dictionaryCalls.groupAdd}>
      <Button icon={<Icon name="plus" size={16} />} onClick={() => setOpen({ kind: 'group' })}>
        {text('dictionary.groupAdd')}
      </Button>
    </Allowed>
  );
  return (
    <ListPage title={text('permission./EncodingTable')} action={addGroup}>
      <Loaded state={loadStateOf(answer)}>
        {() =>
          group ? (
            <div className="encoding-table">
              <GroupList groups={groups} chosen={group.group} onChoose={choose} />
              <Codes key={group.oid} group={group} address={address} onOpen={setOpen} />
            </div>
          ) : (
            <EmptyPage icon="list" sentence={text('dictionary.noGroups')} action={addGroup} />
          )
        }
      </Loaded>
      {open?.kind === 'import' && group ? (
        <DictionaryImport group={group} onClose={() => setOpen(null)} />
      ) : null}
      {open && open.kind !== 'import' ? (
        <DictionaryForm
          task={open}
          onClose={() => setOpen(null)}
          onDone={(made) => {
            setOpen(null);
            if (made !== group?.group) choose(made);
          }}
        />
      ) : null}
    </ListPage>
  );
}
