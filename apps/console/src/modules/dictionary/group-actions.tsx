import { dictionaryCalls, type DictionaryGroup } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useDeletion } from '../../platform/deletion.tsx';
import { BeginButton, ExportButton, type BeginAction, type ListTools } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { beginGroupEdit } from './dictionary-forms.ts';
import { DictionaryImport } from './dictionary-import.tsx';
import { saveGroup, useGroupsRenewal } from './dictionary.queries.ts';

export interface GroupActionsProps {
  group: DictionaryGroup;
  tools: Pick<ListTools<never>, 'open' | 'dialog'>;
}

const beginImport = (group: DictionaryGroup): BeginAction => ({
  icon: 'upload',
  label: 'list.import',
  call: dictionaryCalls.import,
  record: group,
  run: ({ dialog }) =>
    dialog({
      title: 'list.import',
      bare: true,
      content: (onClose) => <DictionaryImport group={group} onClose={onClose} />,
    }),
});

/** What is done with the group whose codes are listed. */
export function GroupActions({ group, tools }: GroupActionsProps): ReactNode {
  const text = useText();
  const { remove } = useDeletion(dictionaryCalls.removeConfig, { onAnswer: useGroupsRenewal() });
  const { oid, groupName: name, count, builtIn } = group;
  const title = text('dictionary.deleteConfigTitle', { name, count });
  const beginRemoval: BeginAction = {
    icon: 'trash',
    label: 'dictionary.deleteConfig',
    danger: true,
    call: dictionaryCalls.removeConfig,
    record: group,
    because: builtIn ? 'dictionary.builtIn' : 'refusal.inUse',
    run: () => void remove([oid], { title, done: text('dictionary.groupDeleted') }),
  };
  return (
    <>
      <BeginButton main={false} tools={tools} begin={beginImport(group)} />
      <ExportButton call={dictionaryCalls.export} save={(format) => saveGroup(group.group, format, name)} />
      <BeginButton main={false} tools={tools} begin={beginGroupEdit(group)} />
      <BeginButton main={false} tools={tools} begin={beginRemoval} />
    </>
  );
}
