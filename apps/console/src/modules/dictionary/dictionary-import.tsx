import type { DictionaryGroup } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { ImportDialog } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { checkFile, saveTemplate, useImportFile } from './dictionary.queries.ts';

/** Import into a group. */
export function DictionaryImport({
  group: { group, groupName },
  onClose,
}: {
  group: DictionaryGroup;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const { mutateAsync } = useImportFile();
  const label = text('dictionary.template');
  return (
    <ImportDialog
      title={text('dictionary.importTitle', { name: groupName })}
      headings={[text('dictionary.code'), text('field.name')]}
      judge={async (file) =>
        (await checkFile(group, file)).rows.map(({ row, issues, code, names }) => ({
          row,
          issues,
          cells: [code, names.zh || names.en || names.ar],
        }))
      }
      store={async (file) =>
        text('dictionary.imported', { count: (await mutateAsync({ group, file })).added })
      }
      template={{ label, save: () => saveTemplate('xlsx', label) }}
      onClose={onClose}
    />
  );
}
