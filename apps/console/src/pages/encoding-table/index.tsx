import { dictionaryCalls, type DictionaryGroup } from '@eyrie/domain';
import { EmptyPage, ListPage, Loaded, loadStateOf } from '@eyrie/ui';
import type { ReactNode } from 'react';
import {
  beginGroup,
  codeList,
  GroupList,
  useCodeEdit,
  useGroups,
  useNameLanguages,
} from '../../modules/dictionary/index.ts';
import { useMay } from '../../platform/allowed.tsx';
import { useFilters } from '../../platform/filters.ts';
import { BeginButton, ListView, useBeginTools } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import './encoding-table.css';

/** The chosen group; the rest belongs to the list of its codes. */
const addressNames = ['group', 'keyword', 'sort', 'page', 'size'] as const;

function Codes({ group }: { group: DictionaryGroup }): ReactNode {
  const languages = useNameLanguages();
  const may = useMay(dictionaryCalls.edit);
  const edit = useCodeEdit();
  const room = codeList({
    group,
    languages,
    ...(may ? { hint: 'dictionary.inlineHint' as const } : {}),
    onChange: (change) =>
      edit.mutateAsync(change).then(
        () => true,
        // The toast has said why.
        () => false,
      ),
  });
  return (
    <div className="encoding-table-codes ey-stack ey-gap-8">
      <ListView tab room={room} />
    </div>
  );
}

/** Groups of codes and the codes of one, as forms of the whole product offer them. */
export default function DictionaryPage(): ReactNode {
  const text = useText();
  const address = useFilters(addressNames);
  const answer = useGroups();
  const [tools, dialog] = useBeginTools();
  const groups = answer.data?.list ?? [];
  const group = groups.find((one) => one.group === address.values.group) ?? groups[0] ?? null;
  const choose = (next: string): void =>
    address.set({ group: next, keyword: '', sort: '', page: '', size: '' });
  const addGroup = <BeginButton main={false} tools={tools} begin={beginGroup(choose)} />;
  return (
    <ListPage title={text('permission./EncodingTable')} action={addGroup}>
      <Loaded state={loadStateOf(answer)}>
        {() =>
          group ? (
            <div className="encoding-table">
              <GroupList groups={groups} chosen={group.group} onChoose={choose} />
              <Codes key={group.oid} group={group} />
            </div>
          ) : (
            <EmptyPage icon="list" sentence={text('dictionary.noGroups')} action={addGroup} />
          )
        }
      </Loaded>
      {dialog}
    </ListPage>
  );
}
